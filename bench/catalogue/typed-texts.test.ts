import { expect, test } from 'vitest'
import { typedTexts } from './typed-texts.ts'

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
