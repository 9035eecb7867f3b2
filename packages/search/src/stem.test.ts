import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlural, LONGEST_ENDING, stem, stemPrefix } from './stem.ts'

describe('words with the same stem', () => {
  test.each([
    ['integration', 'integrations'],
    ['category', 'categories'],
    ['invoice', 'invoices', 'invoicing', 'invoiced'],
    ['tag', 'tags', 'tagging', 'tagged'],
    ['run', 'runs', 'running'],
    ['sync', 'syncs', 'syncing', 'synced'],
    ['box', 'boxes'],
    ['process', 'processes', 'processing', 'processed'],
    ['search', 'searches', 'searching'],
    ['copy', 'copies', 'copied'],
    ['database', 'databases'],
    ['share', 'shares', 'sharing', 'shared'],
    ['call', 'calls', 'calling'],
  ])('%s', (...words) => {
    expect(new Set(words.map(stem)).size).toBe(1)
  })
})

describe('words that are no inflections of each other', () => {
  test.each([
    ['speed', 'spe'],
    ['string', 'str'],
    ['status', 'statu'],
    ['analysis', 'analysi'],
    ['address', 'addres'],
    ['bring', 'br'],
    ['university', 'universe'],
    ['news', 'new'],
    ['canvas', 'canva'],
    ['outing', 'out'],
    ['2020', '2020s'],
    ['тест', 'тесты'],
  ])('%s, %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other))
  })
})

describe('singular and plural', () => {
  test.each([
    ['invoice', 'invoices', true],
    ['boxes', 'box', true],
    ['category', 'categories', true],
    ['meetings', 'meeting', true],
    ['meetings', 'meet', false],
    ['accounting', 'accounts', false],
    ['news', 'new', false],
  ])('%s, %s: %s', (one, other, expected) => {
    expect(isPlural(one, other)).toBe(expected)
  })
})

test('a word begins with what its stem says it does, and is not much longer', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abegiloinrsty'), minLength: 1, maxLength: 12 }), (word) => {
      expect(word.startsWith(stemPrefix(stem(word)))).toBe(true)
      expect(word.length - stem(word).length).toBeLessThanOrEqual(LONGEST_ENDING)
    }),
  )
})
