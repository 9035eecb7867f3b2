import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { type Accounts, openAccounts } from '../../../../test/accounts.ts'
import { until } from '../../../../test/harness.ts'
import { createToken, type Person } from '../../../../test/people.ts'
import { hashSecret } from '../../clients/index.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
  const scopes = [{ name: 'chats--all:ro', required: true }]
  await accounts.store.importLines(
    [
      line('named', { authorization: { clientId: 'script', clientType: 'javascript_app', scopes } }),
      line('unregistered', { authorization: { clientId: 'a-client-of-its-own', clientType: 'server_side_app', scopes } }),
      line('hidden-away', { authorization: { clientId: 'later', scopes }, publishedAt: null }),
    ],
    { now: new Date('2026-11-01') },
  )
  await until(async () => (await ask('GET', '/v2/clients/a-client-of-its-own/public')).statusCode === 200)
})
afterAll(() => accounts.close())

const ask = (method: 'GET' | 'DELETE', url: string, person?: Pick<Person, 'token'>, payload?: object) =>
  accounts.app.accounts.inject({
    method,
    url,
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
    ...(payload && { payload }),
  })
/** Signs in to a client and consents to the scopes that it asks for. */
const connect = async (email: string, more: Record<string, string> = {}) => {
  const visitor = await accounts.visitor(email)
  const query = accounts.query({ client_id: 'script', flow: 'button', ...more })
  const answer = await visitor.submit(await visitor.get(`/?${query}`))
  return (await visitor.get(answer.headers.location ?? '')).message?.content.data?.access_token
}
const consentOf = (organizationId: string, scopes: string[]) =>
  accounts.store.client.pool.query(
    `insert into consents (id, organization_id, client_id, scopes) values (gen_random_uuid(), $1, 'script', $2)`,
    [organizationId, scopes],
  )

describe('the public data of a client', () => {
  test('has a registered client, with its application', async () => {
    const answer = await ask('GET', '/v2/clients/script/public')
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    expect(answer.json()).toEqual({
      client_id: 'script',
      name: 'Script App',
      client_type: 'javascript_app',
      scopes: expect.arrayContaining(['integrations_manage', 'chats--all:ro']),
      application: { id: expect.any(String), slug: 'named', name: expect.any(String) },
    })
  })

  test('has a client that only the catalogue names', async () => {
    expect((await ask('GET', '/v2/clients/a-client-of-its-own/public')).json()).toMatchObject({
      client_type: 'server_side_app',
      scopes: ['chats--all:ro'],
      application: { slug: 'unregistered' },
    })
  })

  test.each(['nobody', 'later'])('%s is not a client', async (id) => {
    const answer = await ask('GET', `/v2/clients/${id}/public`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: 'not_found', resource_name: 'client', resource_id: id })
  })
})

describe('the status of a consent', () => {
  test('is shown to trusted clients and to the client itself, and to no other client', async () => {
    const { owner } = accounts.acme.people
    const token = await createToken(accounts.store, owner)
    const sql = (text: string, values: unknown[]) => accounts.store.client.pool.query(text, values)
    const status = async (clientId: string, coverage: string) => {
      await sql('update tokens set client_id = $1 where hash = $2', [clientId, hashSecret(token)])
      return (await ask('GET', `/v2/clients/script/consent/status?coverage=${coverage}`, { token })).statusCode
    }
    await sql(`update oauth_clients set trusted = false where id = 'plain'`, [])
    for (const coverage of ['account', 'organization'])
      expect([await status('ours', coverage), await status('script', coverage), await status('plain', coverage)]).toEqual([
        200, 200, 403,
      ])
    await sql(`update oauth_clients set trusted = true where id = 'plain'`, [])
  })

  test('needs a sign-in and a client', async () => {
    expect((await ask('GET', '/v2/clients/script/consent/status')).statusCode).toBe(401)
    expect((await ask('GET', '/v2/clients/nobody/consent/status', accounts.acme.people.owner)).statusCode).toBe(404)
    expect((await ask('GET', '/v2/clients/script/consent/status?coverage=all', accounts.acme.people.owner)).statusCode).toBe(400)
  })

  test('is that of the account or of its organization', async () => {
    const { owner, viewer } = accounts.acme.people
    const status = async (coverage: string, person: Person) =>
      (await ask('GET', `/v2/clients/script/consent/status?coverage=${coverage}`, person)).json()
    expect(await status('account', owner)).toMatchObject({ consented: false, scopes: [] })
    await connect('owner@acme.test', { scope: 'chats--all:ro' })
    expect(await status('account', owner)).toMatchObject({
      client_id: 'script',
      coverage: 'account',
      consented: false,
      scopes: ['chats--all:ro'],
      missing: expect.not.arrayContaining(['chats--all:ro']),
    })
    expect(await status('organization', owner)).toMatchObject({ consented: false, scopes: [] })
    expect(await status('account', viewer)).toMatchObject({ consented: false, scopes: [] })
    const { scopes } = (await ask('GET', '/v2/clients/script/public')).json()
    await consentOf(accounts.acme.id, scopes)
    for (const coverage of ['account', 'organization'])
      expect(await status(coverage, viewer)).toMatchObject({ consented: true, missing: [] })
    expect(await status('account', accounts.globex.people.owner)).toMatchObject({ consented: false })
  })
})

describe('removing a consent', () => {
  const remove = (person: Person | undefined, coverage: string, id = 'script') =>
    ask('DELETE', `/v2/clients/${id}/consent`, person, { coverage })

  test('needs a sign-in, a coverage and a client', async () => {
    expect((await remove(undefined, 'account')).statusCode).toBe(401)
    expect((await remove(accounts.globex.people.owner, 'all')).statusCode).toBe(400)
    expect((await remove(accounts.globex.people.owner, 'account', 'nobody')).statusCode).toBe(404)
  })

  test('of the account revokes the client’s tokens of the account, and no others', async () => {
    const { globex, isGood } = accounts
    const own = await connect('administrator@globex.test')
    const colleagues = await connect('viceowner@globex.test')
    expect((await remove(globex.people.administrator, 'account')).statusCode).toBe(200)
    expect([await isGood(own), await isGood(colleagues)]).toEqual([false, true])
    expect(await isGood(globex.people.administrator.token)).toBe(true)
    expect((await accounts.audit('consent.removed')).at(-1)).toMatchObject({
      account_id: globex.people.administrator.accountId,
      subject: 'script',
      details: { coverage: 'account' },
    })
  })

  test('is refused to other clients, except trusted ones', async () => {
    const { globex, isGood, store } = accounts
    const { viceowner, accountId } = { ...globex.people, ...globex.people.viceowner }
    const own = await connect('viceowner@globex.test', { prompt: 'consent' })
    await consentOf(globex.id, ['chats--all:ro'])
    await store.client.pool.query(`update oauth_clients set trusted = false where id = 'test-client'`)
    try {
      for (const coverage of ['account', 'organization']) {
        const answer = await remove(viceowner, coverage)
        expect([answer.statusCode, answer.json().error]).toEqual([403, 'access_denied'])
        expect((await accounts.audit('consent.removal-refused')).at(-1)).toMatchObject({
          account_id: accountId,
          details: { coverage, code: 'FORBIDDEN' },
        })
      }
      expect(await isGood(own)).toBe(true)
      // A client may remove the consent to itself with its own token.
      expect((await remove({ ...viceowner, token: own ?? '' }, 'account')).statusCode).toBe(200)
      expect(await isGood(own)).toBe(false)
    } finally {
      await store.client.pool.query(`update oauth_clients set trusted = true where id = 'test-client'`)
      await store.client.pool.query(`delete from consents where organization_id = $1 and account_id is null`, [globex.id])
    }
  })

  test('of the organization needs the permission to manage the organization or its installs', async () => {
    const { globex, acme, isGood } = accounts
    await consentOf(globex.id, ['chats--all:ro'])
    const token = await connect('normal@globex.test', { prompt: 'consent' })
    for (const role of ['viewer', 'normal', 'member'] as const)
      expect((await remove(globex.people[role], 'organization')).statusCode).toBe(403)
    expect((await accounts.audit('consent.removal-refused')).at(-1)).toMatchObject({
      account_id: globex.people.member.accountId,
      subject: 'script',
      details: { coverage: 'organization', code: 'FORBIDDEN' },
    })
    expect((await remove(acme.people.owner, 'organization')).statusCode).toBe(200)
    expect(await isGood(token)).toBe(true)
    expect((await remove(globex.people.administrator, 'organization')).statusCode).toBe(200)
    expect(await isGood(token)).toBe(false)
  })

  test('of the organization is refused while an installed application needs it', async () => {
    const { store, globex, isGood } = accounts
    const { owner, administrator } = globex.people
    await consentOf(globex.id, ['chats--all:ro'])
    const { id } = (await ask('GET', '/v2/clients/script/public')).json().application
    await store.client.pool.query(
      `insert into installations (id, organization_id, application_id, installed_at) values ('one', $1, $2, now())`,
      [globex.id, id],
    )
    const token = await connect('normal@globex.test', { prompt: 'consent' })
    const answerTo = async (person: Pick<Person, 'token'>) => {
      const answer = await ask('DELETE', '/v2/clients/script/consent', person, { coverage: 'organization' })
      return [answer.statusCode, answer.json().sub_error]
    }
    expect(await answerTo(administrator)).toEqual([422, 'consent_in_use'])
    const manager = { token: await createToken(store, owner, 'fra', { scopes: ['organization--my:rw'] }) }
    expect(await answerTo(manager)).toEqual([403, 'install_not_allowed'])
    const onlyOwner = (is: boolean) =>
      store.client.pool.query(`update applications set custom_props = $2 where id = $1`, [
        id,
        { onlyOwnerCanInstall: String(is) },
      ])
    await onlyOwner(true)
    expect(await answerTo(administrator)).toEqual([403, 'install_owner_only'])
    expect((await accounts.audit('consent.removal-refused')).at(-1)).toMatchObject({ details: { code: 'INSTALL_OWNER_ONLY' } })
    expect(await answerTo(owner)).toEqual([422, 'consent_in_use'])
    const { rows } = await store.client.pool.query(
      `select from consents where organization_id = $1 and account_id is null and client_id = 'script'`,
      [globex.id],
    )
    expect([rows.length, await isGood(token)]).toEqual([1, true])
    await store.client.pool.query(`update installations set uninstalled_at = now() where id = 'one'`)
    expect(await answerTo(administrator)).toEqual([200, undefined])
    expect(await isGood(token)).toBe(false)
  })
})

describe('a consent that is removed by the API', () => {
  const subjects = async () =>
    (await accounts.store.client.pool.query<{ recipient: string; subject: string }>('select recipient, subject from mails')).rows

  test('is told to the account by mail, once, if it is the account’s own', async () => {
    const email = 'viceowner@acme.test'
    const token = await connect(email)
    const own = await createToken(accounts.store, accounts.acme.people.viceowner)
    await consentOf(accounts.acme.id, ['chats--all:ro'])
    await accounts.store.client.pool.query('delete from mails')
    const remove = (coverage: string) => ask('DELETE', '/v2/clients/script/consent', { token: own }, { coverage })
    expect((await remove('organization')).statusCode).toBe(200)
    expect(await subjects()).toEqual([])
    expect([(await remove('account')).statusCode, (await remove('account')).statusCode]).toEqual([200, 200])
    expect(await accounts.isGood(token)).toBe(false)
    expect(await subjects()).toEqual([{ recipient: email, subject: 'An application lost access to your account (Marketplace)' }])
  })
})
