import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createMemory } from './remember.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute))

describe('remembered values of a snapshot', () => {
  test('is computed once for each key', () => {
    const remember = createMemory()
    const work = vi.fn((value: string) => ({ value, until: null }))
    const ask = (key: string) => remember(key, at(0), () => work(`made for ${key}`)).value
    expect([ask('a'), ask('b'), ask('a'), ask('b')]).toEqual(['made for a', 'made for b', 'made for a', 'made for b'])
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('lasts until its end, and not to it', () => {
    const remember = createMemory()
    const work = vi.fn(() => ({ value: work.mock.calls.length, until: at(10) }))
    expect(remember('sale', at(0), work)).toEqual({ value: 1, until: at(10) })
    expect(remember('sale', new Date(at(10).getTime() - 1), work).value).toBe(1)
    expect(remember('sale', at(10), () => ({ value: 2, until: at(20) })).value).toBe(2)
    expect(remember('sale', at(19), work).value).toBe(2)
  })

  test('may be nothing, and still is not computed again', () => {
    const remember = createMemory()
    const work = vi.fn(() => ({ value: undefined, until: null }))
    remember('none', at(0), work)
    remember('none', at(1), work)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('is not remembered if it fails', () => {
    const remember = createMemory()
    const fail = () => {
      throw new Error('on purpose')
    }
    expect(() => remember('a', at(0), fail)).toThrow('on purpose')
    expect(remember('a', at(0), () => ({ value: 'made', until: null })).value).toBe('made')
  })

  test('belongs to its snapshot alone', () => {
    const [before, after] = [createMemory(), createMemory()]
    before('a', at(0), () => ({ value: 'old', until: null }))
    expect(after('a', at(0), () => ({ value: 'new', until: null })).value).toBe('new')
  })

  test.each(['__proto__', 'constructor', 'toString', ''])('takes %j for a key like any other', (key) => {
    const remember = createMemory()
    expect(remember(key, at(0), () => ({ value: 'made', until: null })).value).toBe('made')
    expect(remember(key, at(0), () => ({ value: 'again', until: null })).value).toBe('made')
  })

  test('at any time it is what would be computed then', () => {
    // A value that changes at these minutes, as a price does at the start and the end of a sale.
    const changes = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 5 }).map((all) => all.toSorted((a, b) => a - b))
    const asked = fc
      .array(fc.integer({ min: 0, max: 55 }), { minLength: 1, maxLength: 20 })
      .map((all) => all.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(changes, asked, (turns, minutes) => {
        const remember = createMemory()
        const valueAt = (minute: number) => turns.filter((turn) => turn <= minute).length
        let computed = 0
        for (const minute of minutes) {
          const next = turns.find((turn) => turn > minute)
          const { value } = remember('price', at(minute), () => {
            computed += 1
            return { value: valueAt(minute), until: next === undefined ? null : at(next) }
          })
          expect(value).toBe(valueAt(minute))
        }
        expect(computed).toBeLessThanOrEqual(turns.length + 1)
      }),
    )
  })
})
