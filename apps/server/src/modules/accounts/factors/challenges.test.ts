import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHALLENGE_MINUTES, openChallenges } from './challenges.ts'
import { addPurpose, stepPurpose } from './passkeys.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const END = after(CHALLENGE_MINUTES * 60_000)
const challenges = openChallenges('a key')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const made = (purpose = 'sign in', now = NOW) => text(challenges.make(purpose, now))

describe('a challenge', () => {
  test('is valid for ten minutes and no longer', () => {
    const challenge = made()
    expect(challenges.endOf(challenge, 'sign in', NOW)).toEqual(END)
    expect(challenges.endOf(challenge, 'sign in', new Date(END.getTime() - 1))).toEqual(END)
    expect(challenges.endOf(challenge, 'sign in', END)).toBeNull()
  })

  test('differs each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => made())).size).toBe(100)
  })

  test('is valid for every process with the same key, and invalid with another key', () => {
    expect(openChallenges('a key').endOf(made(), 'sign in', NOW)).toEqual(END)
    expect(openChallenges('another key').endOf(made(), 'sign in', NOW)).toBeNull()
  })

  test('is valid for its own purpose only', () => {
    const purposes = fc.string({ maxLength: 20 })
    fc.assert(
      fc.property(purposes, purposes, (purpose, other) => {
        const challenge = made(purpose)
        expect(challenges.endOf(challenge, purpose, NOW)).toEqual(END)
        if (other !== purpose) expect(challenges.endOf(challenge, other, NOW)).toBeNull()
      }),
    )
  })

  test('is invalid after a change of any bit', () => {
    const bytes = Buffer.from(challenges.make('sign in', NOW))
    for (let index = 0; index < bytes.length * 8; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index >> 3] = (changed[index >> 3] ?? 0) ^ (1 << (index & 7))
      expect(challenges.endOf(text(changed), 'sign in', NOW)).toBeNull()
    }
  })

  test('is invalid after a change of its end', () => {
    const bytes = Buffer.from(challenges.make('sign in', NOW))
    bytes.writeBigUInt64BE(BigInt(after(86_400_000).getTime()), 16)
    expect(challenges.endOf(text(bytes), 'sign in', after(60_000))).toBeNull()
  })

  test('has one valid spelling, so that it cannot be answered twice', () => {
    const challenge = made()
    for (const spelled of [
      `${challenge}=`,
      `${challenge} `,
      challenge.replace(/./, ' $&'),
      `${challenge}A`,
      challenge.slice(0, -1),
    ])
      expect(challenges.endOf(spelled, 'sign in', NOW)).toBeNull()
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.toString('base64') !== challenge) expect(challenges.endOf(bytes.toString('base64'), 'sign in', NOW)).toBeNull()
  })

  test('cannot be invented: random texts are invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 50, maxLength: 60 }).map(text)), (typed) => {
        expect(challenges.endOf(typed, 'sign in', NOW)).toBeNull()
      }),
    )
  })
})

describe('purposes', () => {
  test('of different sessions, accounts and steps are never the same text', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '"', ',', '\\', '[', ']'), maxLength: 4 })
    fc.assert(
      fc.property(name, name, name, name, (account, session, other, another) => {
        if (account !== other || session !== another) expect(addPurpose(account, session)).not.toBe(addPurpose(other, another))
        if (account !== other) expect(stepPurpose(account)).not.toBe(stepPurpose(other))
        expect(stepPurpose(account)).not.toBe(addPurpose(account, session))
        expect([stepPurpose(account), addPurpose(account, session)]).not.toContain('sign in')
      }),
    )
  })
})
