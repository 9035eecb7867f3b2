import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChallengeForm } from '../../../db/schema.ts'
import { provesChallenge, readChallenge } from './challenge.ts'

const ALL: ChallengeForm[] = ['S256', 'sdk', 'plain']
const hashOf = (verifier: string) => createHash('sha256').update(verifier).digest()
const rfcForm = (verifier: string) => hashOf(verifier).toString('base64url')
const words = (verifier: string) => Array.from({ length: 8 }, (_, index) => hashOf(verifier).readInt32BE(index * 4))
const sdkForm = (verifier: string) => Buffer.from(words(verifier).join(',')).toString('base64url')

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
const verifiers = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 43, maxLength: 128 })
/** RFC 7636, appendix B. */
const EXAMPLE = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
}

describe('readChallenge', () => {
  test('all forms of a challenge are read as the same challenge, which only its verifier proves', () => {
    fc.assert(
      fc.property(verifiers, verifiers, (verifier, another) => {
        fc.pre(verifier !== another)
        const read = [
          readChallenge(rfcForm(verifier), 'S256', ALL),
          readChallenge(sdkForm(verifier), 'S256', ALL),
          readChallenge(verifier, 'plain', ALL),
          readChallenge(verifier, null, ALL),
        ]
        expect(read.map((challenge) => challenge?.form)).toEqual(['S256', 'sdk', 'plain', 'plain'])
        for (const challenge of read) {
          expect(challenge?.value).toBe(rfcForm(verifier))
          expect(provesChallenge(verifier, challenge?.value ?? null)).toBe(true)
          expect(provesChallenge(another, challenge?.value ?? null)).toBe(false)
        }
      }),
    )
  })

  test('a form is read only for a client that is registered for it', () => {
    const { verifier } = EXAMPLE
    const given = { S256: [rfcForm(verifier), 'S256'], sdk: [sdkForm(verifier), 'S256'], plain: [verifier, 'plain'] } as const
    for (const form of ALL) {
      const [value, method] = given[form]
      expect(readChallenge(value, method, [form])?.form).toBe(form)
      const others = ALL.filter((each) => each !== form)
      expect(readChallenge(value, method, others)).toBeNull()
    }
  })

  test('the example of the RFC', () => {
    expect(readChallenge(EXAMPLE.challenge, 'S256', ['S256'])).toEqual({ value: EXAMPLE.challenge, form: 'S256' })
    expect(provesChallenge(EXAMPLE.verifier, EXAMPLE.challenge)).toBe(true)
  })

  const text = (value: string) => Buffer.from(value).toString('base64url')
  test.each([
    ['nothing', ''],
    ['a short hash', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c'],
    ['a long hash', `${EXAMPLE.challenge}A`],
    ['bits beyond the hash', `${EXAMPLE.challenge.slice(0, -1)}N`],
    ['padding', `${EXAMPLE.challenge}=`],
    ['the other base64', `${EXAMPLE.challenge.slice(0, -2)}+/`],
    ['hexadecimal', createHash('sha256').update('x').digest('hex')],
    ['seven words', text('1,2,3,4,5,6,7')],
    ['nine words', text('1,2,3,4,5,6,7,8,9')],
    ['a word beyond 32 bits', text('1,2,3,4,5,6,7,2147483648')],
    ['a word below 32 bits', text('1,2,3,4,5,6,7,-2147483649')],
    ['a leading zero', text('1,2,3,4,5,6,7,08')],
    ['a plus', text('1,2,3,4,5,6,7,+8')],
    ['minus nothing', text('1,2,3,4,5,6,7,-0')],
    ['a fraction', text('1,2,3,4,5,6,7,8.0')],
    ['an exponent', text('1,2,3,4,5,6,7,8e1')],
    ['an empty word', text('1,2,3,,5,6,7,8')],
    ['spaces', text('1, 2,3,4,5,6,7,8')],
  ])('%s is no challenge', (_, value) => {
    expect(readChallenge(value, 'S256', ALL)).toBeNull()
  })

  test('an unknown method is refused', () => {
    for (const method of ['s256', 'PLAIN', 'S512', 'none']) expect(readChallenge(EXAMPLE.challenge, method, ALL)).toBeNull()
  })
})

describe('provesChallenge', () => {
  test.each([
    ['no verifier where there is a challenge', undefined, EXAMPLE.challenge],
    ['a verifier where there is no challenge', EXAMPLE.verifier, null],
    ['the challenge itself', EXAMPLE.challenge, EXAMPLE.challenge],
    ['one that is too short', 'a'.repeat(42), rfcForm('a'.repeat(42))],
    ['one that is too long', 'a'.repeat(129), rfcForm('a'.repeat(129))],
    ['one with other letters', `${'a'.repeat(43)}ä`, rfcForm(`${'a'.repeat(43)}ä`)],
  ])('%s', (_, verifier, challenge) => {
    expect(provesChallenge(verifier, challenge)).toBe(false)
  })

  test('no challenge needs no verifier', () => {
    expect(provesChallenge(undefined, null)).toBe(true)
  })
})
