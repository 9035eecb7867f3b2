/**
 * The terms of all texts one after another. Those of text t (of document d and attribute a: t = d * attributes + a) are in `units` from
 * starts[t] to starts[t + 1]. A token is the term's index in `terms` doubled, plus 1 if it is at the same place as the previous one.
 * `terms` has the numbers of all terms, the most frequent first, so that nearly all tokens take one unit of 16 bits, and the others two.
 * A packing into bytes would be smaller, but a search reads hundreds of thousands of tokens, and branches on the length of each would be
 * slow.
 */
export type TokenList = { starts: Uint32Array; units: Uint16Array<ArrayBuffer>; terms: Uint32Array }

/** Units from this value on are the first of two. */
export const FIRST_OF_TWO = 0xc000

/** The number of units that a token takes. */
export const unitsOf = (token: number): number => (token < FIRST_OF_TWO ? 1 : 2)

/** Reads a token that is stored in two 16-bit units. */
export const joinUnits = (first: number, second: number): number => (first - FIRST_OF_TWO) * 0x1_0000 + second

/** Writes a token and returns the position after it. */
export const writeToken = (units: Uint16Array, at: number, token: number): number => {
  if (token < FIRST_OF_TWO) {
    units[at] = token
    return at + 1
  }
  units[at] = FIRST_OF_TWO + (token >>> 16)
  units[at + 1] = token & 0xffff
  return at + 2
}

/** Tokens before packing: an entry is the term's number doubled, plus 1 if it is at the same place as the previous one. */
export type UnpackedTokens = { starts: Uint32Array; entries: Uint32Array }

/** Terms of similar frequency are not sorted: within an eighth of a power of two they count as equal. */
const STEPS_PER_BIT = 8
const LAST_BUCKET = 32 * STEPS_PER_BIT

/** The numbers of terms, the most frequent first. */
export const byFrequency = (counts: Uint32Array): Uint32Array => {
  const bucketOf = (count: number): number => LAST_BUCKET - Math.floor(Math.log2(count + 1) * STEPS_PER_BIT)
  const ends = new Uint32Array(LAST_BUCKET + 2)
  const buckets = Uint16Array.from(counts, bucketOf)
  for (const bucket of buckets) ends[bucket + 1] = (ends[bucket + 1] as number) + 1
  for (let bucket = 1; bucket < ends.length; bucket++) ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number)
  const terms = new Uint32Array(counts.length)
  for (let term = 0; term < counts.length; term++) {
    const bucket = buckets[term] as number
    terms[ends[bucket] as number] = term
    ends[bucket] = (ends[bucket] as number) + 1
  }
  return terms
}

/** For each term's number its index in `terms`. */
export const placesIn = (terms: Uint32Array): Uint32Array => {
  const places = new Uint32Array(terms.length)
  for (let place = 0; place < terms.length; place++) places[terms[place] as number] = place
  return places
}

/** `counts`: the number of documents with each term. */
export const packTokens = ({ starts, entries }: UnpackedTokens, counts: Uint32Array): TokenList => {
  const terms = byFrequency(counts)
  const places = placesIn(terms)
  const packedOf = (entry: number): number => (places[entry >>> 1] as number) * 2 + (entry & 1)
  let size = 0
  for (const entry of entries) size += unitsOf(packedOf(entry))
  const units = new Uint16Array(size)
  const packedStarts = new Uint32Array(starts.length)
  let filled = 0
  for (let text = 0; text < starts.length - 1; text++) {
    for (let at = starts[text] as number, end = starts[text + 1] as number; at < end; at++)
      filled = writeToken(units, filled, packedOf(entries[at] as number))
    packedStarts[text + 1] = filled
  }
  return { starts: packedStarts, units, terms }
}

/**
 * Calls `visit` for each term of a text with its index in `terms`, and whether it is at the same place as the previous one. Stops if
 * `visit` returns false.
 */
export const eachToken = (
  { starts, units }: TokenList,
  text: number,
  visit: (index: number, isPiece: boolean) => boolean,
): void => {
  for (let at = starts[text] as number, end = starts[text + 1] as number; at < end;) {
    let token = units[at++] as number
    if (token >= FIRST_OF_TWO) token = joinUnits(token, units[at++] as number)
    if (!visit(token >>> 1, (token & 1) === 1)) return
  }
}
