import { expect, test } from 'vitest'
import { readPage, readSort } from './table-address.ts'

const otherwise = { column: 'name', descending: false }

test.each([
  [null, otherwise],
  ['', otherwise],
  ['-', otherwise],
  ['constructor', otherwise],
  ['-nothing', otherwise],
  ['installed', { column: 'installed', descending: false }],
  ['-installed', { column: 'installed', descending: true }],
])('an address that sorts by %j sorts by %j', (text, sort) =>
  expect(readSort(text, ['name', 'installed'], otherwise)).toEqual(sort),
)

test.each([
  [null, 1],
  ['0', 1],
  ['-1', 1],
  ['1e9', 1],
  ['2.5', 1],
  ['99999999999', 1],
  ['7', 7],
])('page %j of an address is page %i', (text, page) => expect(readPage(text)).toBe(page))
