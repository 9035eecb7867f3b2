// Sets of positions in a list, 32 to a word: a filter over tens of thousands of items takes microseconds (docs/decisions/0010).

/** A set of positions from 0 to size - 1. */
export type BitSet = Readonly<Uint32Array>

const wordsFor = (size: number): number => (size + 31) >>> 5

/** The positions at which `belongs` holds. */
export const bitsWhere = (size: number, belongs: (position: number) => boolean): BitSet => {
  const bits = new Uint32Array(wordsFor(size))
  for (let position = 0; position < size; position++) if (belongs(position)) setBit(bits, position)
  return bits
}

export const emptyBits = (size: number): Uint32Array => new Uint32Array(wordsFor(size))

/** All positions below `size`. */
export const allBits = (size: number): BitSet => {
  const bits = new Uint32Array(wordsFor(size)).fill(0xffffffff)
  const rest = size & 31
  if (rest !== 0) bits[bits.length - 1] = (1 << rest) - 1
  return bits
}

export const setBit = (bits: Uint32Array, position: number): void => {
  const word = position >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (position & 31))
}

export const clearBit = (bits: Uint32Array, position: number): void => {
  const word = position >>> 5
  if (word < bits.length) bits[word] = (bits[word] ?? 0) & ~(1 << (position & 31))
}

/** A set with space for at least `size` positions. A new array gets 25 % more space, so that single additions rarely copy. */
export const growBits = (bits: Uint32Array, size: number): Uint32Array => {
  if (wordsFor(size) <= bits.length) return bits
  const longer = new Uint32Array(Math.ceil(wordsFor(size) * 1.25))
  longer.set(bits)
  return longer
}

export const hasBit = (bits: BitSet, position: number): boolean => (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1

/** The positions that are in all of the sets. The sets must have the same size. */
export const intersectionOf = (first: BitSet, ...others: readonly BitSet[]): BitSet => {
  if (others.length === 0) return first
  const bits = Uint32Array.from(first)
  for (const other of others) for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

/** The positions that are in any of the sets. */
export const unionOf = (size: number, sets: readonly BitSet[]): BitSet => {
  const bits = emptyBits(size)
  for (const set of sets) for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (set[word] ?? 0)
  return bits
}

const ones = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export const countBits = (bits: BitSet): number => {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += ones(bits[word] ?? 0)
  return count
}

/** The number of positions that are in both sets. */
export const countCommon = (a: BitSet, b: BitSet): number => {
  let count = 0
  for (let word = 0; word < a.length; word++) count += ones((a[word] ?? 0) & (b[word] ?? 0))
  return count
}

/** The positions in the set, ascending. */
export const positionsIn = (bits: BitSet): number[] => {
  const positions: number[] = []
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) positions.push(word * 32 + 31 - Math.clz32(left & -left))
  return positions
}

/** Whether any position is in both sets. */
export const haveCommon = (a: BitSet, b: BitSet): boolean => {
  for (let word = 0; word < a.length; word++) if (((a[word] ?? 0) & (b[word] ?? 0)) !== 0) return true
  return false
}
