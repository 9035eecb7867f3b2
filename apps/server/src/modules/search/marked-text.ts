import type { TextParts } from '@marketplace/contracts/search/schemas'
import { HIGHLIGHTS, highlightSchema, type SearchHit } from '@marketplace/contracts/search/protocol'

/** Tags around a match in answers of the index. plainLine removes these characters from texts, so no text contains them. */
export const PRE_TAG = '\u0002'
export const POST_TAG = '\u0003'

/** Splits a text at these tags. The parts are plain text. */
export const readMarked = (marked: string): TextParts =>
  marked.split(PRE_TAG).flatMap((piece, index) => {
    const [matched = '', ...after] = index === 0 ? ['', piece] : piece.split(POST_TAG)
    return [
      { text: matched, matched: true },
      { text: after.join('').replaceAll(POST_TAG, ''), matched: false },
    ].filter(({ text }) => text !== '')
  })

/** A text of a hit with its matches marked, or unmarked if the index returned no highlight. */
export const partsOf = (hit: SearchHit, attribute: string, text: string): TextParts => {
  const highlights = hit[HIGHLIGHTS] as Readonly<Record<string, unknown>> | undefined
  const highlight = highlightSchema.safeParse(highlights?.[attribute])
  if (highlight.success) return readMarked(highlight.data.value)
  return text === '' ? [] : [{ text, matched: false }]
}
