// Revisions compared with a model: any changes and reads, also of derived data.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRevisions, type Reads, type Revisions } from './revisions.ts'

const BASES = ['a', 'b', 'c'] as const
type Base = (typeof BASES)[number]
const DERIVED = ['sum of a and b', 'parity of the sum and c'] as const
type Name = Base | (typeof DERIVED)[number]

type Step = { do: 'set'; base: Base; to: number } | { do: 'miss' } | { do: 'read'; names: Name[] } | { do: 'compare' }

/** Data with announced changes, and values derived from it. */
const openData = () => {
  const values: Record<Base, number> = { a: 0, b: 0, c: 0 }
  const revisions = createRevisions()
  const sum = () =>
    revisions.derive('sum of a and b', (reads) => {
      reads.note('a')
      reads.note('b')
      return values.a + values.b
    })
  const parity = () =>
    revisions.derive('parity of the sum and c', (reads) => {
      reads.note('sum of a and b')
      reads.note('c')
      return (sum() + values.c) % 2
    })
  const read = (name: Name): number => {
    if (name === 'sum of a and b') return sum()
    return name === 'parity of the sum and c' ? parity() : values[name]
  }
  return { values, revisions, read }
}

const names = fc.subarray<Name>([...BASES, ...DERIVED], { minLength: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), base: fc.constantFrom(...BASES), to: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'miss' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), names }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'compare' }) },
)

describe('an answer', () => {
  test('that counts as current is the one that would be made now, and one that does not never does again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (program) => {
        const { values, revisions, read } = openData()
        const answers: { reads: Reads; of: Name[]; made: number[]; outdated: boolean; untouched: boolean }[] = []
        for (const each of program)
          switch (each.do) {
            case 'set':
              values[each.base] = each.to
              revisions.raise([each.base])
              for (const answer of answers) answer.untouched = false
              break
            case 'miss':
              revisions.raiseAll()
              for (const answer of answers) answer.untouched = false
              break
            case 'read': {
              const reads = revisions.reads()
              // Derived values exist from their first computation on.
              const made = each.names.map((name) => read(name))
              for (const name of each.names) reads.note(name)
              answers.push({ reads, of: each.names, made, outdated: false, untouched: true })
              break
            }
            case 'compare':
              for (const answer of answers) {
                const isCurrent = answer.reads.isCurrent()
                if (isCurrent) expect(answer.of.map(read)).toEqual(answer.made)
                if (answer.untouched) expect(isCurrent).toBe(true)
                if (answer.outdated) expect(isCurrent).toBe(false)
                answer.outdated ||= !isCurrent
              }
          }
      }),
      { numRuns: 500 },
    )
  })

  test('stays current through any change of what it has not read', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'c', 'another'), { maxLength: 20 }), (others) => {
        const revisions = createRevisions()
        const reads = revisions.reads()
        reads.note('a')
        for (const other of others) revisions.raise([other])
        expect(reads.isCurrent()).toBe(true)
        revisions.raise(['b', 'a'])
        expect(reads.isCurrent()).toBe(false)
      }),
    )
  })

  test('of more data than is kept in memory counts as changed, not as current', () => {
    const revisions = createRevisions()
    const [early, late] = [revisions.reads(), revisions.reads()]
    early.note('entry 1')
    revisions.raise(Array.from({ length: 50_001 }, (_, index) => `other ${index}`))
    expect(early.isCurrent()).toBe(false)
    late.note('entry 1')
    expect(late.isCurrent()).toBe(true)
    revisions.raise(['entry 2'])
    expect(late.isCurrent()).toBe(true)
    revisions.raise(['entry 1'])
    expect(late.isCurrent()).toBe(false)
  })
})

describe('a derived value', () => {
  const counted = (revisions: Revisions, value: () => number) => {
    let computed = 0
    const read = () =>
      revisions.derive('derived', (reads) => {
        computed += 1
        reads.note('base')
        return value()
      })
    return { read, computed: () => computed }
  }

  test('is computed again after a failure, which is no value', () => {
    const revisions = createRevisions()
    let fails = true
    const { read, computed } = counted(revisions, () => {
      if (fails) throw new Error('on purpose')
      return 1
    })
    expect(read).toThrow('on purpose')
    fails = false
    expect([read(), read(), computed()]).toEqual([1, 1, 2])
    // A failure must not be cached for ever.
    revisions.raise(['base'])
    fails = true
    expect(read).toThrow('on purpose')
    fails = false
    expect([read(), computed()]).toEqual([1, 4])
  })

  test('is compared by time too: what only a passing instant changes', () => {
    let now = 0
    let shown = 0
    const revisions = createRevisions(() => {
      if (now >= 10 && shown < 10) {
        shown = now
        revisions.raise(['base'])
      }
    })
    const { read } = counted(revisions, () => (shown >= 10 ? 2 : 1))
    const reads = revisions.reads()
    expect(read()).toBe(1)
    reads.note('derived')
    now = 9
    expect(reads.isCurrent()).toBe(true)
    now = 10
    expect(reads.isCurrent()).toBe(false)
    expect(read()).toBe(2)
  })

  test('follows a revision from elsewhere', () => {
    const revisions = createRevisions()
    let elsewhere = 1
    revisions.follow('base', () => elsewhere)
    const { read, computed } = counted(revisions, () => elsewhere)
    expect([read(), read(), computed()]).toEqual([1, 1, 1])
    elsewhere = 2
    expect([read(), computed()]).toEqual([2, 2])
    expect(revisions.latest()).toBe(2)
  })
})
