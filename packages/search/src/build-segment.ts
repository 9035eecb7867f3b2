import { MOST_TERMS, termsOfWord } from './analyze.ts'
import type { SearchDocument } from './document.ts'
import { buildFacetIndex } from './facet-index.ts'
import { collectPostings, packPostings } from './posting-list.ts'
import { createSegment, type Segment } from './segment.ts'
import { packTokens } from './token-list.ts'
import { scanWords } from './words.ts'

/** A growing array of numbers: a full one is copied into one of twice the length. */
const createList = () => {
  let entries = new Uint32Array(1024)
  let length = 0
  return {
    push: (entry: number): void => {
      if (length === entries.length) {
        const longer = new Uint32Array(length * 2)
        longer.set(entries)
        entries = longer
      }
      entries[length++] = entry
    },
    length: (): number => length,
    toArray: (): Uint32Array => entries.slice(0, length),
  }
}

/** The analysis of longer words is not cached, because they rarely occur again. */
const LONGEST_KEPT_WORD = 24

/** Builds a segment: add documents one by one, then call `finish`. Ids must differ. */
export const createSegmentBuilder = (attributes: readonly string[]) => {
  const documents: SearchDocument[] = []
  const numbers = new Map<string, number>()
  const starts = createList()
  const entries = createList()
  // A cache of entries by the word as written: most words of a text occurred before.
  const entriesOfWord = new Map<string, readonly number[]>()
  starts.push(0)

  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  const readWord = (word: string, unspaced: boolean): readonly number[] => {
    const known = entriesOfWord.get(word)
    if (known) return known
    // A slice would keep the whole text in memory; a copy does not.
    const copy = ` ${word}`.slice(1)
    const read = termsOfWord(copy, unspaced).map(({ term, piece }) => numberOf(term) * 2 + (piece ? 1 : 0))
    if (copy.length <= LONGEST_KEPT_WORD) entriesOfWord.set(copy, read)
    return read
  }
  const readText = (text: string): void => {
    let room = MOST_TERMS
    scanWords(text, (start, end, unspaced) => {
      const read = readWord(text.slice(start, end), unspaced)
      for (let index = 0; index < read.length && room > 0; index++, room--) entries.push(read[index] as number)
      return room > 0
    })
    starts.push(entries.length())
  }

  return {
    add: (document: SearchDocument): void => {
      documents.push(document)
      for (const attribute of attributes) readText(document.fields[attribute] ?? '')
    },
    finish: (): Segment => {
      const dictionary = [...numbers.keys()].sort()
      const renumbered = new Uint32Array(dictionary.length)
      for (const [place, term] of dictionary.entries()) renumbered[numbers.get(term) as number] = place
      const sorted = entries.toArray()
      for (let at = 0; at < sorted.length; at++) {
        const entry = sorted[at] as number
        sorted[at] = (renumbered[entry >>> 1] as number) * 2 + (entry & 1)
      }
      const tokens = { starts: starts.toArray(), entries: sorted }
      const postings = collectPostings(tokens, dictionary.length, attributes.length)
      const counts = Uint32Array.from(
        dictionary,
        (_, term) => (postings.starts[term + 1] as number) - (postings.starts[term] as number),
      )
      return createSegment({
        documents: documents.map(({ id, order, installations, sortKeys }) => ({ id, order, installations, sortKeys })),
        attributes: attributes.length,
        dictionary,
        tokens: packTokens(tokens, counts),
        postings: packPostings(postings),
        facetIndex: buildFacetIndex(documents),
      })
    },
  }
}
