import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type InstallAnswer,
  installedApplicationSchema,
  instanceSchema,
  marketProductSchema,
} from '@marketplace/contracts/installs/schemas'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import type { Person } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.reset())

const owner = () => market.acme.people.owner
const install = (slug: string, who: Person = owner()) => market.install(slug, who)

describe('GET /applications/installed', () => {
  test('lists the organization’s installed applications by name, or those of one product', async () => {
    for (const slug of ['plain', 'desk', 'set-up']) await install(slug)
    const list = await market.installed(market.acme.people.viewer)
    for (const one of list) expect(installedApplicationSchema.parse(one)).toEqual(one)
    expect(list.map(({ slug }) => slug)).toEqual(['desk', 'plain', 'set-up'])
    expect((await market.installed(owner(), '?product=helpdesk')).map(({ slug }) => slug)).toEqual(['desk'])
    expect(await market.installed(market.globex.people.owner)).toEqual([])
  })

  test('refuses an unknown product', async () => {
    const answer = await market.ask(owner(), 'GET', '/api/v2/applications/installed?product=chatbot')
    expect(answer.statusCode).toBe(400)
  })

  test('shows scopes that were consented to later, and no installer if the account was deleted', async () => {
    await install('plain')
    await market.sql(`update consents set scopes = scopes || '{tickets--all:ro,crm.read}'`)
    await market.sql('update installations set installed_by = null')
    expect(await market.installed()).toMatchObject([
      {
        installedBy: null,
        access: { groups: expect.arrayContaining([{ group: 'Tickets', mode: 'read' }]), other: ['crm.read'] },
      },
    ])
  })
})

test('GET /market/products/my has what is installed', async () => {
  await install('plain')
  await install('service')
  const list = (await market.ask(owner(), 'GET', '/api/v2/market/products/my')).json<unknown[]>()
  for (const one of list) expect(marketProductSchema.parse(one)).toEqual(one)
  expect(list).toMatchObject([
    { slug: 'plain', productType: 'application', status: 'installed' },
    { slug: 'service', productType: 'service', status: 'installed' },
  ])
})

describe('GET /applications/{id}/instance', () => {
  test('says what the caller may do with an application that is not installed', async () => {
    const instance = await market.instanceOf('plain')
    expect(instanceSchema.parse(instance)).toEqual(instance)
    expect(instance).toEqual({
      id: market.idOf('plain'),
      installed: false,
      installation: null,
      owned: false,
      onboarding: null,
      directInstall: null,
      specialInstall: null,
      payment: null,
      paid: null,
      can: {
        install: { allowed: true, code: null, message: null },
        open: { allowed: false, code: 'NOT_INSTALLED', message: 'Application is not installed.' },
        uninstall: { allowed: false, code: 'NOT_INSTALLED', message: 'Application is not installed.' },
        requestAccess: {
          allowed: false,
          code: 'ACCESS_REQUEST_NOT_NEEDED',
          message: 'You do not need to ask: you may install this application yourself.',
        },
        manageAgents: { allowed: false, code: 'NOT_INSTALLED', message: 'Application is not installed.' },
      },
      administrators: { names: ['administrator of acme', 'viceowner of acme'], more: 0 },
    })
  })

  test('and with an installed one', async () => {
    const { installation } = (await install('onboarded')).json<InstallAnswer>()
    expect(await market.instanceOf('onboarded', market.acme.people.administrator)).toMatchObject({
      installed: true,
      installation: { ...installation, setup: 'pending' },
      onboarding: { steps: ['Name it'] },
      can: {
        install: { allowed: false, code: 'ALREADY_INSTALLED' },
        uninstall: { allowed: true },
        requestAccess: { allowed: false, code: 'ALREADY_INSTALLED' },
        manageAgents: { allowed: true },
      },
    })
  })

  test('names at most three people who may install it', async () => {
    const { normal, administrator } = market.acme.people
    const agents = await market.instanceOf('plain', normal)
    expect(agents.can.install.message).toBe('You do not have enough permissions to install applications.')
    expect(agents.can.requestAccess.allowed).toBe(true)
    expect(agents.administrators).toEqual({ names: ['administrator of acme', 'owner of acme', 'viceowner of acme'], more: 0 })
    expect((await market.instanceOf('owner-only', administrator)).administrators).toEqual({
      names: ['owner of acme', 'viceowner of acme'],
      more: 0,
    })
    await market.sql(`update memberships set role = 'administrator' where account_id = any($1)`, [
      [normal.accountId, market.acme.people.member.accountId],
    ])
    try {
      expect((await market.instanceOf('plain', market.acme.people.viewer)).administrators).toMatchObject({ more: 2 })
    } finally {
      await market.sql(`update memberships set role = 'normal' where account_id = $1`, [normal.accountId])
      await market.sql(`update memberships set role = 'member' where account_id = $1`, [market.acme.people.member.accountId])
    }
  })

  test('marks an application of the own organization', async () => {
    expect(await market.instanceOf('own-private')).toMatchObject({ owned: true, can: { install: { allowed: true } } })
    expect(await market.instanceOf('own-in-review')).toMatchObject({ owned: true, can: { install: { code: 'NOT_INSTALLABLE' } } })
  })
})

describe('changing what is installed', () => {
  const patch = (slug: string, body: object, who: Person = owner()) =>
    market.ask(who, 'PATCH', market.pathOf(slug, 'instance'), body)
  const putAgents = (slug: string, agents: unknown, who: Person = owner()) =>
    market.ask(who, 'PUT', market.pathOf(slug, 'agents'), { agents })

  test('the set-up can be marked as done, and as open again', async () => {
    await install('set-up')
    expect((await patch('set-up', { setup: 'done' })).json()).toMatchObject({ installation: { setup: 'done' } })
    expect((await patch('set-up', { setup: 'pending' })).json()).toMatchObject({ installation: { setup: 'pending' } })
  })

  test('agents are stored once each; null stands for all members', async () => {
    await install('plain')
    const { normal, viewer } = market.acme.people
    const answer = await putAgents('plain', [normal.accountId, viewer.accountId, normal.accountId])
    expect(answer.json()).toMatchObject({ installation: { agents: [normal.accountId, viewer.accountId] } })
    expect((await market.audit()).at(-1)).toMatchObject({
      action: 'application.agents-changed',
      details: { agents: [normal.accountId, viewer.accountId] },
    })
    expect((await putAgents('plain', [])).json()).toMatchObject({ installation: { agents: [] } })
    expect((await putAgents('plain', null)).json()).toMatchObject({ installation: { agents: null } })
  })

  test('agents must be members of the organization', async () => {
    await install('plain')
    for (const stranger of [market.globex.people.normal.accountId, 'nobody', 'a\0b']) {
      const answer = await putAgents('plain', [owner().accountId, stranger])
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'AGENT_NOT_FOUND' })
    }
    expect(await market.instanceOf('plain')).toMatchObject({ installation: { agents: null } })
    expect((await market.audit()).map(({ action }) => action)).toEqual(['application.installed'])
  })

  test('needs the permission to install, and an installed application', async () => {
    expect((await patch('plain', { setup: 'done' })).json()).toMatchObject({ code: 'NOT_INSTALLED' })
    expect((await putAgents('plain', null)).json()).toMatchObject({ code: 'NOT_INSTALLED' })
    await install('plain')
    expect((await patch('plain', { setup: 'done' }, market.acme.people.normal)).statusCode).toBe(403)
    expect((await putAgents('plain', null, market.acme.people.viewer)).statusCode).toBe(403)
    expect((await patch('their-private', { setup: 'done' })).statusCode).toBe(404)
  })

  test.each([{}, { setup: 'half' }])('refuses %j', async (body) => {
    expect((await patch('plain', body)).statusCode).toBe(400)
  })
})
