import type { BitSet } from '@marketplace/domain/bit-set'

/** Calls `visit` with each position in the words `from` to `to` (exclusive) of a set, ascending. The cost grows with the number of positions. */
export const eachPositionFrom = (bits: BitSet, from: number, to: number, visit: (position: number) => void): void => {
  const end = Math.min(to, bits.length)
  for (let word = from; word < end; word++)
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest))
}

/** Calls `visit` with each position in a set, ascending. */
export const eachPosition = (bits: BitSet, visit: (position: number) => void): void =>
  eachPositionFrom(bits, 0, bits.length, visit)
