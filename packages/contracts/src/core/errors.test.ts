import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorMessage, ERRORS } from './errors.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]
const placeholders = (code: ErrorCode) => [...ERRORS[code].message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('each error', () => {
  test.each(codes)('%s has a status of HTTP for failures and a sentence for people', (code) => {
    const { status, message } = ERRORS[code]
    expect([400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 431, 500, 503]).toContain(status)
    expect(message.trim()).toBe(message)
    expect(message).toMatch(/^(?:\{|[A-Z]|return_url )/)
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/)
  })

  test.each<[RegExp, number]>([
    [/_NOT_FOUND$/, 404],
    [/_UNAVAILABLE$|^NOT_READY$|_UNANSWERED$|_BUSY$/, 503],
    [/^INSTALL_/, 403],
    [/^PLAN_(?:TEAM|BUSINESS|ENTERPRISE)_NEEDED$/, 422],
    [/^(?:CART|CHARGE|PAYOUT|REVIEW)_CHANGED$/, 409],
    [/^COUPON_(?:EXPIRED|USED_UP)$/, 422],
  ])('codes like %s have the same status, %i', (pattern, status) => {
    // An unknown agent makes a body invalid, so its status differs from the status of other unknown ids.
    const alike = codes.filter((code) => pattern.test(code) && code !== 'AGENT_NOT_FOUND')
    expect(alike.map((code) => [code, ERRORS[code].status])).toEqual(alike.map((code) => [code, status]))
    expect(alike.length).toBeGreaterThan(0)
  })

  test('only a payment that is due has the status 402, and only an unexpected error 500', () => {
    const withStatus = (status: number) => codes.filter((code) => ERRORS[code].status === status)
    expect(withStatus(402)).toEqual(['PAYMENT_DUE'])
    expect(withStatus(500)).toEqual(['UNEXPECTED_ERROR'])
  })
})

describe('the message for people', () => {
  test('has the given words in place of the placeholders', () => {
    expect(errorMessage('INSTALL_OWNER_ONLY', { product: 'Live Chat' })).toBe(
      'To install contact the owner of the Live Chat license.',
    )
    expect(errorMessage('LICENSE_INACTIVE', { product: 'Help Desk' })).toBe(
      'Your Help Desk license is inactive. Go to Help Desk app and activate it.',
    )
    expect(errorMessage('CHARGE_STATE', { state: 'cancelled' })).toBe('The charge is cancelled, so this cannot be done with it.')
  })

  test.each(codes.filter((code) => placeholders(code).length > 0))(
    '%s has no placeholder left if all words are given',
    (code) => {
      const words = Object.fromEntries(placeholders(code).map((name) => [name, `a ${name}`]))
      expect(errorMessage(code, words)).not.toMatch(/[{}]/)
      for (const word of Object.values(words)) expect(errorMessage(code, words)).toContain(word)
    },
  )

  test.each([[{}], [{ product: undefined }], [{ product: 7 }], [{ product: null }], [{ other: 'a' }]])(
    'keeps a placeholder without a word: %j',
    (words) => expect(errorMessage('INSTALL_OWNER_ONLY', words)).toContain('{product}'),
  )

  test('inserts a word unchanged, even if it looks like a placeholder', () => {
    expect(errorMessage('SPECIAL_INSTALL_REFUSED', { reason: '$& {reason} $1' })).toBe('$& {reason} $1')
  })

  test('of a code without placeholders is that of the table', () => {
    const plain = codes.filter((code) => placeholders(code).length === 0)
    expect(plain.map((code) => errorMessage(code, { product: 'X' }))).toEqual(plain.map((code) => ERRORS[code].message))
  })
})
