import { join } from 'node:path'
import { boundedWork, WorkEndedError } from '../../adapters/bounded-work.ts'
import { type RenderedText, renderText } from './render-text.ts'

/** A text of so many characters renders within milliseconds whatever is in it. */
const SHORT = 8_192

/** `plain`: the text took too long to render and is shown as it was written. */
export type BoundedText = RenderedText & { plain: boolean }

/**
 * Renders texts of strangers within so many seconds. Most texts take time in proportion to their length, but the libraries have cases that do
 * not: a text that is made for such a case becomes paragraphs of plain text.
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
