import { HOST_TOKEN_KEY, SIGNED_IN_KEY, TOKEN_COOKIE_SECONDS, TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { readCookies, readStored, store } from '../storage.ts'
import { randomText } from './random-text.ts'

/** Where a token is kept in a browser; a browser may refuse any of it. */
export type TokenStorage = {
  /** In this order: the tab's own token, then the one that the host product left. */
  ofTab: () => string | null
  ofCookie: () => string | null
  /** `copy`: as the cookie that a new tab starts from, too. */
  keep: (token: string, copy: boolean) => void
  /** Forgets the token of this tab, and the cookie where that holds the same one. */
  forget: (token: string) => void
  /** Who signed in in this browser last; null where nobody has, or has signed out. */
  lastAccount: () => string | null
  /** Says so to the other tabs too, whether it is the same account as before or not. */
  remember: (accountId: string | null) => void
}

/** The account in what other tabs are told; null after a sign-out. */
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
    // A new tab then asks the accounts server.
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
  // Other tabs hear of a change only: the same account is told with another ending.
  remember: (accountId) => void store('localStorage', SIGNED_IN_KEY, accountId && `${accountId} ${randomText(8)}`),
}
