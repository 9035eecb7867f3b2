import type { TextParts } from '@marketplace/contracts/search/schemas'
import { HIGHLIGHTS, highlightSchema, type SearchHit } from '@marketplace/contracts/search/protocol'

/** Stand around a match on its way from the index. They are in no text: see plainLine. */
export const PRE_TAG = '\u0002'
export const POST_TAG = '\u0003'

/** A text that came with these tags, in pieces. Whatever is in it, the pieces are text. */
export const readMarked = (marked: string): TextParts =>
  marked.split(PRE_TAG).flatMap((piece, index) => {
    const [matched = '', ...after] = index === 0 ? ['', piece] : piece.split(POST_TAG)
    return [
      { text: matched, matched: true },
      { text: after.join('').replaceAll(POST_TAG, ''), matched: false },
    ].filter(({ text }) => text !== '')
  })

/** A text of a hit with its matches, or as it is where the index says nothing about it. */
export const partsOf = (hit: SearchHit, attribute: string, text: string): TextParts => {
  const highlights = hit[HIGHLIGHTS] as Readonly<Record<string, unknown>> | undefined
  const highlight = highlightSchema.safeParse(highlights?.[attribute])
  if (highlight.success) return readMarked(highlight.data.value)
  return text === '' ? [] : [{ text, matched: false }]
}
