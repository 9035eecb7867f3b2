import type { BitSet } from '@marketplace/domain/bit-set'

/** Calls `visit` with each position in a set, ascending. Costs as much as there are in it. */
export const eachPosition = (bits: BitSet, visit: (position: number) => void): void => {
  for (let word = 0; word < bits.length; word++)
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest))
}
