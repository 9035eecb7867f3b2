// Tests the lifetime of codes and tokens, and how often they can be used.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, REDIRECT, SERVER_SECRET, VERIFIER } from '../../../../test/accounts.ts'
import { tidy } from '../../accounts/tidy.ts'
import { hashSecret } from '../../clients/tokens/secrets.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
  await accounts.store.client.pool.query(
    `insert into consents (id, organization_id, client_id, scopes)
     select gen_random_uuid(), $1, id, scopes from oauth_clients where id = 'script'`,
    [accounts.acme.id],
  )
})
afterAll(() => accounts.close())
beforeEach(() => accounts.clock.set('2026-11-20T12:00:00Z'))

const SECRET: Readonly<Record<string, string>> = { server: SERVER_SECRET }
const start = async (client_id: 'ours' | 'script' | 'server', email?: string) =>
  accounts.token({
    grant_type: 'authorization_code',
    code: await accounts.code(email, { client_id }),
    client_id,
    client_secret: SECRET[client_id] ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  })
const refresh = (client_id: 'ours' | 'script' | 'server', refresh_token: string | undefined) =>
  accounts.token({
    grant_type: 'refresh_token',
    refresh_token: refresh_token ?? '',
    client_id,
    client_secret: SECRET[client_id] ?? '',
  })
const refused = expect.objectContaining({ status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) })

describe.each(['script', 'server'] as const)('an authorization of the client %s', (client) => {
  test('ends after 90 days, however often it is refreshed', async () => {
    let { body } = await start(client)
    for (const day of ['2026-12-15', '2027-01-10', '2027-02-05', '2027-02-18']) {
      accounts.clock.set(`${day}T11:00:00Z`)
      const next = await refresh(client, body.refresh_token)
      expect([day, next.status]).toEqual([day, 200])
      body = next.body
    }
    // A token that is issued in the last hour of the authorization ends with the authorization.
    expect(Number(body.expires_in)).toBe(3_600)
    expect(await accounts.isGood(body.access_token)).toBe(true)
    accounts.clock.set('2027-02-18T12:00:00Z')
    expect(await refresh(client, body.refresh_token)).toEqual(refused)
    expect(await accounts.isGood(body.access_token)).toBe(false)
  })

  test('ends after 90 days even if its tokens were stored with a later end', async () => {
    const { body } = await start(client)
    await accounts.store.client.pool.query(
      `update tokens set expires_at = '2099-01-01', authorized_at = '2026-08-22T12:00:00Z' where family_id = (
        select family_id from tokens where hash = $1)`,
      [hashSecret(body.refresh_token ?? '')],
    )
    expect(await refresh(client, body.refresh_token)).toEqual(refused)
  })
})

describe('a session that ended by itself, 14 days after its last use', () => {
  test('leaves no valid token except the refresh token of an application that works while nobody is there, which a new password revokes', async () => {
    const email = 'owner@globex.test'
    const visitor = await accounts.visitor(email)
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const direct = message?.content.data?.access_token
    const { body } = await start('server', email)
    const browser = await start('ours', email)
    expect((await refresh('ours', (await start('ours', email)).body.refresh_token)).status).toBe(200)
    accounts.clock.set('2026-11-20T19:59:59Z')
    expect([await accounts.isGood(direct), await accounts.isGood(body.access_token)]).toEqual([true, true])
    // Both tokens last for eight hours at most. The session lasts longer because it is used, so the tokens expire before it ends.
    accounts.clock.set('2026-11-20T20:00:00Z')
    expect([await accounts.isGood(direct), await accounts.isGood(body.access_token)]).toEqual([false, false])
    accounts.clock.set('2026-12-06T12:00:00Z')
    expect((await visitor.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data?.access_token).toBeUndefined()
    await tidy(accounts.store.client.database, accounts.clock.now())
    // The marketplace's own clients in browsers get no new token once the session has ended.
    expect(await refresh('ours', browser.body.refresh_token)).toEqual(refused)
    const refreshed = await refresh('server', body.refresh_token)
    expect([refreshed.status, Number(refreshed.body.expires_in)]).toEqual([200, 28_800])

    const changing = await accounts.visitor(email)
    const fields = { current: PASSWORD, next: 'a long walk by the sea' }
    expect((await changing.post('/account/password', fields, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect(await accounts.isGood(refreshed.body.access_token)).toBe(false)
    expect(await refresh('server', body.refresh_token)).toEqual(refused)
  })
})

describe('scopes that are removed from a client', () => {
  const register = (scopes: readonly string[]) =>
    accounts.store.client.pool.query(`update oauth_clients set scopes = $1 where id = 'server'`, [scopes])

  test('are missing in its tokens at the next call, and in refreshed tokens', async () => {
    const { rows } = await accounts.store.client.pool.query<{ scopes: string[] }>(
      `select scopes from oauth_clients where id = 'server'`,
    )
    const { body } = await start('server')
    expect(body.scope?.split(',')).toContain('integrations_manage')
    try {
      await register(['chats--all:ro', 'billing_manage'])
      const info = async (token: string | undefined) => (await accounts.info(token)).json().scope as string
      expect(await info(body.access_token)).toBe('billing_manage,chats--all:ro')
      const next = await refresh('server', body.refresh_token)
      expect(next.body.scope).toBe('billing_manage,chats--all:ro')
      expect(await info(next.body.access_token)).toBe('billing_manage,chats--all:ro')
      const install = await accounts.app.server.inject({
        method: 'PUT',
        url: '/api/v2/applications/none/install',
        headers: { authorization: `Bearer ${body.access_token}` },
      })
      expect(install.statusCode).toBe(404)
      await register([])
      expect(await info(body.access_token)).toBe('')
    } finally {
      await register(rows[0]?.scopes ?? [])
    }
  })
})
