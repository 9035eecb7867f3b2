import { HOST_TOKEN_KEY, SIGNED_IN_KEY, TOKEN_COOKIE_SECONDS, TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { readCookies, readStored, store } from '../storage.ts'
import { randomText } from './random-text.ts'

/** The places in which a browser keeps the token. A browser may refuse any of them. */
export type TokenStorage = {
  /** The tab's own token, else the one that the host product has stored. */
  ofTab: () => string | null
  ofCookie: () => string | null
  /** `copy`: also write the cookie from which new tabs start. */
  keep: (token: string, copy: boolean) => void
  /** Removes this tab's token, and the cookie if it holds the same token. */
  forget: (token: string) => void
  /** The account that signed in last in this browser; null if there is none or it has signed out. */
  lastAccount: () => string | null
  /** Stores the account and notifies other tabs, even if it is the same account as before. */
  remember: (accountId: string | null) => void
}

/** The account in a notice from another tab; null after a sign-out. */
export const toldAccount = (text: string | null): string | null => text?.split(' ')[0] || null

export const cookieText = (token: string, secure: boolean, seconds: number): string =>
  `${TOKEN_KEY}=${encodeURIComponent(token)}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure ? '; Secure' : ''}`

export const tokenOfCookies = (cookies: string): string | null => {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${TOKEN_KEY}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(TOKEN_KEY.length + 1)) || null
  } catch {
    return null
  }
}

const writeCookie = (token: string, seconds: number): void => {
  try {
    document.cookie = cookieText(token, window.location.protocol === 'https:', seconds)
  } catch {
    // Without the cookie, a new tab asks the accounts server.
  }
}

export const browserTokens: TokenStorage = {
  ofTab: () => readStored('sessionStorage', TOKEN_KEY) || readStored('sessionStorage', HOST_TOKEN_KEY) || null,
  ofCookie: () => tokenOfCookies(readCookies()),
  keep: (token, copy) => {
    store('sessionStorage', TOKEN_KEY, token)
    if (copy) writeCookie(token, TOKEN_COOKIE_SECONDS)
  },
  forget: (token) => {
    store('sessionStorage', TOKEN_KEY, null)
    store('sessionStorage', HOST_TOKEN_KEY, null)
    if (tokenOfCookies(readCookies()) === token) writeCookie('', 0)
  },
  lastAccount: () => toldAccount(readStored('localStorage', SIGNED_IN_KEY)),
  // Storage events fire only on changes, so a random suffix makes each value new.
  remember: (accountId) => void store('localStorage', SIGNED_IN_KEY, accountId && `${accountId} ${randomText(8)}`),
}
