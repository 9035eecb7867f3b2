import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountSchema } from '@marketplace/contracts/accounts/schemas'
import { openTestApp, openTestStore, type TestStore } from '../../../../test/harness.ts'
import { bearer, createOrganization, createToken, type Organization } from '../../../../test/people.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let globex: Organization
beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store)
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex', { region: 'fra' })
})
afterAll(async () => {
  await app.close()
  await store.close()
})
const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  app.accounts.inject({ method: 'GET', url, headers: { ...(token && bearer(token)), ...headers } })

describe('accounts', () => {
  test.each(['/v2/accounts', '/v2/accounts/me', '/v2/accounts/any', '/v2/organizations', '/v2/roles'])(
    '%s needs a sign-in',
    async (url) => {
      const without = await get(url)
      expect(without.statusCode).toBe(401)
      expect(without.json()).toEqual({
        error: 'unauthorized',
        error_description: 'Sign in to do this.',
        request_id: without.headers['x-request-id'],
      })
      const wrong = await get(url, 'dal:nothing')
      expect(wrong.statusCode).toBe(401)
      expect(wrong.json()).toMatchObject({ sub_error: 'token_invalid' })
    },
  )

  test('are those of the caller’s organization', async () => {
    const { owner } = acme.people
    const list = (await get('/v2/accounts', owner.token)).json()
    expect(list.map(({ email }: { email: string }) => email).toSorted()).toEqual(
      Object.values(acme.people)
        .map(({ email }) => email)
        .toSorted(),
    )
    const me = (await get('/v2/accounts/me', owner.token)).json()
    expect(accountSchema.parse(me)).toEqual(me)
    expect(me).toMatchObject({ account_id: owner.accountId, default_organization_id: acme.id, properties: { active: true } })
    expect(me.roles).toEqual([
      { role_id: 'livechat.owner', product: 'livechat', role: 'owner', type: 'owner', predefined: true },
      { role_id: 'helpdesk.owner', product: 'helpdesk', role: 'owner', type: 'owner', predefined: true },
    ])
    expect((await get(`/v2/accounts/${acme.people.viewer.accountId}`, owner.token)).json()).toMatchObject({
      email: 'viewer@acme.test',
    })
  })

  test('of another organization are not found, like unknown ones', async () => {
    const nobody = (id: string) => get(`/v2/accounts/${id}`, acme.people.owner.token)
    const foreign = globex.people.owner.accountId
    const never = '00000000-0000-4000-8000-000000000000'
    for (const id of [foreign, never]) {
      const answer = await nobody(id)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({
        error: 'not_found',
        sub_error: 'account_not_found',
        error_description: 'There is no such account.',
        request_id: answer.headers['x-request-id'],
        resource_name: 'account',
        resource_id: id,
      })
    }
  })

  test('an organization has the caller’s roles in it', async () => {
    expect((await get('/v2/organizations', globex.people.administrator.token)).json()).toEqual([
      {
        organization_id: globex.id,
        name: 'globex',
        region: 'fra',
        roles: ['livechat', 'helpdesk'].map((product) => ({
          role_id: `${product}.administrator`,
          product,
          role: 'administrator',
          type: 'administrator',
          predefined: true,
        })),
      },
    ])
    expect((await get('/v2/roles', globex.people.viewer.token)).json()).toHaveLength(12)
  })
})

describe('the description of a token', () => {
  test('has the account and the current scopes, for a token in the header or in the query', async () => {
    const { administrator } = acme.people
    const answers = [
      await get('/v2/info', administrator.token),
      await get(`/v2/info?code=${encodeURIComponent(administrator.token)}`),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({
        access_token: administrator.token,
        account_id: administrator.accountId,
        organization_id: acme.id,
        client_id: 'test-client',
        expires_in: expect.any(Number),
        scope: 'integrations_manage,hd_integrations_manage',
        token_type: 'Bearer',
        actor: null,
      })
      expect(answer.json().expires_in).toBeGreaterThan(3_500)
      expect(answer.json().expires_in).toBeLessThanOrEqual(3_600)
    }
  })

  test('a missing, an unknown and an expired token get the same error', async () => {
    const over = await createToken(store, acme.people.owner, 'dal', { expiresAt: new Date(Date.now() - 1) })
    for (const token of [undefined, 'dal:unknown', over]) {
      const answer = await get('/v2/info', token)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({
        error: 'unauthorized',
        error_description: 'Cannot fetch info or token is invalid',
        sub_error: 'token_invalid',
      })
    }
  })

  test('a request to the wrong region gets the right one', async () => {
    const answer = await get('/v2/info', globex.people.owner.token, { 'x-region': 'dal' })
    expect(answer.statusCode).toBe(421)
    expect(answer.json()).toEqual({
      error: { type: 'misdirected_request', message: 'Wrong region', data: { region: 'fra' } },
    })
  })

  test('its query is not in the log', async () => {
    await get('/v2/info?code=dal:do-not-log-me')
    expect(app.logged.join('')).toContain('/v2/info')
    expect(app.logged.join('')).not.toContain('do-not-log-me')
  })
})
