import { expect, test } from 'vitest'
import { byFrequency, eachToken, packTokens } from './token-list.ts'

test('the most frequent terms come first, those that are about as frequent in any order', () => {
  expect([...byFrequency(Uint32Array.of(1, 100, 0, 10))]).toEqual([1, 3, 0, 2])
  expect([...byFrequency(new Uint32Array(0))]).toEqual([])
})

test('texts of more terms than a unit has room for are read as they were', () => {
  const TERMS = 60_000
  const written = Array.from({ length: 3 * TERMS }, (_, number) => ((number * 7919) % TERMS) * 2 + (number % 3 === 1 ? 1 : 0))
  const starts = Uint32Array.of(0, 1, 1, 100_000, written.length)
  const counts = Uint32Array.from({ length: TERMS }, (_, term) => 1 + (term % 1_000))
  const tokens = packTokens({ starts, entries: Uint32Array.from(written) }, counts)
  expect(tokens.units.length).toBeGreaterThan(written.length)
  const read: number[] = []
  for (let text = 0; text < starts.length - 1; text++)
    eachToken(tokens, text, (index, isPiece) => {
      read.push((tokens.terms[index] as number) * 2 + Number(isPiece))
      return true
    })
  expect(read).toEqual(written)
})
