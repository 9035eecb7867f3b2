// Tests who can use an application after an administrator has chosen "Only these".
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InstalledApplication, Instance } from '@marketplace/contracts/installs/schemas'
import { catalogueLine } from '@marketplace/testkit/line'
import { type Accounts, openAccounts } from '../../../test/accounts.ts'
import { bearer, type Person } from '../../../test/people.ts'

const SCOPES = [{ name: 'chats--all:ro', required: true }]
const LINES = [
  catalogueLine('boxed', {
    authorization: { clientId: 'script', scopes: SCOPES },
    widgets: [
      { placement: 'fullscreen', url: 'https://boxed.example/' },
      { placement: 'settings', url: 'https://boxed.example/settings' },
    ],
  }),
  catalogueLine('shares-client', { authorization: { clientId: 'script', scopes: SCOPES } }),
]

let accounts: Accounts
let ids: Record<string, string>
beforeAll(async () => {
  accounts = await openAccounts()
  const { remarks } = await accounts.store.importLines(LINES)
  expect(remarks).toEqual([])
  const { rows } = await accounts.store.client.pool.query<{ id: string; slug: string }>('select id, slug from applications')
  ids = Object.fromEntries(rows.map(({ id, slug }) => [slug, id]))
})
afterAll(() => accounts.close())
beforeEach(async () => {
  for (const table of ['installations', 'consents']) await accounts.store.client.pool.query(`delete from ${table}`)
  await install('boxed')
})

const people = () => accounts.acme.people
const call = async (who: Person, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  accounts.app.server.inject({ method, url: `/api/v2${path}`, headers: bearer(who.token), ...(payload && { payload }) })
const install = (slug: string) => call(people().owner, 'PUT', `/applications/${ids[slug]}/install`)
const choose = async (agents: Person[] | null, slug = 'boxed') => {
  const body = { agents: agents && agents.map(({ accountId }) => accountId) }
  expect((await call(people().owner, 'PUT', `/applications/${ids[slug]}/agents`, body)).statusCode).toBe(200)
}
const instanceOf = async (who: Person) => (await call(who, 'GET', `/applications/${ids.boxed}/instance`)).json<Instance>()
const installedFor = async (who: Person) =>
  (await call(who, 'GET', '/applications/installed')).json<InstalledApplication[]>().find(({ slug }) => slug === 'boxed')

/** Authorizes the client with prompt=none. */
const silently = async (who: Person, more: Record<string, string> = {}) => {
  const visitor = await accounts.visitor(who.email)
  const query = accounts.query({ client_id: 'script', scope: 'chats--all:ro', flow: 'button', ...more })
  return (await visitor.get(`/?${query}`, { 'sec-fetch-dest': 'iframe' })).message?.content
}
const REFUSED = { error: { identity_exception: 'unauthorized' } }

describe('the instance', () => {
  test('is usable by all members until agents are chosen', async () => {
    for (const who of [people().normal, people().viewer, people().administrator])
      expect(await instanceOf(who)).toMatchObject({
        can: { open: { allowed: true, code: null } },
        installation: { usable: true, openPath: '/apps/boxed/open/', settingsUrl: 'https://boxed.example/settings' },
      })
  })

  test('is not usable by a member who was not chosen', async () => {
    await choose([people().normal])
    expect(await instanceOf(people().normal)).toMatchObject({
      can: { open: { allowed: true } },
      installation: { usable: true, openPath: '/apps/boxed/open/', settingsUrl: 'https://boxed.example/settings' },
    })
    const left = { usable: false, openPath: null, settingsUrl: null }
    expect(await instanceOf(people().viewer)).toMatchObject({
      installed: true,
      can: { open: { allowed: false, code: 'NOT_AMONG_AGENTS' } },
      installation: left,
    })
    expect(await installedFor(people().viewer)).toMatchObject(left)
  })

  test('can be managed by an administrator who was not chosen', async () => {
    await choose([])
    expect(await instanceOf(people().administrator)).toMatchObject({
      can: { open: { allowed: false }, manageAgents: { allowed: true }, uninstall: { allowed: true } },
      installation: { usable: false, openPath: null, settingsUrl: 'https://boxed.example/settings' },
    })
    await choose(null)
    expect(await instanceOf(people().viewer)).toMatchObject({ can: { open: { allowed: true } } })
  })

  test('cannot be opened where nothing is installed', async () => {
    await call(people().owner, 'DELETE', `/applications/${ids.boxed}/install`)
    expect(await instanceOf(people().owner)).toMatchObject({ can: { open: { allowed: false, code: 'NOT_INSTALLED' } } })
  })
})

describe('the organization’s consent', () => {
  test('covers only chosen agents', async () => {
    expect(await silently(people().viewer)).toMatchObject({ data: { access_token: expect.any(String) } })
    await choose([people().normal])
    expect(await silently(people().normal)).toMatchObject({ data: { access_token: expect.any(String) } })
    expect(await silently(people().viewer)).toEqual(REFUSED)
    expect(await silently(people().viewer, { prompt: 'none' })).toEqual(REFUSED)
    await choose(null)
    expect(await silently(people().viewer)).toMatchObject({ data: { access_token: expect.any(String) } })
  })

  test('counts in a consent’s status for chosen agents only', async () => {
    await choose([people().normal])
    const statusOf = async ({ token }: Person) => {
      const url = '/v2/clients/script/consent/status?coverage=account'
      return (await accounts.app.accounts.inject({ method: 'GET', url, headers: bearer(token) })).json<{ scopes: string[] }>()
    }
    expect((await statusOf(people().normal)).scopes).toEqual(['chats--all:ro'])
    expect((await statusOf(people().viewer)).scopes).toEqual([])
  })

  test('still covers people by another installed application with the same client', async () => {
    await install('shares-client')
    await choose([people().normal])
    expect(await silently(people().viewer)).toMatchObject({ data: { access_token: expect.any(String) } })
    await choose([people().member], 'shares-client')
    expect(await silently(people().member)).toMatchObject({ data: { access_token: expect.any(String) } })
    expect(await silently(people().normal)).toMatchObject({ data: { access_token: expect.any(String) } })
    expect(await silently(people().viewer)).toEqual(REFUSED)
  })
})

test('choosing agents revokes the tokens of all others, and only theirs', async () => {
  const tokenFor = async (who: Person) => {
    const message = await silently(who)
    return message?.data?.access_token
  }
  const [kept, ended] = [await tokenFor(people().normal), await tokenFor(people().viewer)]
  expect([await accounts.isGood(kept), await accounts.isGood(ended)]).toEqual([true, true])
  await choose([people().normal])
  expect([await accounts.isGood(kept), await accounts.isGood(ended)]).toEqual([true, false])
  // The storefront's own sign-in needs no consent.
  expect((await call(people().viewer, 'GET', '/applications/installed')).statusCode).toBe(200)
})

test('uninstalling the application without chosen agents revokes the tokens of agents who may not use the other one', async () => {
  await install('shares-client')
  await choose([people().normal])
  const [kept, ended] = [
    (await silently(people().normal))?.data?.access_token,
    (await silently(people().viewer))?.data?.access_token,
  ]
  await call(people().owner, 'DELETE', `/applications/${ids['shares-client']}/install`)
  expect([await accounts.isGood(kept), await accounts.isGood(ended)]).toEqual([true, false])
})
