import { describe, expect, test } from 'vitest'
import { isFlagSet, numericProp } from './custom-props.ts'

describe('isFlagSet', () => {
  test.each([
    ['true', true],
    ['false', false],
    ['TRUE', false],
    ['1', false],
    ['', false],
    [1, false],
    [null, false],
  ])('%j is %s', (value, expected) => {
    expect(isFlagSet({ isService: value }, 'isService')).toBe(expected)
  })

  test('a property that was never set is off', () => {
    expect(isFlagSet({}, 'isService')).toBe(false)
  })
})

describe('numericProp', () => {
  test.each([
    [10, 10],
    [-2.5, -2.5],
    [0, 0],
    ['10', 10],
    [' 12.5 ', 12.5],
    ['-3', -3],
    ['', null],
    [' ', null],
    ['ten', null],
    ['10%', null],
    ['0x10', null],
    ['1e3', null],
    ['.', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [null, null],
  ])('%j is %j', (value, expected) => {
    expect(numericProp({ order: value }, 'order')).toBe(expected)
  })

  test('a property that was never set is null', () => {
    expect(numericProp({}, 'order')).toBeNull()
  })
})
