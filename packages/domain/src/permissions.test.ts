import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { PERMISSIONS, type Role, type RoleInProduct, ROLES, type Scope, SCOPES } from '@marketplace/contracts/core/roles'
import {
  canBillFor,
  canInstallFor,
  hasPermission,
  isAccountOwner,
  isActiveMember,
  isAdministrator,
  permissionsOf,
  scopesOf,
  type ScopeSources,
} from './permissions.ts'

const role = (given: Partial<RoleInProduct> = {}): RoleInProduct => ({
  product: 'livechat',
  role: 'owner',
  suspended: false,
  ...given,
})
const standing = (given: Partial<ScopeSources> = {}): ScopeSources => ({ roles: [], staff: false, developer: false, ...given })
const scopes = (...names: Scope[]): ReadonlySet<string> => new Set(names)

const anyRole = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  role: fc.constantFrom(...ROLES),
  suspended: fc.boolean(),
})
const anyRoles = fc.array(anyRole, { maxLength: 4 })
const anyScopes = fc.uniqueArray(fc.constantFrom(...SCOPES)).map((names): ReadonlySet<string> => new Set(names))

describe('the permissions of a role', () => {
  // Owners may do everything for their product, administrators may install, and the others may do neither.
  test.each<[Role, { livechat: readonly string[]; helpdesk: readonly string[] }]>([
    [
      'owner',
      {
        livechat: ['installApplications', 'manageOrganization', 'manageBilling'],
        helpdesk: ['installApplications', 'manageOrganization', 'manageBilling'],
      },
    ],
    [
      'viceowner',
      {
        livechat: ['installApplications', 'manageOrganization', 'manageBilling'],
        helpdesk: ['installApplications', 'manageOrganization', 'manageBilling'],
      },
    ],
    ['administrator', { livechat: ['installApplications'], helpdesk: ['installApplications'] }],
    ['viewer', { livechat: [], helpdesk: [] }],
    ['normal', { livechat: [], helpdesk: [] }],
    ['member', { livechat: [], helpdesk: [] }],
  ])('%s', (name, expected) => {
    for (const product of PRODUCTS) {
      const held = new Set<string>(scopesOf(standing({ roles: [role({ role: name, product })] })))
      expect(permissionsOf(held)).toEqual(expected[product])
    }
  })

  test('staff may operate and bill, but not install', () => {
    const held = new Set<string>(scopesOf(standing({ staff: true })))
    expect(permissionsOf(held)).toEqual(['manageBilling', 'develop', 'operate'])
  })

  test('members of a developer’s organization get the developer program', () => {
    const held = new Set<string>(scopesOf(standing({ developer: true })))
    expect(permissionsOf(held)).toEqual(['develop'])
  })
})

describe('the permissions of scopes', () => {
  test.each<[Scope, readonly string[]]>([
    ['integrations_manage', ['installApplications']],
    ['hd_integrations_manage', ['installApplications']],
    ['billing_admin', ['manageBilling']],
    ['billing_manage', ['manageBilling']],
    ['billing--all:rw', ['manageBilling']],
    ['organization--my:rw', ['manageOrganization']],
    ['organization.product--my:rw', ['manageOrganization']],
    ['dev_platform_admin', ['develop', 'operate']],
    ['dps.applications', ['develop']],
    ['dps.publishing', ['develop']],
    ['subscription_manage', []],
  ])('%s', (scope, expected) => {
    expect(permissionsOf(scopes(scope))).toEqual(expected)
  })

  test('installing is for the product of the scope only', () => {
    expect(PRODUCTS.map((product) => canInstallFor(scopes('integrations_manage'), product))).toEqual([true, false])
    expect(PRODUCTS.map((product) => canInstallFor(scopes('hd_integrations_manage'), product))).toEqual([false, true])
  })

  test('billing--all:rw allows billing for the help desk only', () => {
    expect(PRODUCTS.map((product) => canBillFor(scopes('billing--all:rw'), product))).toEqual([false, true])
    expect(PRODUCTS.map((product) => canBillFor(scopes('billing_manage'), product))).toEqual([true, true])
  })

  test('unknown scopes give no permission', () => {
    expect(permissionsOf(new Set(['integrations', 'billing_manage ', 'DEV_PLATFORM_ADMIN', '']))).toEqual([])
  })

  test('more scopes never give fewer permissions', () => {
    fc.assert(
      fc.property(anyScopes, anyScopes, fc.constantFrom(...PERMISSIONS), (fewer, others, permission) => {
        if (hasPermission(fewer, permission)) expect(hasPermission(new Set([...fewer, ...others]), permission)).toBe(true)
      }),
    )
  })
})

describe('a suspended role', () => {
  test('gives no scopes, whatever the other roles', () => {
    fc.assert(
      fc.property(anyRoles, fc.boolean(), fc.boolean(), (roles, staff, developer) => {
        const active = roles.filter(({ suspended }) => !suspended)
        expect(scopesOf({ roles, staff, developer })).toEqual(scopesOf({ roles: active, staff, developer }))
        expect(isAccountOwner(roles)).toBe(isAccountOwner(active))
        expect(isAdministrator(roles)).toBe(isAdministrator(active))
      }),
    )
  })

  test('does not make an owner or an administrator', () => {
    const roles = [role({ suspended: true }), role({ role: 'administrator', suspended: true })]
    expect([isAccountOwner(roles), isAdministrator(roles), scopesOf(standing({ roles }))]).toEqual([false, false, []])
  })
})

test.each([
  [[], false],
  [[true], false],
  [[true, true], false],
  [[true, false], true],
  [[false], true],
])('with roles suspended as %j the account is an active member: %s', (suspensions, expected) => {
  expect(isActiveMember(suspensions.map((suspended) => ({ suspended })))).toBe(expected)
})

describe('owners and administrators', () => {
  test.each<[Role, boolean, boolean]>([
    ['owner', true, true],
    ['viceowner', true, true],
    ['administrator', false, true],
    ['viewer', false, false],
    ['normal', false, false],
    ['member', false, false],
  ])('%s: account owner %s, administrator %s', (name, owner, administrator) => {
    expect(isAccountOwner([role({ role: name })])).toBe(owner)
    expect(isAdministrator([role({ role: name })])).toBe(administrator)
  })

  test('more roles never give fewer scopes', () => {
    fc.assert(
      fc.property(anyRoles, anyRole, (roles, another) => {
        const before = scopesOf(standing({ roles }))
        const after = scopesOf(standing({ roles: [...roles, another] }))
        expect(after).toEqual(expect.arrayContaining(before))
        expect(after).toEqual(SCOPES.filter((scope) => after.includes(scope)))
      }),
    )
  })
})
