import { BRAND } from '@marketplace/contracts/core/brand'
import { markup, type Message, type Page, PRIVATE_HEADERS, tell, TELL_SOURCE, tellingAttributes } from '../../accounts/index.ts'

/** A page that shows nothing and posts one message to the window that opened or framed it. */
export const renderMessage = (message: Message): Page => ({
  headers: {
    ...PRIVATE_HEADERS,
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${TELL_SOURCE}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${message.to}`,
    ].join('; '),
    'referrer-policy': 'no-referrer',
  },
  body: markup`<!doctype html><html lang="en"${tellingAttributes(message)}><head><meta charset="utf-8">
<title>${BRAND.marketplace}</title></head><body><p hidden>This is done, and you can close this window.</p>${tell}</body></html>`
    .text,
})
