import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import type { Caller, OrganizationId } from '../../core/caller.ts'
import { recordAudit, recordRefusal } from './index.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const caller: Caller = {
  accountId: 'account',
  name: 'Member',
  email: 'member@acme.test',
  organizationId: 'acme' as OrganizationId,
  region: 'dal',
  clientId: 'marketplace',
  trusted: true,
  scopes: new Set(),
  roles: [],
  actor: null,
  tokenHash: 'hash',
  familyId: 'family',
  sessionHash: null,
  versions: [],
}

/** Years away from the database's own time, which must not be used. */
const instant = (time: string) => new Date(`2031-05-01T${time}Z`)
const times = async (subject: string) => {
  const { rows } = await store.client.pool.query<{ at: Date }>('select at from audit_events where subject = $1 order by id', [
    subject,
  ])
  return rows.map(({ at }) => at)
}
const refuse = (subject: string, at: Date, who: Caller = caller, details = {}) =>
  recordRefusal(store.client.database, { action: 'endpoint.refused', at, who, subject, details })

test('an event has the time of its caller', async () => {
  const at = instant('10:00:00')
  await recordAudit(store.client.database, { action: 'session.ended', at, who: caller, subject: 'one' })
  expect(await times('one')).toEqual([at])
})

test('a repeated refusal is audited again after ten minutes of the caller’s clock', async () => {
  await refuse('two', instant('10:00:00'))
  await refuse('two', instant('10:09:59'))
  expect(await times('two')).toEqual([instant('10:00:00')])
  await refuse('two', instant('10:10:00'))
  expect(await times('two')).toEqual([instant('10:00:00'), instant('10:10:00')])
})

test('a refusal of somebody else or for another reason is audited at once', async () => {
  const at = instant('10:00:00')
  await refuse('three', at)
  await refuse('three', at, { ...caller, accountId: 'another' })
  await refuse('three', at, { ...caller, actor: { accountId: 'staff', email: 'staff@shop.test' } })
  await refuse('three', at, caller, { code: 'FORBIDDEN' })
  expect(await times('three')).toEqual([at, at, at, at])
})
