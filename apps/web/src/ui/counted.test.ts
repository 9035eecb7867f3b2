import { check, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counted, grouped } from './counted.ts'

describe('numbers in a text', () => {
  test('are grouped as the language has it', () => {
    const number = new Intl.NumberFormat('en-US')
    const same = property(integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (value) => {
      expect(grouped(value)).toBe(number.format(value))
    })
    expect(check(same)).toMatchObject({ failed: false })
    for (const value of [0, 9, 99, 999, 1000, 12_345, 999_999, 1_000_000]) expect(grouped(value)).toBe(number.format(value))
  })

  test('come with their noun', () => {
    expect([counted(0, 'app'), counted(1, 'app'), counted(1069, 'app')]).toEqual(['0 apps', '1 app', '1,069 apps'])
  })
})
