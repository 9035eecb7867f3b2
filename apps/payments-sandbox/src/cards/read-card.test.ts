import { expect, test } from 'vitest'
import { isExpired, readCard } from './read-card.ts'

const NOW = Date.UTC(2026, 10, 22)
const read = (number: string, expMonth = '12', expYear = '26', code = '123') => readCard({ number, expMonth, expYear, code }, NOW)

test.each([
  ['4242 4242 4242 4242', 'visa', '424242', '4242'],
  ['5555-5555-5555-4444', 'mastercard', '555555', '4444'],
  ['378282246310005', 'amex', '378282', '0005'],
])('%s is %s', (number, brand, firstSix, lastFour) => {
  expect(read(number, '1', '2031')).toEqual({
    brand,
    firstSix,
    lastFour,
    expMonth: 1,
    expYear: 2031,
    behaviour: expect.any(String),
  })
  // The row must not contain the number.
  expect(JSON.stringify(read(number))).not.toContain(number.replaceAll(/\D/g, ''))
})

test.each([
  ['', '12', '30', '123', 'invalid_number'],
  ['4242', '12', '30', '123', 'invalid_number'],
  ['4242424242424242x', '12', '30', '123', 'invalid_number'],
  ['4242424242424241', '12', '30', '123', 'incorrect_number'],
  ['4242424242424242', '0', '30', '123', 'invalid_expiry_month'],
  ['4242424242424242', '13', '30', '123', 'invalid_expiry_month'],
  ['4242424242424242', '1e0', '30', '123', 'invalid_expiry_month'],
  ['4242424242424242', '10', '26', '123', 'invalid_expiry_year'],
  ['4242424242424242', '12', '1999', '123', 'invalid_expiry_year'],
  ['4242424242424242', '12', '', '123', 'invalid_expiry_year'],
  ['4242424242424242', '12', '30', '', 'invalid_cvc'],
  ['4242424242424242', '12', '30', '12345', 'invalid_cvc'],
  ['4111111111111111', '12', '30', '123', 'card_declined'],
])('%s, %s / %s, %s: %s', (number, month, year, code, fault) => {
  expect(read(number, month, year, code)).toMatchObject({ code: fault })
})

test('a card is good to the end of its month', () => {
  const card = { expMonth: 11, expYear: 2026 }
  expect(isExpired(card, Date.UTC(2026, 11, 1) - 1)).toBe(false)
  expect(isExpired(card, Date.UTC(2026, 11, 1))).toBe(true)
  expect(isExpired({ expMonth: 12, expYear: 2026 }, Date.UTC(2027, 0, 1))).toBe(true)
})
