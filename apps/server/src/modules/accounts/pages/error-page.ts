import { markup } from './html.ts'
import { type Page, type PageScript, renderPage } from './layout.ts'

/** The explanation of a failure for people: a title, the reason, and the next step. */
export type Explanation = { title: string; text: string; next: string }

export type ErrorPage = Explanation & {
  publicUrl: string
  /** For developers: the exception and its details. */
  details: string
  /** Links to continue with, the best first. */
  ways: readonly { label: string; href: string }[]
  /** For a page in a popup: an inline script that sends a message to the window that opened it. */
  script?: PageScript | null
}

/** A page that explains a failure and has links to continue. For failures that cannot be sent to an application. */
export const renderError = ({ title, text, next, details, ways, publicUrl, script = null }: ErrorPage): Page =>
  renderPage(
    { title, publicUrl, script, inPopup: script !== null },
    markup`<h1>${title}</h1><p class="lead">${text}</p><p class="lead">${next}</p>
${ways.map(({ label, href }, index) => markup`<a class="button${index > 0 && ' secondary'}" href="${href}">${label}</a>`)}
<p class="after small">${details}</p>`,
  )
