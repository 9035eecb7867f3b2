import { type RoleInProduct, ROLES, SCOPES } from '@marketplace/contracts/core/roles'
import { PAYING_SCOPES, scopesOf } from '@marketplace/domain/permissions'
import { describe, expect, test } from 'vitest'
import type { OrganizationId } from '../../../core/caller.ts'
import { callerOf, memberOf } from './caller-of.ts'
import type { TokenRecord } from './records.ts'

const role = (name: RoleInProduct['role'], suspended = false): RoleInProduct => ({ product: 'livechat', role: name, suspended })
const actor = { id: 'support', email: 'support@marketplace.test', staff: true, active: true }
const token = (given: Partial<TokenRecord> = {}): TokenRecord => ({
  kind: 'access',
  hash: 'hash',
  familyId: 'family',
  clientId: 'client',
  trusted: false,
  scopes: [...SCOPES],
  sessionHash: null,
  expiresAt: new Date('2026-11-22T10:00:00Z'),
  account: { id: 'ada', name: 'Ada', email: 'ada@acme.test', staff: false },
  organization: { id: 'acme' as OrganizationId, region: 'dal', develops: false },
  roles: [role('owner')],
  actor: null,
  versions: ['1'],
  ...given,
})
const scopesFor = (given: Partial<TokenRecord>): string[] => [...(callerOf(token(given))?.scopes ?? [])]

describe('the caller with a token', () => {
  test('is the account in its organization, in their current state', () => {
    expect(callerOf(token())).toMatchObject({
      accountId: 'ada',
      name: 'Ada',
      email: 'ada@acme.test',
      organizationId: 'acme',
      region: 'dal',
      clientId: 'client',
      trusted: false,
      actor: null,
      tokenHash: 'hash',
      familyId: 'family',
      versions: ['1'],
    })
  })

  test.each<[string, RoleInProduct[], boolean]>([
    ['has left', [], false],
    ['is suspended', [role('owner', true)], false],
    ['is suspended in both products', [role('owner', true), { ...role('normal', true), product: 'helpdesk' }], false],
    ['is suspended in one of two', [role('owner', true), { ...role('normal'), product: 'helpdesk' }], true],
    ['has one role', [role('viewer')], true],
  ])('is a caller only as an active member: an account that %s', (_, roles, isThere) => {
    expect(callerOf(token({ roles })) !== null).toBe(isThere)
    expect(memberOf(token({ roles })) !== null).toBe(isThere)
  })

  test.each(ROLES)('may do what the role %s gives, and no more than the token was given', (name) => {
    const held = scopesOf({ roles: [role(name)], staff: false, developer: false })
    expect(scopesFor({ roles: [role(name)] }).toSorted()).toEqual([...held].toSorted())
    expect(scopesFor({ roles: [role(name)], scopes: [] })).toEqual([])
    for (const scope of SCOPES) {
      const expected = held.includes(scope) ? [scope] : []
      expect(scopesFor({ roles: [role(name)], scopes: [scope] })).toEqual(expected)
    }
  })

  test('a role that was suspended in one product gives nothing there', () => {
    const mixed: RoleInProduct[] = [role('owner', true), { ...role('normal'), product: 'helpdesk' }]
    const asAgent = scopesOf({ roles: [{ ...role('normal'), product: 'helpdesk' }], staff: false, developer: false })
    expect(scopesFor({ roles: mixed }).toSorted()).toEqual([...asAgent].toSorted())
  })

  test('a developer’s organization adds scopes, and so does being staff', () => {
    const plain = scopesFor({ roles: [role('normal')] })
    const developing = scopesFor({
      roles: [role('normal')],
      organization: { id: 'acme' as OrganizationId, region: 'dal', develops: true },
    })
    const staff = scopesFor({ roles: [role('normal')], account: { id: 'a', name: 'A', email: 'a@a.test', staff: true } })
    expect(plain).not.toContain('dev_platform_admin')
    expect(staff).toContain('dev_platform_admin')
    expect(developing).not.toContain('dev_platform_admin')
    expect(developing.some((scope) => scope.startsWith('dps.'))).toBe(true)
  })
})

describe('staff in a ghost login', () => {
  test('are named as the actor, and have no paying scope', () => {
    const caller = callerOf(token({ actor }))
    expect(caller?.actor).toEqual({ accountId: 'support', email: 'support@marketplace.test' })
    for (const scope of PAYING_SCOPES) {
      expect(caller?.scopes.has(scope)).toBe(false)
      expect(callerOf(token())?.scopes.has(scope)).toBe(scopesFor({}).includes(scope))
    }
    expect(caller?.scopes.size).toBeGreaterThan(0)
  })

  test.each<[string, Partial<TokenRecord>]>([
    ['are staff no more', { actor: { ...actor, staff: false } }],
    ['are suspended everywhere', { actor: { ...actor, active: false } }],
    ['would be staff twice', { actor, account: { id: 'b', name: 'B', email: 'b@m.test', staff: true } }],
    ['browse as one who has left', { actor, roles: [] }],
  ])('are no caller if they %s', (_, given) => expect(callerOf(token(given))).toBeNull())
})
