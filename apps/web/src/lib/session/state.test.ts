import { describe, expect, it } from 'vitest'
import { type Granted, NOBODY, reduceSession, type SessionEvent, type SessionState } from './state.ts'

const granted: Granted = {
  token: 'dal:one',
  endsAt: 1_000,
  accountId: 'a1',
  organizationId: 'o1',
  permissions: ['integrations_manage'],
  actorEmail: null,
}
const after = (...events: SessionEvent[]): SessionState => events.reduce(reduceSession, NOBODY)
const authorized: SessionEvent = { type: 'authorized', granted }

describe('the states of a sign-in', () => {
  it.each<[string, SessionEvent[], Partial<SessionState>]>([
    ['begins', [{ type: 'started' }], { phase: 'pending', isFetching: true, isInitialized: false, isAuthorized: false }],
    [
      'succeeds',
      [{ type: 'started' }, authorized],
      { phase: 'success', isFetching: false, isInitialized: true, isAuthorized: true, permissions: ['integrations_manage'] },
    ],
    [
      'fails with a reason',
      [{ type: 'started' }, { type: 'failed', error: 'Timeout' }],
      { phase: 'failure', isFetching: false, isInitialized: true, isAuthorized: false, error: 'Timeout', data: null },
    ],
    ['forgets the reason when it begins again', [{ type: 'failed', error: 'Timeout' }, { type: 'started' }], { error: null }],
    ['leaves nothing of who was there', [authorized, { type: 'failed', error: null }], { data: null, permissions: [] }],
    ['ends', [authorized, { type: 'ended' }], { isAuthorized: false, isInitialized: true, data: null, permissions: [] }],
    [
      'does not know who is there while the accounts server cannot be reached',
      [{ type: 'failed', error: 'It does not answer', isUnreachable: true }],
      { isUnreachable: true, isAuthorized: false, isInitialized: true },
    ],
    [
      'forgets that as soon as it answers',
      [{ type: 'failed', error: 'It does not answer', isUnreachable: true }, authorized],
      { isUnreachable: false, isAuthorized: true },
    ],
    [
      'stays what it was after another way has led nowhere',
      [authorized, { type: 'started' }, { type: 'stayed' }],
      { phase: 'success', isFetching: false, isAuthorized: true },
    ],
    [
      'stays what it is while another way is tried',
      [authorized, { type: 'started' }],
      { phase: 'pending', isAuthorized: true, isFetching: true },
    ],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected)
  })
})

describe('the next step after the sign-in', () => {
  const late: SessionEvent[] = [
    { type: 'described', name: 'Nora', email: 'nora@x.test', avatar: null },
    { type: 'placed', organizationName: 'Northwind' },
    { type: 'licensed', isReseller: true },
  ]

  it('adds the person, the organization and the licence', () => {
    expect(after(authorized, ...late)).toMatchObject({
      data: { token: 'dal:one', accountId: 'a1', organizationId: 'o1', name: 'Nora', organizationName: 'Northwind' },
      isReseller: true,
    })
  })

  it.each(late)('changes nothing once they have left: $type', (event) => {
    const left = after(authorized, { type: 'ended' })
    expect(reduceSession(left, event)).toEqual(left)
  })

  it('stays when the token is renewed', () => {
    const renewed: Granted = { ...granted, token: 'dal:two', endsAt: 2_000, permissions: ['subscription_view'] }
    expect(after(authorized, ...late, { type: 'started' }, { type: 'renewed', granted: renewed })).toMatchObject({
      phase: 'success',
      isFetching: false,
      permissions: ['subscription_view'],
      data: { token: 'dal:two', endsAt: 2_000, name: 'Nora', organizationName: 'Northwind' },
      isReseller: true,
    })
  })

  it('starts anew for somebody else', () => {
    const other = after(authorized, ...late, { type: 'authorized', granted: { ...granted, token: 'dal:two', accountId: 'a2' } })
    expect(other).toMatchObject({ data: { token: 'dal:two', name: null, organizationName: null }, isReseller: false })
  })
})

it('is a ghost login where the accounts server names who acts', () => {
  const ghost = after({ type: 'authorized', granted: { ...granted, actorEmail: 'support@marketplace.test' } })
  expect(ghost).toMatchObject({ isGhostLogin: true, actorEmail: 'support@marketplace.test' })
  expect(after(authorized).isGhostLogin).toBe(false)
})
