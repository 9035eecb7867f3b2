import { join } from 'node:path'
import { boundedWork, WorkEndedError } from '../../adapters/bounded-work.ts'
import { type RenderedText, renderText } from './render-text.ts'

/** A text of at most this length renders within milliseconds, whatever it contains. */
const SHORT = 8_192

/** `plain`: rendering took too long, so the text is shown as plain text. */
export type BoundedText = RenderedText & { plain: boolean }

/**
 * Renders strangers' texts with a time limit. The libraries have inputs for which they take far longer than usual. A text that
 * exceeds the limit becomes paragraphs of plain text.
 */
export const boundedRenderer = (seconds: number): ((text: string) => Promise<BoundedText>) => {
  const file = join(import.meta.dirname, 'text-worker.ts')
  const render = boundedWork<string, RenderedText>({ file, atOnce: 2, seconds })
  return async (text) => {
    if (text.length <= SHORT) return { ...renderText(text), plain: false }
    try {
      return { ...(await render(text)), plain: false }
    } catch (error) {
      if (!(error instanceof WorkEndedError)) throw error
      return { html: plainParagraphs(text), removed: [], plain: true }
    }
  }
}

export const renderBounded = boundedRenderer(10)

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const plainParagraphs = (text: string): string =>
  text
    .split(/\r?\n\r?\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')}</p>`)
    .join('\n')
