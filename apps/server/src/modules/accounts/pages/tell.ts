import { hashSource, type Html, literal, markup } from './html.ts'

export type Message = {
  /** What published clients read: one of both. */
  content: { data: Readonly<Record<string, unknown>> } | { error: object }
  /** Which origin it may be told; any, where it carries nothing that is anybody's. */
  to: string
}

/**
 * Tells the window that asked, once, and goes. A popup that has lost its opener, and a page that somebody opened by hand, say so instead.
 * What is told stands in the page as data, so that the script is always the same.
 */
const SCRIPT = `
const { message, target } = document.documentElement.dataset
const asking = opener || parent
if (asking !== window) asking.postMessage(JSON.parse(message), target)
if (opener) close()
else if (asking === window) document.querySelector('p').hidden = false
`

/** How a policy names the script. */
export const TELL_SOURCE = hashSource(SCRIPT)

/** The end of a page that tells. */
export const tell: Html = markup`<script>${literal(SCRIPT)}</script>`

/** The attributes of the root of a page that tells. */
export const tellingAttributes = ({ content, to }: Message): Html =>
  markup` data-message="${JSON.stringify(content)}" data-target="${to}"`
