import { describe, expect, test } from 'vitest'
import { createRevisions } from './revisions.ts'

describe('a record of reads', () => {
  test('is current until a revision in it is raised, and never again after that', () => {
    const revisions = createRevisions()
    const reads = revisions.reads()
    reads.note('a')
    reads.note('b')
    expect(reads.isCurrent()).toBe(true)
    revisions.raise(['c'])
    expect(reads.isCurrent()).toBe(true)
    revisions.raise(['b', 'c'])
    expect([reads.isCurrent(), reads.isCurrent()]).toEqual([false, false])
  })

  test('keeps the revision of the first read', () => {
    const revisions = createRevisions()
    const reads = revisions.reads()
    reads.note('a')
    revisions.raise(['a'])
    reads.note('a')
    expect(reads.isCurrent()).toBe(false)
    const later = revisions.reads()
    later.note('a')
    expect(later.isCurrent()).toBe(true)
  })

  test('is no longer current when changes were missed', () => {
    const revisions = createRevisions()
    const reads = revisions.reads()
    reads.note('never raised')
    revisions.raiseAll()
    expect(reads.isCurrent()).toBe(false)
  })

  test('includes revisions from elsewhere, and updates before it compares', () => {
    let elsewhere = 1
    let late = false
    const revisions = createRevisions(() => {
      if (late) revisions.raise(['with time'])
      late = false
    })
    revisions.follow('other', () => elsewhere)
    const [one, two] = [revisions.reads(), revisions.reads()]
    one.note('other')
    two.note('with time')
    expect([one.isCurrent(), two.isCurrent()]).toEqual([true, true])
    elsewhere++
    expect([one.isCurrent(), two.isCurrent()]).toEqual([false, true])
    late = true
    expect(two.isCurrent()).toBe(false)
  })
})

describe('a derived value', () => {
  const open = () => {
    const revisions = createRevisions()
    let given = 1
    let worked = 0
    const parity = () =>
      revisions.derive('parity', ({ note }) => {
        note('number')
        worked++
        return given % 2
      })
    const set = (number: number) => {
      given = number
      revisions.raise(['number'])
    }
    return { revisions, parity, set, worked: () => worked }
  }

  test('is computed once, and again after a change of its data', () => {
    const { revisions, parity, set, worked } = open()
    expect([parity(), parity(), worked()]).toEqual([1, 1, 1])
    revisions.raise(['something else'])
    expect([parity(), worked()]).toEqual([1, 1])
    set(2)
    expect([parity(), worked()]).toEqual([0, 2])
  })

  test('counts as changed only if the result differs', () => {
    const { revisions, parity, set } = open()
    parity()
    const reads = revisions.reads()
    reads.note('parity')
    set(3)
    expect(reads.isCurrent()).toBe(true)
    set(4)
    expect(reads.isCurrent()).toBe(false)
  })

  test('stays the same object while the result is equal', () => {
    const revisions = createRevisions()
    const list = () =>
      revisions.derive(
        'list',
        ({ note }) => {
          note('a')
          return [1, 2]
        },
        (before, after) => before.join() === after.join(),
      )
    const first = list()
    revisions.raise(['a'])
    expect(list()).toBe(first)
  })

  test('can be derived from other derived values', () => {
    const { revisions, parity, set, worked } = open()
    let outer = 0
    const word = () =>
      revisions.derive('word', ({ note }) => {
        outer++
        const value = parity()
        note('parity')
        return value ? 'odd' : 'even'
      })
    expect(word()).toBe('odd')
    set(5)
    expect([word(), worked(), outer]).toEqual(['odd', 2, 1])
    set(6)
    expect([word(), outer]).toEqual(['even', 2])
  })
})
