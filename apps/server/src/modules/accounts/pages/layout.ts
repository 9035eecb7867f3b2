import { BRAND } from '@marketplace/contracts/core/brand'
import { hashSource, type Html, literal, markup } from './html.ts'
import { PASSKEY_SCRIPT_PATH } from './passkey-script.ts'
import { STYLE } from './style.ts'
import { type Message, tell, TELL_SOURCE, tellingAttributes } from './tell.ts'

/** A page, and the headers without which it is not to be sent. */
export type Page = { body: string; headers: Readonly<Record<string, string>> }

const MARK = literal(
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><rect x="7.5" y="7.5" width="7.5" height="7.5" rx="2"/><rect x="7.5" y="17" width="7.5" height="7.5" rx="2"/><rect x="17" y="17" width="7.5" height="7.5" rx="2"/><circle cx="20.75" cy="11.25" r="3.75"/></svg>`,
)
/** The same picture in the tab; nothing is fetched for it. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%2317181c%22/%3E%3Crect x=%227.5%22 y=%227.5%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Crect x=%227.5%22 y=%2217%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Crect x=%2217%22 y=%2217%22 width=%227.5%22 height=%227.5%22 rx=%222%22 fill=%22%23fff%22/%3E%3Ccircle cx=%2220.75%22 cy=%2211.25%22 r=%223.75%22 fill=%22%238ea2ff%22/%3E%3C/svg%3E'

/**
 * Browsers hold every redirect after a form to form-action, also those that an application answers with, and where it leads to is its own
 * business. A form that ends there is held to nothing: each form is ours, what comes from strangers is text, and no script runs but our own.
 */
const FORM_ACTION = { none: ["form-action 'none'"], here: ["form-action 'self'"], away: [] } as const

const STYLE_SOURCE = hashSource(STYLE)

export type Layout = {
  title: string
  /** Where the storefront is: the way on from everywhere. */
  publicUrl: string
  /** Whether a page waits behind this window: then that is the way back. */
  inPopup?: boolean
  /** Whether the page has more than a form. */
  isWide?: boolean
  /** Where the forms of this page lead in the end: to a page of ours, or to an application. Null for a page without a form. */
  formLeads?: 'here' | 'away' | null
  /** Whether the script for passkeys runs on the page. It is the only one there is, and a file of this origin. */
  usesPasskeys?: boolean
  /** What the page tells the window that opened it, if one did: then it goes, and nobody reads it. */
  tells?: Message | null
}

/** What no page with a query may let out: neither to a cache, nor to whoever is linked to. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' } as const

/** A page for people. Nobody may frame it, nothing runs on it but the script for passkeys where it has a use, and its style is the one thing it loads. */
export const renderPage = (
  { title, publicUrl, inPopup = false, isWide = false, formLeads = null, usesPasskeys = false, tells = null }: Layout,
  main: Html,
): Page => {
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    'img-src data:',
    ...(tells ? [`script-src ${TELL_SOURCE}`] : []),
    ...(usesPasskeys ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    ...FORM_ACTION[formLeads ?? 'none'],
    "frame-ancestors 'none'",
  ]
  return {
    headers: {
      ...PRIVATE_HEADERS,
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      // To ourselves: a form sent from a page that says nothing at all would come from nowhere, and be refused.
      'referrer-policy': 'same-origin',
    },
    body: markup`<!doctype html><html lang="en"${tells && tellingAttributes(tells)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} | ${BRAND.marketplace}</title><link rel="icon" href="${literal(ICON)}">
<style>${literal(STYLE)}</style>${usesPasskeys && markup`<script src="${PASSKEY_SCRIPT_PATH}" defer></script>`}</head><body>
<header>${MARK}<span>${BRAND.marketplace}</span></header>
<main${isWide && markup` class="wide"`}>${main}</main>
<footer>${inPopup ? markup`Close this window to go back without it.` : markup`<a href="${publicUrl}/">Back to the ${BRAND.marketplace}</a>`}</footer>${tells && tell}
</body></html>`.text,
  }
}
