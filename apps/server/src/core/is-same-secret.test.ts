import { expect, test } from 'vitest'
import { isSameSecret } from './is-same-secret.ts'

test.each<[string | Buffer, string | Buffer, boolean]>([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['secre', 'secret', false],
  ['', 'secret', false],
  ['é', 'e', false],
  [Buffer.from([1, 2, 3]), Buffer.from([1, 2, 3]), true],
  [Buffer.from([1, 2, 3]), Buffer.from([1, 2, 4]), false],
])('%j and %j: %j', (given, expected, isSame) => {
  expect(isSameSecret(given, expected)).toBe(isSame)
})
