import { expect, test } from 'vitest'
import { askedTexts, hostileTexts, typedTexts } from './typed-texts.ts'

test('types a name from its second letter to its last, and nothing twice', () => {
  const names = Array.from({ length: 40 }, (_, number) => `Mailbird ${number}`)
  const texts = typedTexts(names, 1)
  expect(texts).toContain('ma')
  expect(texts).toContain('mailbir')
  expect(texts).toContain('mailbird 7')
  expect(texts.every((text) => text.length >= 2 && text === text.trim())).toBe(true)
  expect(new Set(texts).size).toBe(texts.length)
})

test('mistypes some names, the same ones for the same seed', () => {
  const names = Array.from({ length: 40 }, () => 'Mailbird')
  const texts = typedTexts(names, 1)
  expect(texts.filter((text) => !'mailbird'.startsWith(text)).length).toBeGreaterThan(10)
  expect(typedTexts(names, 1)).toEqual(texts)
  expect(typedTexts(names, 2)).not.toEqual(texts)
})

test('asks for each word alone and with others, the same for the same seed, and nothing twice', () => {
  const words = Array.from({ length: 30 }, (_, number) => `word${number}`)
  const texts = askedTexts(words, 1)
  expect(texts).toEqual(expect.arrayContaining(words))
  expect(texts.length).toBeGreaterThan(3 * words.length)
  expect(new Set(texts).size).toBe(texts.length)
  expect(askedTexts(words, 1)).toEqual(texts)
  expect(askedTexts(words, 2)).not.toEqual(texts)
})

test('writes long texts of mistyped words, the same for the same seed', () => {
  const texts = hostileTexts(['mailbird', 'parcel'], 1, { count: 3, length: 200 })
  expect(texts.map(({ length }) => length)).toEqual([200, 200, 200])
  expect(new Set(texts).size).toBe(3)
  expect(hostileTexts(['mailbird', 'parcel'], 1, { count: 3, length: 200 })).toEqual(texts)
})
