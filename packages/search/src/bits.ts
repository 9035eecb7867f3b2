import type { BitSet } from '@marketplace/domain/bit-set'

/** Calls `visit` with each position in the words of a set from `from` up to `to`, ascending. Costs as much as there are in them. */
export const eachPositionFrom = (bits: BitSet, from: number, to: number, visit: (position: number) => void): void => {
  const end = Math.min(to, bits.length)
  for (let word = from; word < end; word++)
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest))
}

/** Calls `visit` with each position in a set, ascending. */
export const eachPosition = (bits: BitSet, visit: (position: number) => void): void =>
  eachPositionFrom(bits, 0, bits.length, visit)
