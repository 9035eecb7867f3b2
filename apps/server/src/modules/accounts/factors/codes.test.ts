import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { appAddress, newAppSecret, stepOfCode } from './app-codes.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

describe('a code of an authenticator app', () => {
  // The last six digits of the codes in RFC 6238, appendix B. The secret is "12345678901234567890".
  const secret = Secret.fromLatin1('12345678901234567890').base32
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(stepOfCode(secret, code, at(seconds))).toBe(step)
    expect(stepOfCode(secret, code, at((step + 1) * 30))).toBe(step)
    expect(stepOfCode(secret, code, at((step - 1) * 30))).toBe(step)
    expect(stepOfCode(secret, code, at((step + 2) * 30))).toBeNull()
    expect(stepOfCode(secret, code, at((step - 1) * 30 - 1))).toBeNull()
  })

  test.each(['', '28708', '2870820', ' 287082', 'abcdef', '２８７０８２'])('"%s" is not a code', (code) => {
    expect(stepOfCode(secret, code, at(59))).toBeNull()
  })

  test('is the one that an app computes from the address in the QR code', () => {
    const own = newAppSecret()
    expect(own).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAppSecret()).not.toBe(own)
    const address = appAddress(own, 'ada+shop@example.test')
    expect(address).toMatch(/^otpauth:\/\/totp\/Marketplace:ada%2Bshop%40example\.test\?/)
    const code = TOTP.generate({
      secret: Secret.fromBase32(new URL(address).searchParams.get('secret') ?? ''),
      timestamp: 59_000,
    })
    expect(stepOfCode(own, code, at(59))).toBe(1)
  })
})

describe('recovery codes', () => {
  test('are ten different ones, readable aloud', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
  })

  test('are accepted in any case and with any separators', () => {
    const hash = hashOfRecoveryCode('01abcd-efghjk-mnpqrs-tvwxyz')
    expect(hash).toMatch(/^[\w-]{43}$/)
    for (const typed of ['01ABCD EFGHJK MNPQRS TVWXYZ', ' oiabcdefghjkmnpqrstvwxyz', 'OLABCD-EFGHJK-MNPQRS-TVWXYZ'])
      expect(hashOfRecoveryCode(typed)).toBe(hash)
    for (const wrong of ['', '123456', '01abcd-efghjk-mnpqrs-tvwxy', '01abcd-efghjk-mnpqrs-tvwxyz0'])
      expect(hashOfRecoveryCode(wrong)).toBeNull()
  })
})
