import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts } from '../../../../test/accounts.ts'
import { createToken, type Person } from '../../../../test/people.ts'
import { hashSecret } from '../../clients/index.ts'

let accounts: Accounts
let staff: Person
let colleague: Person
beforeAll(async () => {
  accounts = await openAccounts()
  staff = accounts.acme.people.owner
  colleague = accounts.acme.people.viceowner
  await accounts.store.client.pool.query('update accounts set staff = true where id = any($1)', [
    [staff.accountId, colleague.accountId],
  ])
})
afterAll(() => accounts.close())

const start = (id: string, token?: string) =>
  accounts.app.accounts.inject({
    method: 'POST',
    url: `/v2/accounts/${id}/ghost`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
const target = () => accounts.globex.people.owner

describe('ghost login', () => {
  test('is for staff', async () => {
    expect((await start(target().accountId)).statusCode).toBe(401)
    expect((await start(target().accountId, accounts.globex.people.owner.token)).statusCode).toBe(403)
    expect((await start(target().accountId, accounts.acme.people.administrator.token)).statusCode).toBe(403)
    // Repeated requests are audited only once, so that the table cannot grow without limit.
    for (let round = 0; round < 3; round++) await start(target().accountId, accounts.acme.people.administrator.token)
    expect((await accounts.audit('endpoint.refused')).map(({ account_id, subject }) => [account_id, subject])).toEqual(
      [accounts.globex.people.owner, accounts.acme.people.administrator].map(({ accountId }) => [accountId, 'startGhostLogin']),
    )
  })

  test('gives a token for an hour, which names the staff member and has no paying scope', async () => {
    const answer = await start(target().accountId, staff.token)
    expect(answer.statusCode).toBe(200)
    const { access_token, url, ...rest } = answer.json()
    expect(rest).toEqual({
      expires_in: 3_600,
      account: { account_id: target().accountId, name: 'owner of globex', email: 'owner@globex.test' },
    })
    expect(access_token).toMatch(/^fra:/)
    const { origin, pathname, hash } = new URL(url)
    expect(origin + pathname).toBe('http://shop.test/')
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
      access_token,
      token_type: 'Bearer',
      expires_in: '3600',
      frenzied: '1',
    })
    const info = (await accounts.info(access_token)).json()
    expect(info).toMatchObject({
      account_id: target().accountId,
      organization_id: accounts.globex.id,
      actor: { account_id: staff.accountId, email: staff.email },
    })
    expect(info.scope).toContain('integrations_manage')
    // A ghost login must not start or change a subscription, which costs money.
    expect(info.scope).not.toMatch(/billing|subscription/)
    expect((await accounts.audit('ghost.started')).at(-1)).toMatchObject({
      account_id: target().accountId,
      organization_id: accounts.globex.id,
      actor_id: staff.accountId,
    })
  })

  test('is refused for other staff, unknown accounts and suspended accounts', async () => {
    expect((await start(colleague.accountId, staff.token)).statusCode).toBe(403)
    expect((await start('nobody', staff.token)).statusCode).toBe(404)
    const { accountId } = accounts.globex.people.member
    await accounts.store.client.pool.query('update memberships set suspended = true where account_id = $1', [accountId])
    expect((await start(accountId, staff.token)).statusCode).toBe(403)
    expect((await accounts.audit('ghost.refused')).map(({ subject, details }) => [subject, details])).toEqual([
      [colleague.accountId, { reason: 'is staff' }],
      [accountId, { reason: 'is suspended' }],
    ])
  })

  test('ends after an hour, on "Stop now", and when the account is no longer staff', async () => {
    const ghost = async () => (await start(target().accountId, staff.token)).json().access_token as string
    const stopped = await ghost()
    const other = await ghost()
    const headers = { authorization: `Bearer ${stopped}` }
    expect((await accounts.app.accounts.inject({ method: 'DELETE', url: '/v2/sessions', headers })).statusCode).toBe(200)
    expect([await accounts.isGood(stopped), await accounts.isGood(other), await accounts.isGood(staff.token)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await accounts.audit('session.ended')).at(-1)).toMatchObject({
      account_id: target().accountId,
      actor_id: staff.accountId,
    })

    accounts.clock.set('2026-11-20T13:00:00Z')
    expect(await accounts.isGood(other)).toBe(false)

    const leaver = await createToken(accounts.store, colleague)
    const left = (await start(target().accountId, leaver)).json().access_token
    expect(await accounts.isGood(left)).toBe(true)
    await accounts.store.client.pool.query('update accounts set staff = false where id = $1', [colleague.accountId])
    expect(await accounts.isGood(left)).toBe(false)
  })

  test('can be started from a trusted client only', async () => {
    const token = await createToken(accounts.store, staff)
    await accounts.store.client.pool.query('update tokens set client_id = $1 where hash = $2', ['script', hashSecret(token)])
    expect(await accounts.isGood(token)).toBe(true)
    expect((await start(target().accountId, token)).statusCode).toBe(403)
  })

  test('ends with the session that started it, and does not end that session', async () => {
    accounts.clock.set('2026-11-20T12:00:00Z')
    const visitor = await accounts.visitor(staff.email)
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const own = message?.content.data?.access_token ?? ''
    const signOut = (token: string) =>
      accounts.app.accounts.inject({ method: 'DELETE', url: '/v2/sessions', headers: { authorization: `Bearer ${token}` } })
    const stopped = (await start(target().accountId, own)).json().access_token
    const other = (await start(target().accountId, own)).json().access_token
    await signOut(stopped)
    expect([await accounts.isGood(stopped), await accounts.isGood(other), await accounts.isGood(own)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await visitor.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data).toBeDefined()
    await signOut(own)
    expect([await accounts.isGood(other), await accounts.isGood(own)]).toEqual([false, false])
  })

  test('does not see the account’s other organizations', async () => {
    const { store, acme } = accounts
    await store.client.pool.query(
      `insert into memberships (organization_id, account_id, product, role) values ($1, $2, 'livechat', 'viewer')`,
      [acme.id, target().accountId],
    )
    const token = (await start(target().accountId, staff.token)).json().access_token
    const list = async (bearer: string) =>
      (await accounts.app.accounts.inject({ url: '/v2/organizations', headers: { authorization: `Bearer ${bearer}` } })).json()
    expect((await list(token)).map(({ name }: { name: string }) => name)).toEqual(['globex'])
    expect((await list(target().token)).map(({ name }: { name: string }) => name)).toEqual(['acme', 'globex'])
  })

  test('ends when the staff member is suspended everywhere, or belongs to no organization any more', async () => {
    const suspend = (where: string) =>
      accounts.store.client.pool.query(`update memberships set suspended = true where account_id = $1 and ${where}`, [
        staff.accountId,
      ])
    const ghost = (await start(target().accountId, staff.token)).json().access_token
    await suspend(`product = 'livechat'`)
    expect(await accounts.isGood(ghost)).toBe(true)
    await suspend('true')
    expect(await accounts.isGood(ghost)).toBe(false)
    await accounts.store.client.pool.query('update memberships set suspended = false where account_id = $1', [staff.accountId])
    expect(await accounts.isGood(ghost)).toBe(true)
    await accounts.store.client.pool.query('delete from memberships where account_id = $1', [staff.accountId])
    expect(await accounts.isGood(ghost)).toBe(false)
  })
})
