import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { type InstallAnswer, installAnswerSchema } from '@marketplace/contracts/installs/schemas'
import { openTestApp } from '../../../test/harness.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { bearer, createOrganization, createToken, type Person } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.reset())

const owner = () => market.acme.people.owner
const install = (slug: string, who: Person = owner()) => market.install(slug, who)

describe('PUT /applications/{id}/install', () => {
  test('needs a sign-in', async () => {
    const answer = await market.ask(null, 'PUT', market.pathOf('plain'))
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await market.installations()).toEqual([])
  })

  test.each(['nothing', '%00', '%F0%9F%98%80', 'a'.repeat(100)])('%s is no application', async (id) => {
    const answer = await market.ask(owner(), 'PUT', `/api/v2/applications/${id}/install`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })

  test('installs, with the organization’s consent to the required scopes', async () => {
    const answer = await install('plain')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const body = answer.json<InstallAnswer>()
    expect(installAnswerSchema.parse(body)).toEqual(body)
    const { accountId, email } = owner()
    expect(body).toMatchObject({
      status: 'installed',
      error: null,
      redirectTo: null,
      installation: {
        id: market.idOf('plain'),
        slug: 'plain',
        name: 'Plain',
        icon: null,
        product: 'livechat',
        service: false,
        installedBy: { id: accountId, name: 'owner of acme', email },
        access: {
          groups: [
            { group: 'Chats', mode: 'read' },
            { group: 'Agents', mode: 'write' },
          ],
          other: [],
        },
        setup: 'done',
        openPath: null,
        settingsUrl: null,
        agents: null,
      },
    })
    expect(await market.installed()).toEqual([body.installation])
    expect(await market.sql('select account_id, client_id, scopes, granted_by from consents')).toEqual([
      { account_id: null, client_id: market.idOf('plain'), scopes: ['agents--all:rw', 'chats--all:ro'], granted_by: accountId },
    ])
    expect(await market.audit()).toMatchObject([
      { action: 'application.installed', account_id: accountId, actor_id: null, subject: market.idOf('plain') },
    ])
  })

  test('leads to the settings if there are any, and names the client', async () => {
    const body = (await install('set-up')).json<InstallAnswer>()
    expect(body.redirectTo).toBe('https://settings.example/set-up')
    expect(body.installation).toMatchObject({
      setup: 'pending',
      settingsUrl: 'https://settings.example/set-up',
      openPath: '/apps/set-up/open/',
    })
    expect(await market.sql('select client_id from consents')).toEqual([{ client_id: 'settings-client' }])
  })

  test('leads nowhere after a service', async () => {
    expect((await install('service')).json()).toMatchObject({
      redirectTo: null,
      installation: { service: true, settingsUrl: 'https://service.example/' },
    })
  })

  test('is the same at the address of the help desk', async () => {
    const answer = await market.ask(owner(), 'PUT', `/api/v1/applications/${market.idOf('desk')}/install`)
    expect(answer.json()).toMatchObject({ status: 'installed', installation: { product: 'helpdesk' } })
  })

  test.each([
    ['plain', 'administrator', null],
    ['desk', 'administrator', null],
    ['secret', 'owner', null],
    ['own-private', 'owner', null],
    ['own-private', 'normal', 'INSTALL_NOT_ALLOWED'],
    ['own-draft', 'owner', 'NOT_INSTALLABLE'],
    ['own-in-review', 'owner', 'NOT_INSTALLABLE'],
    ['own-published', 'owner', null],
    ['their-published', 'owner', null],
    ['their-private', 'owner', 'APPLICATION_NOT_FOUND'],
    ['their-draft', 'owner', 'APPLICATION_NOT_FOUND'],
    ['their-in-review', 'normal', 'APPLICATION_NOT_FOUND'],
    ['soon', 'owner', 'APPLICATION_NOT_FOUND'],
    ['plain', 'viewer', 'INSTALL_NOT_ALLOWED'],
    ['plain', 'member', 'INSTALL_NOT_ALLOWED'],
    ['owner-only', 'viceowner', null],
    ['owner-only', 'administrator', 'INSTALL_OWNER_ONLY'],
    ['owner-only', 'normal', 'INSTALL_NOT_ALLOWED'],
    ['paid', 'owner', 'PAYMENT_DUE'],
    ['resting', 'owner', 'UNDER_MAINTENANCE'],
    ['resting', 'normal', 'INSTALL_NOT_ALLOWED'],
    ['not-installable', 'owner', 'NOT_INSTALLABLE'],
    ['team', 'owner', null],
    ['premium', 'owner', null],
    ['desk-premium', 'owner', 'PLAN_ENTERPRISE_NEEDED'],
  ] as const)('%s by the %s: %s', async (slug, role, code: ErrorCode | null) => {
    const answer = await install(slug, market.acme.people[role])
    expect(answer.statusCode === 200 ? null : answer.json<{ code: string }>().code).toBe(code)
    expect(await market.installations()).toHaveLength(code === null ? 1 : 0)
    expect(await market.sql('select 1 from consents')).toHaveLength(code === null ? 1 : 0)
  })

  test('gives the reason with the name of the product', async () => {
    const messageOf = async (slug: string, who?: Person) => (await install(slug, who)).json<{ message: string }>().message
    expect(await messageOf('owner-only', market.acme.people.administrator)).toBe(
      'To install contact the owner of the Live Chat license.',
    )
    expect(await messageOf('plain', market.acme.people.normal)).toBe(
      'You do not have enough permissions to install applications.',
    )
    expect(await messageOf('desk-premium')).toBe('This app is currently available only for the Enterprise plan')
    const low = await createOrganization(market.store, 'low', { plan: 'starter' })
    expect(await messageOf('team', low.people.owner)).toBe('This app is currently available only for Team and higher plans')
    expect(await messageOf('premium', low.people.owner)).toBe(
      'This app is currently available only for Business and Enterprise plans',
    )
    const over = await createOrganization(market.store, 'over', {
      licenses: [
        { product: 'livechat', active: false },
        { product: 'helpdesk', trialEndsAt: new Date(0), subscribedAt: null },
      ],
    })
    expect(await messageOf('plain', over.people.owner)).toBe(
      'Your Live Chat license is inactive. Go to Live Chat app and activate it.',
    )
    expect(await messageOf('desk', over.people.owner)).toBe(
      'Your Help Desk license is inactive. Go to Help Desk app and activate it.',
    )
  })

  test('is refused if the application is installed already', async () => {
    await install('plain')
    const answer = await install('plain', market.acme.people.administrator)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'ALREADY_INSTALLED', message: 'Application is already installed.' })
    expect(await market.installations()).toHaveLength(1)
  })

  test('does not affect another organization', async () => {
    await install('plain')
    expect((await install('plain', market.globex.people.owner)).statusCode).toBe(200)
    expect(await market.installations()).toHaveLength(2)
    expect(await market.installed()).toHaveLength(1)
  })

  test('installs once for twenty simultaneous requests', async () => {
    const { owner: first, viceowner, administrator } = market.acme.people
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => install('set-up', [first, viceowner, administrator][index % 3])),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await market.installations()).toHaveLength(1)
    expect(await market.sql('select 1 from consents')).toHaveLength(1)
    expect((await market.audit()).map(({ action }) => action)).toEqual(['application.installed'])
  })

  test('stays consistent with simultaneous uninstalls', async () => {
    const people = Object.values(market.acme.people).slice(0, 3)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        people.flatMap((who) => [install('set-up', who), market.uninstall('set-up', who), install('set-up', who)]),
      )
      expect(answers.filter(({ statusCode }) => ![200, 404, 409].includes(statusCode))).toEqual([])
      const now = (await market.installations()).filter(({ uninstalled_at }) => uninstalled_at === null)
      expect(now.length).toBeLessThanOrEqual(1)
      expect(await market.sql('select 1 from consents')).toHaveLength(now.length)
    }
  })

  test('is audited if the permission is missing, and not for other refusals', async () => {
    await install('owner-only', market.acme.people.administrator)
    await install('paid')
    await install('their-private')
    expect(await market.audit()).toMatchObject([
      {
        action: 'application.install-refused',
        account_id: market.acme.people.administrator.accountId,
        subject: market.idOf('owner-only'),
        details: { code: 'INSTALL_OWNER_ONLY' },
      },
    ])
  })

  test('is audited once for repeated refusals, and again after a while', async () => {
    const [admin, normal] = [market.acme.people.administrator, market.acme.people.normal]
    const rows = async () => (await market.audit()).map(({ account_id, details }) => [account_id, details])
    const first = [admin.accountId, { code: 'INSTALL_OWNER_ONLY' }]
    for (let round = 0; round < 3; round++) await install('owner-only', admin)
    expect(await rows()).toEqual([first])
    // Another person or another application gives another refusal.
    await install('owner-only', normal)
    await install('plain', normal)
    expect((await rows()).map(([who]) => who)).toEqual([admin, normal, normal].map(({ accountId }) => accountId))
    await market.sql(`update audit_events set at = at - interval '1 hour'`)
    await install('owner-only', admin)
    expect((await rows()).filter(([who]) => who === admin.accountId)).toEqual([first, first])
  })

  test('is refused after the role was taken away, with the same token', async () => {
    const admin = market.acme.people.administrator
    const set = (change: string) => market.sql(`update memberships set ${change} where account_id = $1`, [admin.accountId])
    try {
      await set(`role = 'viewer'`)
      expect((await install('plain', admin)).json()).toMatchObject({ code: 'INSTALL_NOT_ALLOWED' })
      await set(`role = 'administrator', suspended = product = 'livechat'`)
      expect((await install('plain', admin)).json()).toMatchObject({ code: 'INSTALL_NOT_ALLOWED' })
      expect((await install('desk', admin)).statusCode).toBe(200)
      await set(`suspended = true`)
      expect((await install('plain', admin)).statusCode).toBe(401)
    } finally {
      await set(`role = 'administrator', suspended = false`)
    }
  })

  test('by a ghost has both identities in the audit', async () => {
    const staff = market.globex.people.administrator
    await market.sql('update accounts set staff = true where id = $1', [staff.accountId])
    const token = await createToken(market.store, owner(), 'dal', { actorId: staff.accountId })
    try {
      expect((await market.ask({ token }, 'PUT', market.pathOf('plain'))).statusCode).toBe(200)
    } finally {
      await market.sql('update accounts set staff = false')
    }
    expect(await market.audit()).toMatchObject([{ account_id: owner().accountId, actor_id: staff.accountId }])
  })

  test('uses the database even if the catalogue in memory is behind', async () => {
    await market.sql(`update applications set payment = '{"price": 100}' where slug = 'plain'`)
    try {
      expect((await install('plain')).json()).toMatchObject({ code: 'PAYMENT_DUE' })
    } finally {
      await market.sql(`update applications set payment = null where slug = 'plain'`)
    }
  })
})

describe('the organization with a billing rule', () => {
  test('lets only members with a billing permission install', async () => {
    const strict = await openTestMarketplace()
    await strict.app.close()
    const app = await openTestApp(strict.store, { env: { BILLING_RULE_ORGANIZATION: strict.acme.id } })
    const by = ({ token }: Person) =>
      app.server.inject({
        method: 'PUT',
        url: `/api/v2/applications/${strict.idOf('plain')}/install`,
        headers: bearer(token),
      })
    try {
      expect((await by(strict.acme.people.administrator)).json()).toMatchObject({ code: 'INSTALL_NEEDS_BILLING' })
      expect((await by(strict.acme.people.viceowner)).statusCode).toBe(200)
      expect((await by(strict.globex.people.administrator)).statusCode).toBe(200)
    } finally {
      await app.close()
      await strict.store.close()
    }
  })
})
