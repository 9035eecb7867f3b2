// Tests requests whose caller loses the right to them meanwhile: they must wait for that change and then be refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { meanwhile as askMeanwhile } from './meanwhile.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { createToken } from './people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

const acme = (role: 'owner' | 'administrator' | 'normal') => market.acme.people[role]
beforeEach(async () => {
  await market.reset()
  await market.sql(`delete from memberships`)
  for (const { id, people } of [market.acme, market.globex])
    for (const [role, { accountId }] of Object.entries(people))
      await market.sql(
        `insert into memberships (organization_id, account_id, product, role) select $1, $2, unnest(array['livechat', 'helpdesk']), $3`,
        [id, accountId, role],
      )
  await market.sql(`update accounts set staff = false`)
  await market.sql(`update licenses set active = true`)
  await market.sql(`update applications set under_maintenance = false where slug = 'plain'`)
  await market.sql(`update oauth_clients set scopes = $1, trusted = true where id = 'test-client'`, [ALL])
  await market.sql(`update tokens set revoked_at = null`)
})
const ALL = ['integrations_manage', 'hd_integrations_manage', 'organization--my:rw', 'dev_platform_admin', 'billing_manage']

const meanwhile = async <T>(change: string, values: unknown[], request: () => Promise<T>): Promise<T> =>
  (await askMeanwhile(market.store, [change, values], request)).answer

type ApiAnswer = Awaited<ReturnType<TestMarketplace['ask']>>

const LOSSES = {
  'the role': [`update memberships set role = 'viewer' where account_id = $1`, 403],
  'the account in every product': [`update memberships set suspended = true where account_id = $1`, 401],
  'the membership': [`delete from memberships where account_id = $1`, 401],
} as const

const asAccounts = (method: 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
  market.app.accounts.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })

type Case = { before?: () => Promise<unknown>; request: (token: string) => Promise<ApiAnswer>; rows: () => Promise<unknown> }
const installed = () => market.install('plain', acme('owner'))
const installations = () => market.sql('select application_id, set_up_at, agents, uninstalled_at from installations')
const CASES: Readonly<Record<string, Case>> = {
  installing: { request: (token) => market.install('plain', { token }), rows: installations },
  uninstalling: { before: installed, request: (token) => market.uninstall('plain', { token }), rows: installations },
  'setting up': {
    before: installed,
    request: (token) => market.ask({ token }, 'PATCH', market.pathOf('plain', 'instance'), { setup: 'pending' }),
    rows: installations,
  },
  'saying who may use it': {
    before: installed,
    request: (token) => market.ask({ token }, 'PUT', market.pathOf('plain', 'agents'), { agents: [] }),
    rows: installations,
  },
  'taking back the organization’s consent': {
    before: async () => {
      await market.sql(
        `insert into consents (id, organization_id, client_id, scopes) values (gen_random_uuid(), $1, 'test-client', '{}')`,
        [market.acme.id],
      )
    },
    request: (token) => asAccounts('DELETE', '/v2/clients/test-client/consent', token, { coverage: 'organization' }),
    rows: () => market.sql('select organization_id, client_id from consents'),
  },
}

describe.each(Object.entries(CASES))('%s', (_, { before, request, rows }) => {
  test.each(Object.entries(LOSSES))('while %s is lost', async (__, [change, status]) => {
    await before?.()
    const kept = await rows()
    const { token, accountId } = acme('administrator')
    const answer = await meanwhile(change, [accountId], () => request(token))
    expect({ status: answer.statusCode, rows: await rows() }).toEqual({ status, rows: kept })
  })

  test('while the scope is taken from the client', async () => {
    await before?.()
    const kept = await rows()
    const answer = await meanwhile(`update oauth_clients set scopes = '{}' where id = 'test-client'`, [], () =>
      request(acme('owner').token),
    )
    expect({ status: answer.statusCode, rows: await rows() }).toEqual({ status: 403, rows: kept })
  })
})

describe('installing', () => {
  test.each([
    [
      'the licence ends',
      `update licenses set active = false where organization_id = $1`,
      () => market.acme.id,
      'LICENSE_INACTIVE',
    ],
    [
      'the application goes into maintenance',
      `update applications set under_maintenance = true where id = $1`,
      () => market.idOf('plain'),
      'UNDER_MAINTENANCE',
    ],
  ])('while %s', async (_, change, id, code) => {
    const answer = await meanwhile(change, [id()], () => market.install('plain', acme('owner')))
    expect(answer.json()).toMatchObject({ code })
    expect(await market.installations()).toEqual([])
  })

  test('is audited even if it was refused at the last moment', async () => {
    const { accountId, ...who } = acme('administrator')
    await meanwhile(LOSSES['the role'][0], [accountId], () => market.install('plain', who))
    expect(await market.audit()).toMatchObject([
      { action: 'application.install-refused', account_id: accountId, details: { code: 'INSTALL_NOT_ALLOWED' } },
    ])
  })
})

describe('browsing as somebody else', () => {
  const staff = () => market.globex.people.administrator
  const start = () => asAccounts('POST', `/v2/accounts/${acme('normal').accountId}/ghost`, staff().token)
  const ghosts = async () => (await market.sql(`select 1 from tokens where actor_id = $1`, [staff().accountId])).length
  beforeEach(() => market.sql('update accounts set staff = true where id = $1', [staff().accountId]))

  test.each([
    ['who asks leaves the staff', `update accounts set staff = false where id = $1`, staff, 403],
    ['who asks is suspended', `update memberships set suspended = true where account_id = $1`, staff, 401],
    ['the other becomes staff', `update accounts set staff = true where id = $1`, () => acme('normal'), 403],
    ['the other is suspended', `update memberships set suspended = true where account_id = $1`, () => acme('normal'), 403],
  ])('while %s', async (_, change, whose, status) => {
    const answer = await meanwhile(change, [whose().accountId], start)
    expect({ status: answer.statusCode, ghosts: await ghosts() }).toEqual({ status, ghosts: 0 })
  })

  test('ends when the other becomes staff', async () => {
    const token = await createToken(market.store, acme('normal'), 'dal', { actorId: staff().accountId })
    const me = () => market.app.accounts.inject({ method: 'GET', url: '/v2/info', headers: { authorization: `Bearer ${token}` } })
    expect((await me()).statusCode).toBe(200)
    await market.sql('update accounts set staff = true where id = $1', [acme('normal').accountId])
    expect((await me()).statusCode).toBe(401)
  })
})

describe('asking for access', () => {
  const request = () =>
    asAccounts('POST', '/v2/accounts/me/send_request_for_invitation', acme('normal').token, {
      product: 'livechat',
      application_id: market.idOf('plain'),
    })

  test('while the account is suspended sends nothing', async () => {
    const answer = await meanwhile(LOSSES['the account in every product'][0], [acme('normal').accountId], request)
    expect({ status: answer.statusCode, mails: await market.sql('select 1 from mails') }).toEqual({ status: 401, mails: [] })
  })
})
