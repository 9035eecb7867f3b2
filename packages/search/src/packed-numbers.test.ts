import { expect, test } from 'vitest'
import { readNumber, sizeOf, TOO_LARGE, writeNumber } from './packed-numbers.ts'

test('numbers written one after another are read again, in as few bytes as they need', () => {
  const numbers = [0, 1, 127, 128, 300, 16_383, 16_384, 2_097_151, 2_097_152, TOO_LARGE - 1, 5]
  const bytes = new Uint8Array(64)
  let end = 0
  for (const number of numbers) end = writeNumber(bytes, end, number)
  const read: number[] = []
  for (let at = 0; at < end; at += sizeOf(read.at(-1) as number)) read.push(readNumber(bytes, at))
  expect(read).toEqual(numbers)
  expect(numbers.map(sizeOf)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 1])
})
