import { BRAND } from '@marketplace/contracts/core/brand'
import { hashSource } from '../../../core/hash-source.ts'
import { type Html, literal, markup } from './html.ts'
import { PASSKEY_SCRIPT_PATH } from './passkey-script.ts'
import { STYLE } from './style.ts'

/** A page, with the headers that it must be sent with. */
export type Page = { body: string; headers: Readonly<Record<string, string>> }

const MARK = literal(
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><rect x="7.5" y="7.5" width="7.5" height="7.5" rx="2"/><rect x="7.5" y="17" width="7.5" height="7.5" rx="2"/><rect x="17" y="17" width="7.5" height="7.5" rx="2"/><circle cx="20.75" cy="11.25" r="3.75"/></svg>`,
)
/** The icon of the tab, in the page itself so that it needs no request. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%2317181c%22/%3E%3Crect x=%227.5%22 y=%227.5%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Crect x=%227.5%22 y=%2217%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Crect x=%2217%22 y=%2217%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Ccircle cx=%2220.75%22 cy=%2211.25%22 r=%223.75%22 fill=%22%238ea2ff%22/%3E%3C/svg%3E'

/**
 * Browsers apply form-action to every redirect that follows a form, and applications may redirect to any address. A page whose form ends at
 * an application therefore has no form-action. It is safe without one: strangers' texts are escaped and only this server's script runs, so
 * strangers cannot add or change a form.
 */
const FORM_ACTION = { none: ["form-action 'none'"], here: ["form-action 'self'"], away: [] } as const

const STYLE_SOURCE = hashSource(STYLE)

/** An inline script: its source in the policy, the attributes of the page's root that it reads, and the script itself. */
export type PageScript = { source: string; root: Html; end: Html }

export type Layout = {
  title: string
  /** The storefront's origin, for the link back. */
  publicUrl: string
  /** Whether the page is in a popup. People then go back by closing the window. */
  inPopup?: boolean
  /** Whether the page is wide, for pages with more than a form. */
  isWide?: boolean
  /** Whether the page is for a signed-in person. Such a page has a button to sign out. */
  isSignedIn?: boolean
  /**
   * The destination of the forms in the page's main part: a page of this server (`here`) or an application (`away`). Null if there is none.
   */
  formLeads?: 'here' | 'away' | null
  /** Whether the script for passkeys runs on the page. It is the only script file. */
  usesPasskeys?: boolean
  /** An inline script of this page, if it has one. */
  script?: PageScript | null
}

/** Keeps pages with private queries out of caches. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' } as const

const SIGN_OUT = markup`<form method="post" action="/account/signout"><button type="submit" class="secondary">Sign out</button></form>`

/** A page for people. It cannot be framed, runs only this server's script, and loads nothing from other origins. */
export const renderPage = (
  {
    title,
    publicUrl,
    inPopup = false,
    isWide = false,
    isSignedIn = false,
    formLeads = null,
    usesPasskeys = false,
    script = null,
  }: Layout,
  main: Html,
): Page => {
  const wayBack = inPopup
    ? markup`Close this window to go back without it.`
    : markup`<a href="${publicUrl}/">Back to the ${BRAND.marketplace}</a>`
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    'img-src data:',
    ...(script ? [`script-src ${script.source}`] : []),
    ...(usesPasskeys ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    ...FORM_ACTION[formLeads ?? (isSignedIn ? 'here' : 'none')],
    "frame-ancestors 'none'",
  ]
  return {
    headers: {
      ...PRIVATE_HEADERS,
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      // The policy `no-referrer` would make browsers send this page's own forms without an origin, and the server refuses such forms.
      'referrer-policy': 'same-origin',
    },
    body: markup`<!doctype html><html lang="en"${script && script.root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} | ${BRAND.marketplace}</title><link rel="icon" href="${literal(ICON)}">
<style>${literal(STYLE)}</style>${usesPasskeys && markup`<script src="${PASSKEY_SCRIPT_PATH}" defer></script>`}</head><body>
<header>${MARK}<span>${BRAND.marketplace}</span></header>
<main${isWide && markup` class="wide"`}>${main}</main>
<footer>${wayBack}${isSignedIn && SIGN_OUT}</footer>${script && script.end}
</body></html>`.text,
  }
}
