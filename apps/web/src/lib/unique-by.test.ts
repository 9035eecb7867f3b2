import { expect, it } from 'vitest'
import { uniqueBy } from './unique-by.ts'

it('keeps the first of each key, in order', () =>
  expect(uniqueBy(['b1', 'a1', 'b2', 'c1', 'a2'], (text) => text.slice(0, 1))).toEqual(['b1', 'a1', 'c1']))
