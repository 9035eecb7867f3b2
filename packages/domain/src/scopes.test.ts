import { describe, expect, test } from 'vitest'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { describeConsent, describeScopes, SCOPE_GROUPS, type ScopeGroup } from './scopes.ts'

const describeNames = (...names: string[]) => describeScopes(names.map((name) => ({ name, required: true })))

describe('describeScopes', () => {
  test.each<[string, ScopeGroup, 'read' | 'write']>([
    ['chats--all:ro', 'Chats', 'read'],
    ['chats--all:rw', 'Chats', 'write'],
    ['chats.conversation--my:rw', 'Chats', 'write'],
    ['customers:ro', 'Customers', 'read'],
    ['customers.ban:rw', 'Customers', 'write'],
    ['archives--all:ro', 'Archives', 'read'],
    ['agents--my:ro', 'Agents', 'read'],
    ['agents-bot--all:rw', 'Chatbots', 'write'],
    ['groups--all:ro', 'Groups', 'read'],
    ['tickets--all:rw', 'Tickets', 'write'],
    ['tickets_write', 'Tickets', 'write'],
    ['reports_read', 'Reports', 'read'],
    ['webhooks.state:ro', 'Webhooks and integrations', 'read'],
    ['webhooks.configuration:rw', 'Webhooks and integrations', 'write'],
    ['integrations_manage', 'Webhooks and integrations', 'write'],
    ['hd_integrations_manage', 'Webhooks and integrations', 'write'],
    ['subscription_manage', 'Subscription', 'write'],
    ['billing_manage', 'Subscription', 'write'],
    ['billing--all:rw', 'Subscription', 'write'],
    ['sessions--my:ro', 'Sessions', 'read'],
    ['properties--my:rw', 'Settings', 'write'],
    ['access_rules:ro', 'Settings', 'read'],
    ['organization--my:rw', 'Organization settings', 'write'],
    ['organization.product--my:rw', 'Organization settings', 'write'],
    ['accounts--all:rc', 'Organization settings', 'write'],
    ['accounts.roles--all:ro', 'Organization settings', 'read'],
    ['dps.applications', 'Developers program', 'read'],
    ['dps.applications:write', 'Developers program', 'write'],
    ['tags--all:ro', 'Tools', 'read'],
    // read-only, because the name contains none of write, :rw, manage and :rc
    ['dev_platform_admin', 'Developers program', 'read'],
    ['billing_admin', 'Subscription', 'read'],
  ])('%s is %s, %s', (name, group, mode) => {
    expect(describeNames(name)).toEqual({ access: [{ group, mode }], other: [] })
  })

  test.each([
    'User.Read',
    'offline_access',
    'https://graph.microsoft.com/.default',
    'full notification_management',
    'boards:read boards:write',
    'tickets:read',
    'chats',
    'Chats--all:rw',
    'chatsy--all:rw',
    'mychats--all:rw',
    'constructor:ro',
    'View Responses',
  ])('%s belongs to no host product', (name) => {
    expect(describeNames(name)).toEqual({ access: [], other: [name] })
  })

  test('write wins over read, whichever comes first', () => {
    const write = [{ group: 'Chats', mode: 'write' }]
    expect(describeNames('chats--all:ro', 'chats--my:rw').access).toEqual(write)
    expect(describeNames('chats--my:rw', 'chats--all:ro').access).toEqual(write)
  })

  test('groups come in the order of SCOPE_GROUPS, whatever the order of the scopes', () => {
    const { access } = describeNames('tags--all:ro', 'reports_read', 'customers:ro', 'chats--all:rw')
    expect(access.map(({ group }) => group)).toEqual(['Chats', 'Customers', 'Reports', 'Tools'])
  })

  test('other scopes are returned unchanged, each once', () => {
    expect(describeNames('User.Read', ' User.Read ', 'openid', 'User.Read', '').other).toEqual(['User.Read', 'openid'])
  })

  test('no scopes give no access', () => {
    expect(describeNames()).toEqual({ access: [], other: [] })
  })

  test('there are 18 groups, and a scope leads to each', () => {
    expect(new Set(SCOPE_GROUPS).size).toBe(18)
    const { access } = describeNames(
      'onboarding:ro',
      'usage:ro',
      'home_screen:ro',
      'chats--all:ro',
      'customers:ro',
      'archives--all:ro',
      'agents--all:ro',
      'chatbots:ro',
      'groups--all:ro',
      'tickets--all:ro',
      'reports_read',
      'webhooks--all:ro',
      'subscription:ro',
      'sessions--my:ro',
      'settings:ro',
      'organization--my:ro',
      'dps.applications',
      'tools:ro',
    )
    expect(access.map(({ group }) => group)).toEqual(SCOPE_GROUPS)
  })
})

describe('describeConsent', () => {
  test('describes each scope of the marketplace in words of its own', () => {
    const { actions, access, other } = describeConsent(SCOPES)
    expect(new Set(actions).size).toBe(SCOPES.length)
    expect({ access, other }).toEqual({ access: [], other: [] })
    for (const deed of actions) expect(deed).toMatch(/^(?:Pay|Manage|Start|Install|Run|Create|Publish)\b/)
    expect(describeConsent(['dev_platform_admin']).actions).toEqual(['Run the marketplace as its operator'])
  })

  test.each<[string, ScopeGroup, 'read' | 'write']>([
    ['chats--all:ro', 'Chats', 'read'],
    ['reports_read', 'Reports', 'read'],
    ['chats--all:rw', 'Chats', 'write'],
    ['sessions--my:own', 'Sessions', 'write'],
    ['tickets_admin', 'Tickets', 'write'],
    ['dps.something', 'Developers program', 'write'],
  ])('%s is %s, %s: read-only only if the name says so', (name, group, mode) => {
    expect(describeConsent([name])).toEqual({ actions: [], access: [{ group, mode }], other: [] })
  })

  test('a scope of no host product stays as it is', () => {
    expect(describeConsent(['User.Read', 'billing_manage']).other).toEqual(['User.Read'])
  })
})
