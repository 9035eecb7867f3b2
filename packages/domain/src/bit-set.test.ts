import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allBits,
  bitsWhere,
  clearBit,
  countBits,
  countCommon,
  emptyBits,
  growBits,
  hasBit,
  haveCommon,
  intersectionOf,
  positionsIn,
  setBit,
  unionOf,
} from './bit-set.ts'

/** Sizes near the borders of 32-bit words, with positions below them. */
const sized = fc
  .integer({ min: 1, max: 200 })
  .chain((size) => fc.tuple(fc.constant(size), fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }))))
const twoSets = fc.integer({ min: 1, max: 200 }).chain((size) => {
  const positions = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }))
  return fc.tuple(fc.constant(size), positions, positions)
})
const setOf = (size: number, positions: readonly number[]) => bitsWhere(size, (position) => positions.includes(position))
const ascending = (positions: Iterable<number>): number[] => [...positions].toSorted((a, b) => a - b)

describe('a bit set equals the set of its positions', () => {
  test('when it is made', () => {
    fc.assert(
      fc.property(sized, ([size, positions]) => {
        const bits = setOf(size, positions)
        expect(positionsIn(bits)).toEqual(ascending(positions))
        expect(countBits(bits)).toBe(positions.length)
        for (let position = 0; position < size; position++) expect(hasBit(bits, position)).toBe(positions.includes(position))
        // No bits are set beyond its size.
        expect(hasBit(bits, size + 64)).toBe(false)
      }),
    )
  })

  test('after positions were set and cleared in any order', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 99 })))
    fc.assert(
      fc.property(changes, (given) => {
        const [bits, model] = [emptyBits(100), new Set<number>()]
        for (const [sets, position] of given) {
          if (sets) setBit(bits, position)
          else clearBit(bits, position)
          if (sets) model.add(position)
          else model.delete(position)
        }
        expect(positionsIn(bits)).toEqual(ascending(model))
      }),
    )
  })

  test('after it has grown', () => {
    fc.assert(
      fc.property(sized, fc.integer({ min: 1, max: 1_000 }), ([size, positions], larger) => {
        const grown = growBits(Uint32Array.from(setOf(size, positions)), larger)
        expect(positionsIn(grown)).toEqual(ascending(positions))
        expect(grown.length * 32).toBeGreaterThanOrEqual(larger)
      }),
    )
  })
})

describe('operations on two bit sets', () => {
  test('have the results of set operations', () => {
    fc.assert(
      fc.property(twoSets, ([size, one, other]) => {
        const [a, b] = [setOf(size, one), setOf(size, other)]
        const common = one.filter((position) => other.includes(position))
        expect(positionsIn(intersectionOf(a, b))).toEqual(ascending(common))
        expect(positionsIn(unionOf(size, [a, b]))).toEqual(ascending(new Set([...one, ...other])))
        expect(countCommon(a, b)).toBe(common.length)
        expect(haveCommon(a, b)).toBe(common.length > 0)
      }),
    )
  })

  test('do not change the sets', () => {
    const [a, b] = [setOf(70, [0, 33, 69]), setOf(70, [33])]
    intersectionOf(a, b)
    unionOf(70, [a, b])
    expect([positionsIn(a), positionsIn(b)]).toEqual([[0, 33, 69], [33]])
  })

  test.each([1, 31, 32, 33, 64, 65])('all of %i positions are all, and no more', (size) => {
    expect(countBits(allBits(size))).toBe(size)
    expect(positionsIn(allBits(size))).toEqual(Array.from({ length: size }, (_, position) => position))
    expect(positionsIn(intersectionOf(allBits(size), emptyBits(size)))).toEqual([])
  })

  test('an intersection of one is itself, and a union of none is empty', () => {
    const bits = setOf(40, [1, 32])
    expect(intersectionOf(bits)).toBe(bits)
    expect(countBits(unionOf(40, []))).toBe(0)
  })
})
