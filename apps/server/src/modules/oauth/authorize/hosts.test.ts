import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, CHALLENGE, openAccounts, REDIRECT } from '../../../../test/accounts.ts'
import { saveClients } from '../../clients/index.ts'
import { storefrontClient } from '../../clients/storefront-client.ts'

const HOSTS = ['https://host.test', 'https://desk.test:8443']
const STOREFRONT = 'https://market.test'
const FRAME = { 'sec-fetch-dest': 'iframe' }

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts({ ALLOWED_HOST_ORIGINS: HOSTS.join(' ') })
  await saveClients(accounts.store.client.database, [storefrontClient(STOREFRONT, [])])
})
afterAll(() => accounts.close())

const storefrontQuery = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'marketplace',
    redirect_uri: `${STOREFRONT}/`,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    flow: 'button',
    prompt: 'none',
    ...more,
  }).toString()
const ask = async (query: string, email?: string) => {
  const { message, headers, status } = await (await accounts.visitor(email)).get(`/?${query}`, FRAME)
  const [, ancestors] = /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? []
  return { message, status, ancestors, cache: headers['cache-control'] }
}

describe('a silent sign-in in a frame of a host', () => {
  const framed = { ancestors: [STOREFRONT, ...HOSTS].join(' '), cache: 'no-store' }

  test('may be framed by the listed hosts, and its answer is sent to the storefront only', async () => {
    const answer = await ask(storefrontQuery(), 'owner@acme.test')
    expect(answer).toMatchObject({ ...framed, status: 200 })
    expect(answer.message).toMatchObject({ to: STOREFRONT, content: { data: { code: expect.stringMatching(/^[\w-]{43}$/) } } })
  })

  test('also answers in the frame that the visitor is signed out, or that the request is invalid', async () => {
    for (const [more, error] of [
      [{}, { identity_exception: 'unauthorized' }],
      [{ scope: 'everything' }, { oauth_exception: 'invalid_scope' }],
    ] as const) {
      const answer = await ask(storefrontQuery(more))
      expect(answer).toMatchObject(framed)
      expect(answer.message).toEqual({ to: STOREFRONT, content: { error } })
    }
  })

  test('may not be framed by hosts for any other client', async () => {
    for (const more of [{}, { prompt: 'none' }, { scope: 'everything' }]) {
      const answer = await ask(accounts.query({ flow: 'button', ...more }), 'owner@acme.test')
      expect(answer.ancestors).toBe(new URL(REDIRECT).origin)
      expect(answer.message?.to).toBe(new URL(REDIRECT).origin)
    }
    // The storefront's client cannot be used with another client's address.
    const stolen = await ask(storefrontQuery({ redirect_uri: REDIRECT }), 'owner@acme.test')
    expect(stolen.message).toEqual({
      to: '*',
      content: { error: { oauth_exception: 'invalid_request', exception_details: 'invalid_redirect_uri' } },
    })
  })

  test('shows no form in a frame: forms may not be framed', async () => {
    const visitor = await accounts.visitor()
    const page = await visitor.get(`/?${storefrontQuery({ prompt: 'login' })}`)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
