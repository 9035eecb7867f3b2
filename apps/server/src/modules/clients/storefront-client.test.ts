import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import { openTestApp, openTestStore, type TestStore } from '../../../test/harness.ts'
import { CHALLENGE } from '../../../test/accounts.ts'
import { createOrganization, createToken } from '../../../test/people.ts'
import { storefrontClient } from './storefront-client.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const clients = async () => {
  const { rows } = await store.client.pool.query(
    'select id, redirect_uris, redirect_match, trusted, challenge_forms, response_types from oauth_clients order by id',
  )
  return rows as {
    id: string
    redirect_uris: string[]
    redirect_match: string
    trusted: boolean
    challenge_forms: string[]
    response_types: string[]
  }[]
}
/** The pages to which the storefront's client may redirect at an origin: the front page, and the page to sign in of each variant. */
const pagesOf = (origin: string) => ['/', ...VARIANTS.map(({ prefix }) => `${prefix}/sign-in/`)].map((page) => origin + page)
/** The demo's own addresses. Test stores have others. */
const LOCAL = { PUBLIC_URL: 'http://localhost:3000' }
const startWith = async (env: Record<string, string>) => (await openTestApp(store, { env: { ...LOCAL, ...env } })).close()

describe('clients at start', () => {
  test('the storefront’s client follows the settings at each start', async () => {
    await startWith({ PUBLIC_URL: 'https://shop.test', VARIANT_HOSTS: '{"help.test":"helpdesk-public"}' })
    expect(await clients()).toEqual([
      {
        id: 'marketplace',
        trusted: true,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: expect.arrayContaining(['https://shop.test/', 'https://help.test/sign-in/']),
        redirect_match: 'exact',
      },
    ])
    await startWith({ PUBLIC_URL: 'https://other.test' })
    expect(await clients()).toMatchObject([{ redirect_uris: pagesOf('https://other.test') }])
  })

  test('a host without a port has the storefront’s port', () => {
    const { redirectUris } = storefrontClient('http://localhost:3000', ['help.localhost', 'text.localhost:8080'])
    expect(redirectUris).toEqual(
      ['http://localhost:3000', 'http://help.localhost:3000', 'http://text.localhost:8080'].flatMap(pagesOf),
    )
  })

  test('the demo’s clients exist on loopback only; otherwise they are deleted with their tokens', async () => {
    await startWith({ DEMO: 'true', SAMPLE_APPS_PORT: '4999' })
    expect((await clients()).filter(({ id }) => /^(?:demo|sample)-/.test(id))).toEqual([
      {
        id: 'demo-js-client',
        trusted: false,
        challenge_forms: ['S256', 'sdk'],
        response_types: ['code', 'token'],
        redirect_uris: ['http://localhost:4999/', 'http://127.0.0.1:4999/'],
        redirect_match: 'under',
      },
      {
        id: 'demo-server-client',
        trusted: false,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: ['http://localhost:4999/callback'],
        redirect_match: 'exact',
      },
      {
        id: 'sample-host',
        trusted: true,
        challenge_forms: ['S256'],
        response_types: ['code'],
        redirect_uris: ['http://localhost:3004/'],
        redirect_match: 'exact',
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

  test('the demo’s password works on loopback only', async () => {
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
