import { expect, test } from 'vitest'
import { cardEnd, expiresSoon } from './card-expiry.ts'

test.each([
  [8, 2029, '2029-09-01T00:00:00.000Z'],
  [12, 2029, '2030-01-01T00:00:00.000Z'],
  [2, 2028, '2028-03-01T00:00:00.000Z'],
])('a card of %i/%i is good until %s', (expiryMonth, expiryYear, end) => {
  expect(cardEnd({ expiryMonth, expiryYear }).toISOString()).toBe(end)
})

test.each([
  ['2029-08-01T23:59:59.999Z', false],
  ['2029-08-02T00:00:00.000Z', true],
  ['2029-08-31T00:00:00.000Z', true],
  ['2031-01-01T00:00:00.000Z', true],
])('at %s a card of 8/2029 expires soon: %s', (now, soon) => {
  expect(expiresSoon({ expiryMonth: 8, expiryYear: 2029 }, new Date(now))).toBe(soon)
})
