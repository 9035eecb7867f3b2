// Runs a change of password at the same time as other work. Both must take their locks in the same order, so that no deadlock can happen.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../test/accounts.ts'
import { until, waitingForLocks } from '../../../test/harness.ts'
import { createToken, type Person } from '../../../test/people.ts'
import { hashPassword } from './index.ts'

let accounts: Accounts
let staff: Person
beforeAll(async () => {
  accounts = await openAccounts()
  staff = accounts.acme.people.owner
  await accounts.store.client.pool.query('update accounts set staff = true where id = $1', [staff.accountId])
})
afterAll(() => accounts.close())
beforeEach(async () => {
  await accounts.store.client.pool.query('update accounts set password_hash = $1', [await hashPassword(PASSWORD)])
  staff.token = await createToken(accounts.store, staff)
})

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const NEXT = 'a long walk by the sea'

const waiting = () => waitingForLocks(accounts.store)

/**
 * Holds a lock that the change of password needs, on a separate connection. Starts the change and the other work, and releases the lock as
 * soon as both wait or have ended.
 */
const meet = async (hold: { text: string; value: string }, begin: () => Promise<{ statusCode: number }>, stand: number) => {
  const changing = await accounts.visitor(staff.email)
  const blocker = new pg.Client(accounts.store.connectionString)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query(hold.text, [hold.value])
    const change = changing.post('/account/password', { current: PASSWORD, next: NEXT }, OWN_PAGE)
    await until(async () => (await waiting()) === 1)
    let isThrough = false
    const other = begin().finally(() => (isThrough = true))
    await until(async () => isThrough || (await waiting()) === stand)
    await blocker.query('rollback')
    const [changed, done] = await Promise.all([change, other])
    return [changed.status, done.statusCode]
  } finally {
    await blocker.end()
  }
}

const fromOtherSession = async (): Promise<string> => {
  const { message } = await (await accounts.visitor(staff.email)).get(`/?${accounts.query({ flow: 'button' })}`)
  return message?.content.data?.access_token ?? ''
}
const ask = (method: 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
  accounts.app.accounts.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })

test('a ghost login from a session that the change ends', async () => {
  const token = await fromOtherSession()
  const held = { text: `select from tokens where account_id = $1 and session_hash is null for update`, value: staff.accountId }
  const begin = () => ask('POST', `/v2/accounts/${accounts.globex.people.owner.accountId}/ghost`, token)
  expect(await meet(held, begin, 2)).toEqual([303, 401])
})

test('a consent that is revoked, with its tokens', async () => {
  const visitor = await accounts.visitor(staff.email)
  const query = accounts.query({ client_id: 'script', flow: 'button' })
  const agreed = await visitor.submit(await visitor.get(`/?${query}`))
  expect((await visitor.get(agreed.headers.location ?? '')).message?.content.data?.access_token).toBeDefined()
  const held = { text: 'select from accounts where id = $1 for share', value: staff.accountId }
  const begin = () => ask('DELETE', '/v2/clients/script/consent', staff.token, { coverage: 'account' })
  expect(await meet(held, begin, 2)).toEqual([303, 200])
})

test('two browsers that end each other’s sessions: one is left', async () => {
  const visitors = [await accounts.visitor(staff.email), await accounts.visitor(staff.email)]
  const answers = await Promise.all(visitors.map((visitor) => visitor.post('/account/sessions', { session: 'others' }, OWN_PAGE)))
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const { rows } = await accounts.store.client.pool.query('select from sessions where account_id = $1', [staff.accountId])
  expect(rows).toHaveLength(1)
})
