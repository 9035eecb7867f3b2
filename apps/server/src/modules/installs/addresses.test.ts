// Tests the address that opens after an install, which depends on the application's custom properties.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type InstallAnswer, installAnswerSchema, type Instance, instanceSchema } from '@marketplace/contracts/installs/schemas'
import { catalogueLine } from '@marketplace/testkit/line'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import type { Person } from '../../../test/people.ts'

const LINES = [
  catalogueLine('direct', {
    directInstallUrl: 'https://direct.example/connect',
    customProps: { directInstallUrlInNewTab: 'true' },
    widgets: [{ placement: 'settings', url: 'https://direct.example/settings' }],
  }),
  catalogueLine('to-finish', {
    customProps: { finishInstallUrl: 'https://finish.example/calendar', finishInstallCopy: 'Connect a calendar.' },
  }),
  catalogueLine('elsewhere', {
    customProps: { alternativeFullscreenPath: '/team/elsewhere', alternativeSettingUrl: 'https://elsewhere.example/settings' },
    widgets: [
      { placement: 'fullscreen', url: 'https://elsewhere.example/' },
      { placement: 'settings', url: 'https://elsewhere.example/other-settings' },
    ],
  }),
  catalogueLine('reports', { customProps: { agentAppReport: 'true' } }),
]

let market: TestMarketplace
let ids: Map<string, string>
beforeAll(async () => {
  market = await openTestMarketplace()
  expect((await market.store.importLines(LINES)).remarks).toEqual([])
  const rows = await market.sql<{ id: string; slug: string }>('select id, slug from applications')
  ids = new Map(rows.map(({ id, slug }) => [slug, id]))
})
afterAll(() => market.close())
beforeEach(() => market.reset())

const ask = async (who: Person, method: 'GET' | 'PUT' | 'PATCH', slug: string, rest: string, body?: object) => {
  const answer = await market.ask(who, method, `/api/v2/applications/${ids.get(slug)}/${rest}`, body)
  expect(answer.statusCode).toBe(200)
  return answer.json<unknown>()
}
const install = async (slug: string): Promise<InstallAnswer> => {
  const answer = await ask(market.acme.people.owner, 'PUT', slug, 'install')
  expect(installAnswerSchema.parse(answer)).toEqual(answer)
  return answer as InstallAnswer
}
const instanceOf = async (slug: string, who: Person = market.acme.people.owner): Promise<Instance> => {
  const answer = await ask(who, 'GET', slug, 'instance')
  expect(instanceSchema.parse(answer)).toEqual(answer)
  return answer as Instance
}

test('an install leads to directInstallUrl', async () => {
  const directInstall = { url: 'https://direct.example/connect', newTab: true }
  expect((await instanceOf('direct')).directInstall).toEqual(directInstall)
  expect(await install('direct')).toMatchObject({ directInstall, redirectTo: null })
  expect(await install('plain')).toMatchObject({ directInstall: null })
})

test('finishInstallUrl is shown after an install until it is marked as done, to those who manage the application', async () => {
  const finish = { url: 'https://finish.example/calendar', text: 'Connect a calendar.' }
  expect((await install('to-finish')).installation).toMatchObject({ finish, setup: 'pending' })
  expect((await instanceOf('to-finish', market.acme.people.administrator)).installation).toMatchObject({ finish })
  expect((await instanceOf('to-finish', market.acme.people.normal)).installation).toMatchObject({ finish: null })
  await ask(market.acme.people.owner, 'PATCH', 'to-finish', 'instance', { setup: 'done' })
  expect((await instanceOf('to-finish')).installation).toMatchObject({ finish: null, setup: 'done' })
  await ask(market.acme.people.owner, 'PATCH', 'to-finish', 'instance', { setup: 'pending' })
  expect((await instanceOf('to-finish')).installation).toMatchObject({ finish })
})

test('alternativeFullscreenPath replaces the path that opens it, alternativeSettingUrl its settings', async () => {
  expect((await install('elsewhere')).installation).toMatchObject({
    openPath: '/team/elsewhere',
    opensIn: 'host',
    settingsUrl: 'https://elsewhere.example/settings',
  })
  expect((await install('set-up')).installation).toMatchObject({ openPath: '/apps/set-up/open/', opensIn: 'marketplace' })
  expect((await install('plain')).installation).toMatchObject({ openPath: null, opensIn: null })
})

test('agentAppReport leads to the host’s Reports, for people who may use the application', async () => {
  expect((await install('reports')).installation).toMatchObject({ reportsPath: '/reports' })
  expect((await install('plain')).installation).toMatchObject({ reportsPath: null })
  const body = { agents: [market.acme.people.owner.accountId] }
  await ask(market.acme.people.owner, 'PUT', 'reports', 'agents', body)
  expect((await instanceOf('reports', market.acme.people.normal)).installation).toMatchObject({ reportsPath: null })
})
