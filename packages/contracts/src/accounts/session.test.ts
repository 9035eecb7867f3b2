import { describe, expect, test } from 'vitest'
import { ERRORS } from '../core/errors.ts'
import {
  ACCOUNTS_TIMEOUT_MS,
  explainAuthorization,
  HOST_TOKEN_KEY,
  INSTALLS_KEY,
  RENEW_BEFORE_MS,
  RENEW_SPREAD_MS,
  SESSION_TEXTS,
  SIGNED_IN_KEY,
  SILENT_TIMEOUT_MS,
  STATE_LENGTH,
  TOKEN_COOKIE_SECONDS,
  TOKEN_KEY,
  TRANSACTION_KEY,
  TRANSACTION_MS,
  VERIFIER_LENGTH,
} from './session.ts'

/** The lifetime of an access token, as docs/SECURITY.md documents it and published clients expect it. */
const TOKEN_MS = 8 * 3_600_000

describe('why an authorization was refused', () => {
  const CODES = [
    'invalid_request',
    'unauthorized_client',
    'access_denied',
    'unsupported_response_type',
    'identity_lost',
    'account_suspended',
    'unauthorized',
  ]
  test.each(CODES)('%s is explained in a sentence', (code) => expect(explainAuthorization(code)).toMatch(/^[A-Z].+\.$/))

  test('no two codes have the same words', () => {
    expect(new Set(CODES.map(explainAuthorization)).size).toBe(CODES.length)
  })

  // The code comes from an address, so it can be any text.
  test.each([
    '',
    'else',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'ACCESS_DENIED',
    ' access_denied',
    'access_denied\0',
  ])('%j is no code', (code) => expect(explainAuthorization(code)).toBeUndefined())
})

describe('a session in a browser', () => {
  test('is renewed before its token expires, early enough for several tries', () => {
    expect(RENEW_BEFORE_MS + RENEW_SPREAD_MS).toBeLessThan(TOKEN_MS / 10)
    expect(RENEW_BEFORE_MS).toBeGreaterThan(10 * ACCOUNTS_TIMEOUT_MS)
    expect(SILENT_TIMEOUT_MS).toBeLessThan(ACCOUNTS_TIMEOUT_MS)
  })

  test('has a cookie that outlives its token, and a pending sign-in that expires before a token does', () => {
    expect(TOKEN_COOKIE_SECONDS * 1_000).toBeGreaterThanOrEqual(TOKEN_MS)
    expect(TRANSACTION_MS).toBeLessThan(TOKEN_MS)
  })

  test('has a verifier of a length that RFC 7636 allows, and a state that cannot be guessed', () => {
    expect(VERIFIER_LENGTH).toBeGreaterThanOrEqual(43)
    expect(VERIFIER_LENGTH).toBeLessThanOrEqual(128)
    expect(STATE_LENGTH).toBeGreaterThanOrEqual(22)
  })

  test('has a different storage key for each value', () => {
    const keys = [TOKEN_KEY, HOST_TOKEN_KEY, SIGNED_IN_KEY, TRANSACTION_KEY, INSTALLS_KEY]
    expect(new Set(keys).size).toBe(keys.length)
    // A pending sign-in is found by the beginning of its key, so no other key may begin like it.
    for (const key of keys.filter((other) => other !== TRANSACTION_KEY)) expect(key.startsWith(TRANSACTION_KEY)).toBe(false)
  })

  test('describes an invalid token in the words of the API', () => {
    expect(SESSION_TEXTS.tokenInvalid).toBe(ERRORS.TOKEN_INVALID.message)
  })
})
