import { addSeconds } from '../../../core/clock.ts'
import fc from 'fast-check'
import { REGIONS } from '@marketplace/contracts/core/roles'
import { describe, expect, test } from 'vitest'
import type { OrganizationId } from '../../../core/caller.ts'
import { hashSecret } from './secrets.ts'
import { expiryOf, LIFETIMES, newAccess, newCode, newRefresh, type TokenBasis } from './issue.ts'

const AUTHORIZED = new Date('2026-11-22T10:00:00Z')
const DAY = 86_400
const basis: TokenBasis = {
  familyId: 'family',
  clientId: 'client',
  accountId: 'account',
  organizationId: 'organization' as OrganizationId,
  actorId: null,
  sessionHash: 'session',
  scopes: ['billing_manage'],
  authorizedAt: AUTHORIZED,
}
const at = (seconds: number): Date => addSeconds(AUTHORIZED, seconds)

describe('a token lives as long as its kind, and never longer than the authorization', () => {
  test.each<[string, number, number, number]>([
    ['at once, for eight hours', 0, LIFETIMES.access, LIFETIMES.access],
    ['after a day', DAY, LIFETIMES.access, DAY + LIFETIMES.access],
    ['for the last four hours', 90 * DAY - 14_400, LIFETIMES.access, 90 * DAY],
    ['to the very end', 90 * DAY - LIFETIMES.access, LIFETIMES.access, 90 * DAY],
    ['a month before the end', 60 * DAY, LIFETIMES.refresh, 90 * DAY],
    ['a day later than that', 61 * DAY, LIFETIMES.refresh, 90 * DAY],
    ['when the authorization is over', 91 * DAY, LIFETIMES.access, 90 * DAY],
  ])('%s', (_, now, lives, expires) => expect(expiryOf(basis, at(now), lives)).toEqual(at(expires)))

  test('at any time of issue, for any lifetime', () => {
    const seconds = fc.integer({ min: 0, max: 200 * DAY })
    fc.assert(
      fc.property(seconds, seconds, (now, lives) => {
        const expires = expiryOf(basis, at(now), lives).getTime()
        expect(expires).toBeLessThanOrEqual(at(LIFETIMES.family).getTime())
        expect(expires).toBeLessThanOrEqual(at(now + lives).getTime())
        expect([at(LIFETIMES.family).getTime(), at(now + lives).getTime()]).toContain(expires)
      }),
    )
  })

  test('with the lifetimes of docs/SECURITY.md', () => {
    expect(LIFETIMES).toEqual({ code: 300, access: 28_800, refresh: 30 * DAY, ghost: 3_600, family: 90 * DAY })
  })
})

describe('the stored row of a token', () => {
  const given = {
    access: newAccess(basis, 'fra', at(0)),
    refresh: newRefresh(basis, at(0)),
    code: newCode(basis, { redirectUri: 'https://a.example', challenge: 'c', challengeForm: 'S256' }, at(0)),
  }

  test.each(Object.entries(given))('%s: its hash, never the secret', (kind, { secret, row }) => {
    expect(row.kind).toBe(kind)
    expect(row.hash).toBe(hashSecret(secret))
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row).toMatchObject(basis)
    expect(row.createdAt).toEqual(at(0))
  })

  test('a code is bound to the address and the challenge of its request, and lives five minutes', () => {
    expect(given.code.row).toMatchObject({ redirectUri: 'https://a.example', challenge: 'c', challengeForm: 'S256' })
    expect(given.code.row.expiresAt).toEqual(at(300))
  })

  test('an access token with another lifetime expires after that', () => {
    expect(newAccess(basis, 'fra', at(0), LIFETIMES.ghost).row.expiresAt).toEqual(at(3_600))
  })

  test.each(REGIONS)('an access token begins with its region, %s', (region) => {
    expect(newAccess(basis, region, at(0)).secret).toMatch(new RegExp(`^${region}:[\\w-]{43}$`))
  })

  test('no two secrets are the same', () => {
    const secrets = Array.from({ length: 200 }, () => newRefresh(basis, at(0)).secret)
    expect(new Set(secrets).size).toBe(secrets.length)
  })
})
