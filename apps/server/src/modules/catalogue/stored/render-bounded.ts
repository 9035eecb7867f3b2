import { join } from 'node:path'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { cutForHtml, longestHtml } from '@marketplace/domain/rendered-length'
import { boundedWork, WorkEndedError } from '../../../adapters/bounded-work.ts'
import { type RenderedText, renderText } from './render-text.ts'

/** A text of at most this length is rendered within milliseconds, whatever it contains. */
const SHORT = 8_192

/** `plain`: why the text is shown as plain text: rendering took too long, or the HTML would be too long. Null if it was rendered. */
export type BoundedText = RenderedText & { plain: 'slow' | 'long' | null }

/**
 * Renders untrusted texts within `seconds` and a limited number of characters. Most texts take time in proportion to their length, but
 * some inputs make the libraries far slower. Such a text becomes paragraphs of plain text.
 */
export const boundedRenderer = (seconds: number): ((text: string) => Promise<BoundedText>) => {
  const file = join(import.meta.dirname, 'text-worker.ts')
  const render = boundedWork<string, RenderedText>({ file, atOnce: 2, seconds })
  return async (text) => {
    try {
      const rendered = text.length <= SHORT ? renderText(text) : await render(text)
      if (rendered.html.length <= longestHtml(text)) return { ...rendered, plain: null }
      return { html: plainParagraphs(text), removed: rendered.removed, plain: 'long' }
    } catch (error) {
      if (!(error instanceof WorkEndedError)) throw error
      return { html: plainParagraphs(text), removed: [], plain: 'slow' }
    }
  }
}

export const renderBounded = boundedRenderer(10)

const plainParagraphs = (text: string): string => {
  const paragraphs: string[] = []
  let room = longestHtml(text)
  for (const paragraph of text.split(/\r?\n\r?\n/)) {
    if (paragraph.trim() === '') continue
    const html = `<p>${escapeHtml(cutForHtml(paragraph.trim(), room))}</p>`
    paragraphs.push(html)
    room -= html.length
    if (room <= 0) break
  }
  return paragraphs.join('\n')
}
