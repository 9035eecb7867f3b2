import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUTCOME_LIMITS } from '@marketplace/contracts/installs/special-install'
import { readSpecialAnswer, specialInstallOf } from './special-installs.ts'

const LISTED = ['https://chatbot.example', 'http://127.0.0.1:3003']

describe('the product that is asked to agree to an install', () => {
  test.each<[string | null, { price: number } | null, string | null]>([
    ['https://chatbot.example/install?from=a', null, 'https://chatbot.example/install?from=a'],
    ['http://127.0.0.1:3003/install/chatbot', { price: 0 }, 'http://127.0.0.1:3003/install/chatbot'],
    ['https://chatbot.example/install', { price: 1000 }, null],
    [null, null, null],
    ['https://other.example/install', null, null],
    ['http://chatbot.example/install', null, null],
    ['https://chatbot.example:8443/install', null, null],
    ['https://chatbot.example.evil.example/install', null, null],
    ['https://chatbot.example@evil.example/install', null, null],
    ['https://user@chatbot.example/install', null, null],
    ['javascript:alert(1)', null, null],
  ])('%j with the payment %j: %j', (directInstallUrl, payment, expected) => {
    expect(specialInstallOf({ directInstallUrl, payment }, LISTED)?.href ?? null).toBe(expected)
  })

  test('is null without a list of origins', () => {
    expect(specialInstallOf({ directInstallUrl: 'https://chatbot.example/install', payment: null }, [])).toBeNull()
  })
})

const agreed = (accountStatus: string | null = null, message: string | null = null) => ({ done: true, accountStatus, message })
const refused = (reason: string | null = null) => ({ done: false, reason })

describe('the product’s answer', () => {
  test.each<[string, number, string, unknown]>([
    ['a status and a message', 200, '{"accountStatus":"created","message":"Welcome."}', agreed('created', 'Welcome.')],
    ['201', 201, '{"accountStatus":"existing"}', agreed('existing')],
    ['a message alone', 200, '{"message":"Welcome."}', agreed(null, 'Welcome.')],
    ['a status that nobody knows', 200, '{"accountStatus":"on the moon"}', agreed('on the moon')],
    ['nothing', 204, '', agreed()],
    ['blanks', 200, ' \n', agreed()],
    ['an empty object', 200, '{}', agreed()],
    ['fields of other kinds', 200, '{"accountStatus":7,"message":["a"],"error":null}', agreed()],
    ['markup, which stays text', 200, '{"message":"<b>Hi</b>"}', agreed(null, '<b>Hi</b>')],
    ['control characters and lines', 200, '{"message":" a\\u0000\\u202eb\\n\\tc "}', agreed(null, 'a b c')],
    ['half a character', 200, '{"message":"a\\ud800"}', agreed(null, 'a\ufffd')],
    ['an error with a good status', 200, '{"accountStatus":"created","error":{"message":"No."}}', refused('No.')],
    ['an error without words', 200, '{"error":{}}', refused()],
    ['an error that is no object', 200, '{"error":"no"}', refused()],
    ['a refusal', 409, '{"error":{"message":"Your trial has ended."}}', refused('Your trial has ended.')],
    ['a bad status with a message alone', 500, '{"message":"ignored","accountStatus":"created"}', refused()],
    ['a bad status without JSON', 502, '<html>', refused()],
    ['a redirect without an address', 304, '', refused()],
    ['a page', 200, '<html>Sign in</html>', null],
    ['half an object', 200, '{"accountStatus":"cre', null],
    ['a list', 200, '[1]', null],
    ['a text', 200, '"created"', null],
    ['null', 200, 'null', null],
  ])('%s', (_, status, body, expected) => {
    expect(readSpecialAnswer(status, body)).toEqual(expected)
  })

  test('is cut to a maximum length, and never within a character', () => {
    const long = { accountStatus: 'é'.repeat(5_000), message: `${'x'.repeat(498)}😀${'y'.repeat(9_000)}` }
    const read = readSpecialAnswer(200, JSON.stringify(long))
    expect(read).toEqual(agreed(`${'é'.repeat(99)}…`, `${'x'.repeat(498)}…`))
  })

  test('is always readable, as texts of a bounded length on one line', () => {
    const text = fc.uint16Array({ maxLength: 1_200 }).map((units) => String.fromCharCode(...units))
    const anyField = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }))
    const answer = fc.record({ accountStatus: anyField, message: anyField, error: anyField }, { requiredKeys: [] })
    const anyBody = fc.oneof(
      text,
      fc.json({ maxDepth: 2 }),
      answer.map((fields) => JSON.stringify(fields)),
    )
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), anyBody, (status, body) => {
        const read = readSpecialAnswer(status, body)
        const texts = read === null ? [] : read.done ? [read.accountStatus, read.message] : [read.reason]
        for (const text of texts) {
          if (text === null) continue
          expect(text.length).toBeLessThanOrEqual(OUTCOME_LIMITS.message)
          expect(text).not.toMatch(/[\p{Cc}\n]/u)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
    )
  })
})
