import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { createToken, type Person } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.reset())

const owner = () => market.acme.people.owner
const install = (slug: string, who: Person = owner()) => market.install(slug, who)
const uninstall = (slug: string, who: Person = owner(), payload?: object) => market.uninstall(slug, who, payload)

describe('DELETE /applications/{id}/install', () => {
  test('needs a sign-in', async () => {
    expect((await market.ask(null, 'DELETE', market.pathOf('plain'))).statusCode).toBe(401)
  })

  test.each([
    ['a number', { reason: 1 }],
    ['more than a thousand characters', { reason: 'x'.repeat(1001) }],
    ['a NUL', { reason: 'a\0b' }],
    ['a list', []],
  ])('refuses %s as a reason', async (_, body) => {
    await install('plain')
    const answer = await uninstall('plain', owner(), body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect(await market.installed()).toHaveLength(1)
  })

  test('uninstalls, stores the reason, takes the consent back and revokes its tokens', async () => {
    await install('set-up')
    const token = await createToken(market.store, owner())
    await market.sql(`insert into oauth_clients (id, name, type) values ('settings-client', 'Settings', 'javascript_app')
      on conflict do nothing`)
    const hash = (await market.sql<{ hash: string }>('select hash from tokens order by created_at desc limit 1'))[0]?.hash
    await market.sql(`update tokens set client_id = 'settings-client' where hash = $1`, [hash])
    expect((await market.ask({ token }, 'GET', '/api/v2/applications/installed')).statusCode).toBe(200)

    const answer = await uninstall('set-up', owner(), { reason: '  Too many chats. ' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'uninstalled', error: null })
    expect(await market.installations()).toMatchObject([
      { uninstalled_at: expect.any(Date), uninstall_reason: 'Too many chats.' },
    ])
    expect(await market.installed()).toEqual([])
    expect(await market.sql('select 1 from consents')).toEqual([])
    expect((await market.ask({ token }, 'GET', '/api/v2/applications/installed')).statusCode).toBe(401)
    expect((await market.audit()).at(-1)).toMatchObject({ action: 'application.uninstalled', details: { consentRemoved: true } })
  })

  test('needs no reason, and can be followed by another install', async () => {
    await install('plain')
    expect((await uninstall('plain')).statusCode).toBe(200)
    expect((await install('plain')).statusCode).toBe(200)
    expect((await uninstall('plain', owner(), {})).statusCode).toBe(200)
    expect((await market.installations()).map(({ uninstall_reason }) => uninstall_reason)).toEqual([null, null])
  })

  test.each([
    ['plain', 'owner', 'NOT_INSTALLED'],
    ['plain', 'normal', 'INSTALL_NOT_ALLOWED'],
    ['owner-only', 'administrator', 'INSTALL_OWNER_ONLY'],
    ['their-private', 'owner', 'APPLICATION_NOT_FOUND'],
    ['soon', 'owner', 'APPLICATION_NOT_FOUND'],
  ] as const)('of %s, which is not installed, by the %s: %s', async (slug, role, code) => {
    expect((await uninstall(slug, market.acme.people[role])).json()).toMatchObject({ code })
  })

  test('does not uninstall for another organization', async () => {
    await install('plain', market.globex.people.owner)
    expect((await uninstall('plain')).json()).toMatchObject({ code: 'NOT_INSTALLED' })
    expect(await market.installed(market.globex.people.owner)).toHaveLength(1)
  })

  test('keeps the consent if another installed application uses it', async () => {
    await install('set-up')
    await install('shares-client')
    await uninstall('set-up')
    expect(await market.sql('select client_id from consents')).toEqual([{ client_id: 'settings-client' }])
    await uninstall('shares-client')
    expect(await market.sql('select 1 from consents')).toEqual([])
  })

  test('takes the consent back after two simultaneous uninstalls with the same client', async () => {
    for (let round = 0; round < 5; round++) {
      await install('set-up')
      await install('shares-client')
      await Promise.all([uninstall('set-up'), uninstall('shares-client')])
      expect(await market.sql('select 1 from consents')).toEqual([])
    }
  })

  test('works for an application that is not published any more', async () => {
    await install('plain')
    await market.sql(`update applications set published_at = null where slug = 'plain'`)
    try {
      expect(await market.instanceOf('plain')).toMatchObject({ installed: true, can: { uninstall: { allowed: true } } })
      expect((await market.ask(market.globex.people.owner, 'GET', market.pathOf('plain', 'instance'))).statusCode).toBe(404)
      expect((await uninstall('plain')).statusCode).toBe(200)
      expect((await uninstall('plain')).statusCode).toBe(404)
    } finally {
      await market.sql(`update applications set published_at = '2026-03-01' where slug = 'plain'`)
    }
  })
})
