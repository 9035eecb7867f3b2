import { hashSource, type Html, literal, markup } from './html.ts'

export type Message = {
  /** What published clients read: either of the two. */
  content: { data: Readonly<Record<string, unknown>> } | { error: object }
  /** The origin that may read it; `*` if it contains nothing private. */
  to: string
}

/**
 * Posts one message to the window that opened or framed this page, and closes the page. If there is no such window, the page says so. The
 * message is data in the page, so that the script, and with it the hash in the policy, never changes.
 */
const SCRIPT = `
const { message, target } = document.documentElement.dataset
const asking = opener || parent
if (asking !== window) asking.postMessage(JSON.parse(message), target)
if (opener) close()
else if (asking === window) document.querySelector('p').hidden = false
`

/** The source of the script in a content security policy. */
export const TELL_SOURCE = hashSource(SCRIPT)

/** The end of a page that posts a message. */
export const tell: Html = markup`<script>${literal(SCRIPT)}</script>`

/** The attributes of the root of a page that posts a message. */
export const tellingAttributes = ({ content, to }: Message): Html =>
  markup` data-message="${JSON.stringify(content)}" data-target="${to}"`
