import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore } from '../../../test/harness.ts'
import { CHALLENGE } from '../../../test/accounts.ts'
import { createOrganization, createToken } from '../../../test/people.ts'
import { storefrontClient } from './start-clients.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const clients = async () => {
  const { rows } = await store.client.pool.query(
    'select id, redirect_uris, trusted, challenge_forms, response_types from oauth_clients order by id',
  )
  return rows as { id: string; redirect_uris: string[]; trusted: boolean; challenge_forms: string[]; response_types: string[] }[]
}
/** The demo's own addresses. Test stores have others. */
const LOCAL = { PUBLIC_URL: 'http://localhost:3000' }
const startWith = async (env: Record<string, string>) => (await openTestApp(store, { env: { ...LOCAL, ...env } })).close()

describe('clients at start', () => {
  test('the storefront’s follows the settings at each start', async () => {
    await startWith({ PUBLIC_URL: 'https://shop.test', VARIANT_HOSTS: '{"help.test":"helpdesk-public"}' })
    expect(await clients()).toEqual([
      {
        id: 'marketplace',
        trusted: true,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: ['https://shop.test/', 'https://help.test/'],
      },
    ])
    await startWith({ PUBLIC_URL: 'https://other.test' })
    expect(await clients()).toMatchObject([{ redirect_uris: ['https://other.test/'] }])
  })

  test('a host without a port is on the storefront’s', () => {
    const { redirectUris } = storefrontClient('http://localhost:3000', ['help.localhost', 'text.localhost:8080'])
    expect(redirectUris).toEqual(['http://localhost:3000/', 'http://help.localhost:3000/', 'http://text.localhost:8080/'])
  })

  test('the demo’s exist on loopback, and are deleted with their tokens elsewhere', async () => {
    await startWith({ DEMO: 'true', SAMPLE_APPS_PORT: '4999' })
    expect((await clients()).filter(({ id }) => /^(?:demo|sample)-/.test(id))).toEqual([
      {
        id: 'demo-js-client',
        trusted: false,
        challenge_forms: ['S256', 'sdk'],
        response_types: ['code', 'token'],
        redirect_uris: ['http://localhost:4999/', 'http://127.0.0.1:4999/'],
      },
      {
        id: 'demo-server-client',
        trusted: false,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: ['http://localhost:4999/callback'],
      },
      {
        id: 'sample-host',
        trusted: true,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: ['http://localhost:3004/'],
      },
    ])
    const { people } = await createOrganization(store, 'visitors')
    await createToken(store, people.owner)
    await store.client.pool.query(`update tokens set client_id = 'demo-js-client' where account_id = $1`, [
      people.owner.accountId,
    ])
    await startWith({ DEMO: 'true', HOST: '0.0.0.0' })
    expect((await clients()).map(({ id }) => id)).toEqual(['marketplace', 'test-client'])
    expect((await store.client.pool.query(`select from tokens where account_id = $1`, [people.owner.accountId])).rowCount).toBe(0)
  })

  test('the demo’s password does not work elsewhere', async () => {
    const signIn = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
      const app = await openTestApp(store, { env: { ...LOCAL, ...env } })
      const query = new URLSearchParams({
        client_id: 'marketplace',
        redirect_uri: 'http://localhost:3000/',
        response_type: 'code',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      })
      const { statusCode } = await app.accounts.inject({
        method: 'POST',
        url: `/signin?${query}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: 'email=owner%40acme.test&password=marketplace',
      })
      await app.close()
      return statusCode
    }
    expect(await signIn({ DEMO: 'true' })).toBe(303)
    expect(await signIn({ DEMO: 'true', HOST: '127.0.0.1' })).toBe(303)
    expect(await signIn({ DEMO: 'true', HOST: '0.0.0.0' })).toBe(401)
    expect(await signIn({ DEMO: 'false' })).toBe(401)
    // An unconfigured tunnel or proxy sends its own host name.
    expect(await signIn({ DEMO: 'true' }, { host: 'tunnel.example' })).toBe(401)
    const forwarded = { 'x-forwarded-host': 'tunnel.example', 'x-forwarded-for': '203.0.113.9' }
    expect(await signIn({ DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1' }, forwarded)).toBe(401)
    expect(await signIn({ DEMO: 'true' }, { host: '127.0.0.1:3001' })).toBe(303)
    // A proxy that sends this machine's host name is detected by the headers that it adds.
    expect(await signIn({ DEMO: 'true' }, { host: '127.0.0.1:3001', 'x-forwarded-for': '203.0.113.9' })).toBe(401)
  })
})
