import type { TermRange } from './dictionary.ts'
import { readNumber, sizeOf, writeNumber } from './packed-numbers.ts'
import type { UnpackedTokens } from './token-list.ts'

/**
 * For each term the documents that have it: those of term t are in the bytes from starts[t] to starts[t + 1], ascending. Each posting
 * begins with a packed number: the number of documents between it and the previous posting, doubled, plus 1 if its attributes differ from
 * the previous ones. In that case a byte with a bit for each attribute follows.
 */
export type PostingList = { starts: Uint32Array; bytes: Uint8Array<ArrayBuffer> }

/** The first number of a posting. `before` is the document of the previous posting; -1 for the first. */
export const packedStep = (before: number, document: number, isSame: boolean): number =>
  (document - before - 1) * 2 + (isSame ? 0 : 1)

/** Calls `visit` for each posting of a range of terms. */
export const eachPosting = (
  { starts, bytes }: PostingList,
  { from, to }: TermRange,
  visit: (document: number, attributes: number) => void,
): void => {
  for (let term = from; term < to; term++) {
    let document = -1
    let attributes = 0
    for (let at = starts[term] as number, end = starts[term + 1] as number; at < end;) {
      const step = readNumber(bytes, at)
      at += sizeOf(step)
      document += (step >>> 1) + 1
      if ((step & 1) === 1) attributes = bytes[at++] as number
      visit(document, attributes)
    }
  }
}

/** The postings before they are packed: an entry is the document times 256, plus its attributes. */
type UnpackedPostings = { starts: Uint32Array; entries: Uint32Array }

/** Computes the postings from the tokens. */
export const collectPostings = ({ starts, entries }: UnpackedTokens, terms: number, attributes: number): UnpackedPostings => {
  const documents = (starts.length - 1) / attributes
  const endOf = (document: number) => starts[(document + 1) * attributes] as number
  // The last document that had each term, counted from 1.
  const lastIn = new Uint32Array(terms)
  const postingStarts = new Uint32Array(terms + 1)
  for (let document = 0, at = 0; document < documents; document++) {
    for (const end = endOf(document); at < end; at++) {
      const term = (entries[at] as number) >>> 1
      if (lastIn[term] === document + 1) continue
      lastIn[term] = document + 1
      postingStarts[term + 1] = (postingStarts[term + 1] as number) + 1
    }
  }
  for (let term = 0; term < terms; term++)
    postingStarts[term + 1] = (postingStarts[term + 1] as number) + (postingStarts[term] as number)

  const postings = new Uint32Array(postingStarts[terms] as number)
  const filled = postingStarts.slice(0, terms)
  lastIn.fill(0)
  for (let text = 0; text < starts.length - 1; text++) {
    const document = Math.floor(text / attributes)
    const attribute = 1 << (text % attributes)
    for (let at = starts[text] as number, end = starts[text + 1] as number; at < end; at++) {
      const term = (entries[at] as number) >>> 1
      if (lastIn[term] !== document + 1) {
        lastIn[term] = document + 1
        postings[filled[term] as number] = document * 256
        filled[term] = (filled[term] as number) + 1
      }
      const last = (filled[term] as number) - 1
      postings[last] = (postings[last] as number) | attribute
    }
  }
  return { starts: postingStarts, entries: postings }
}

export const packPostings = ({ starts, entries }: UnpackedPostings): PostingList => {
  // A step takes at most four bytes, the attributes one.
  const bytes = new Uint8Array(entries.length * 5)
  const packedStarts = new Uint32Array(starts.length)
  let filled = 0
  for (let term = 0; term < starts.length - 1; term++) {
    let document = -1
    let attributes = 0
    for (let at = starts[term] as number, end = starts[term + 1] as number; at < end; at++) {
      const [own, ownAttributes] = [(entries[at] as number) >>> 8, (entries[at] as number) & 255]
      const isSame = ownAttributes === attributes
      filled = writeNumber(bytes, filled, packedStep(document, own, isSame))
      if (!isSame) bytes[filled++] = ownAttributes
      document = own
      attributes = ownAttributes
    }
    packedStarts[term + 1] = filled
  }
  return { starts: packedStarts, bytes: bytes.slice(0, filled) }
}
