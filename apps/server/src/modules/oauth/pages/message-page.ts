import { BRAND } from '@marketplace/contracts/core/brand'
import { hashSource } from '../../../core/hash-source.ts'
import { literal, markup, type Page, type PageScript, PRIVATE_HEADERS } from '../../accounts/index.ts'

export type Message = {
  /** The content in one of the two forms that published clients read. */
  content: { data: Readonly<Record<string, unknown>> } | { error: object }
  /** The origin that may read it; `*` if it contains nothing private. */
  to: string
}

/**
 * Posts one message to the window that opened or framed this page, and closes the page. Without such a window, a text asks the person to
 * close the page. The message is in attributes of the page, so that the script, and therefore its hash in the policy, never changes.
 */
const SCRIPT = `
const { message, target } = document.documentElement.dataset
const asking = opener || parent
if (asking !== window) asking.postMessage(JSON.parse(message), target)
if (opener) close()
else if (asking === window) document.querySelector('p').hidden = false
`

/** The script that posts a message, with the attributes that it reads. */
export const messageScript = ({ content, to }: Message): PageScript => ({
  source: hashSource(SCRIPT),
  root: markup` data-message="${JSON.stringify(content)}" data-target="${to}"`,
  end: markup`<script>${literal(SCRIPT)}</script>`,
})

/**
 * Renders an empty page that posts one message to the window that opened or framed it. Pages of `hostOrigins` may frame that window, and
 * therefore this page too, but get no message.
 */
export const renderMessage = (message: Message, hostOrigins: readonly string[] = []): Page => {
  const { source, root, end } = messageScript(message)
  return {
    headers: {
      ...PRIVATE_HEADERS,
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${source}`,
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${[message.to, ...hostOrigins].join(' ')}`,
      ].join('; '),
      'referrer-policy': 'no-referrer',
    },
    body: markup`<!doctype html><html lang="en"${root}><head><meta charset="utf-8">
<title>${BRAND.marketplace}</title></head><body><p hidden>This is done, and you can close this window.</p>${end}</body></html>`
      .text,
  }
}
