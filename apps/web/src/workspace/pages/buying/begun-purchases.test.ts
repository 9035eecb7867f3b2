import { expect, test } from 'vitest'
import { notePurchase, takePurchase } from './begun-purchases.ts'

test('what this tab pays for is taken once, and what it does not pay for never', () => {
  notePurchase('cart')
  expect(takePurchase('another')).toBe(false)
  expect(takePurchase('cart')).toBe(true)
  expect(takePurchase('cart')).toBe(false)
  notePurchase('cart')
  notePurchase('cart')
  expect(takePurchase('cart')).toBe(true)
  expect(takePurchase('cart')).toBe(false)
})
