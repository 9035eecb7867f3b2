import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../../../test/harness.ts'
import { createOrganization, createToken, type Organization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import type { Caller } from '../../../core/caller.ts'
import { systemClock } from '../../../core/clock.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { authenticator, callerLocker } from './authenticate.ts'
import { createRecentCallers } from './recent-callers.ts'

let store: TestStore
let acme: Organization
let names = 0
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  acme = await createOrganization(store, `acme-${names++}`)
})

const sql = (text: string, values: unknown[]) => store.client.pool.query(text, values)
const authenticate = async (token: string): Promise<Caller> => {
  const caller = await authenticator(store.client.database, systemClock)(token)
  if (!caller) throw new Error('nobody has this token')
  return caller
}
const lock = (caller: Caller) =>
  inTransaction(store.client.database, (transaction) => callerLocker(systemClock)(transaction, caller))

describe('the caller in a transaction', () => {
  test('equals the caller of the request, after one statement, if nothing has changed', async () => {
    const caller = await authenticate(acme.people.administrator.token)
    let locked: Caller | undefined
    const asked = await statementsOf(async () => (locked = await lock(caller)))
    expect([locked, asked.length]).toEqual([caller, 1])
  })

  test.each([
    ['a role', 'update memberships set role = $2 where account_id = $1', ['normal']],
    [
      'a suspension of one of two products',
      `update memberships set suspended = true where account_id = $1 and product = $2`,
      ['livechat'],
    ],
    ['the scopes of the client', `update oauth_clients set scopes = array['billing_manage'] where $1 <> '' and id = $2`, []],
  ])('is read again after a change of %s', async (what, change, values) => {
    const clientId = `client-${names}`
    await sql(
      `insert into oauth_clients select (jsonb_populate_record(c, jsonb_build_object('id', $1::text))).* from oauth_clients c limit 1`,
      [clientId],
    )
    const token = await createToken(store, acme.people.administrator, 'dal', { clientId })
    const caller = await authenticate(token)
    await sql(change, [caller.accountId, ...(what === 'the scopes of the client' ? [clientId] : values)])
    const locked = await lock(caller)
    expect(locked.scopes.size).toBeLessThan(caller.scopes.size)
    expect(locked).toEqual(await authenticate(token))
  })

  test('is refused after its token was revoked, or its last membership was deleted', async () => {
    const revoked = await authenticate(acme.people.owner.token)
    await sql('update tokens set revoked_at = now() where hash = $1', [revoked.tokenHash])
    await expect(lock(revoked)).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
    const left = await authenticate(acme.people.administrator.token)
    await sql('delete from memberships where account_id = $1', [left.accountId])
    await expect(lock(left)).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('is read again once its organization develops applications', async () => {
    const caller = await authenticate(acme.people.owner.token)
    await sql(`insert into developers (id, slug, name, organization_id) values ($1, $1, $1, $2)`, [`dev-${names}`, acme.id])
    expect(await lock(caller)).toEqual(await authenticate(acme.people.owner.token))
    expect((await lock(caller)).scopes.size).toBeGreaterThan(caller.scopes.size)
  })

  test('of a minute ago is the present one, and the next one is found with it', async () => {
    const recent = createRecentCallers(systemClock)
    const { token } = acme.people.administrator
    const found = await authenticator(store.client.database, systemClock, recent)(token)
    if (!found) throw new Error('nobody has this token')
    await sql(`update memberships set role = 'normal' where account_id = $1`, [found.accountId])
    const { accountId, organizationId, actor, tokenHash } = found
    const locked = await inTransaction(store.client.database, (transaction) =>
      callerLocker(systemClock, recent)(transaction, { accountId, organizationId, actor, asFound: found }),
    )
    expect(locked.roles.map(({ role }) => role)).toContain('normal')
    expect(recent.recall(tokenHash)).toEqual(locked)
    await sql('update tokens set revoked_at = now() where hash = $1', [tokenHash])
    await expect(
      inTransaction(store.client.database, (transaction) => callerLocker(systemClock, recent)(transaction, locked)),
    ).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
    expect(recent.recall(tokenHash)).toBeNull()
  })

  test('waits for a running change, and has its result', async () => {
    const caller = await authenticate(acme.people.administrator.token)
    const changing = await store.client.pool.connect()
    try {
      await changing.query('begin')
      await changing.query(`update memberships set role = 'normal' where account_id = $1`, [caller.accountId])
      let isLocked = false
      const locking = lock(caller).finally(() => (isLocked = true))
      await until(async () => (await waitingForLocks(store)) > 0)
      expect(isLocked).toBe(false)
      await changing.query('commit')
      expect((await locking).roles.map(({ role }) => role)).toContain('normal')
    } finally {
      changing.release()
    }
  })
})
