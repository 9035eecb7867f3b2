import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { testClock } from '../../../test/harness.ts'
import { bearer, createToken, type Person } from '../../../test/people.ts'

const START = '2026-11-20T12:00:00Z'
const clock = testClock(START)
let market: TestMarketplace
let people: TestMarketplace['acme']['people']

beforeAll(async () => {
  market = await openTestMarketplace({ clock })
  people = market.acme.people
})
afterAll(() => market.close())
beforeEach(async () => {
  clock.set(START)
  await market.reset()
})

let address = 0
const request = (who: Person | { token: string } | null, payload: object) =>
  market.app.accounts.inject({
    method: 'POST',
    url: '/v2/accounts/me/send_request_for_invitation',
    payload,
    headers: who ? bearer(who.token) : {},
    remoteAddress: `198.51.100.${address++}`,
  })
const forApplication = (slug: string, who: Person = people.normal) =>
  request(who, { product: 'livechat', application_id: market.idOf(slug) })
const mails = () =>
  market.sql<{ recipient: string; subject: string; text: string; html: string }>('select * from mails order by recipient')
const recipients = async () => (await mails()).map(({ recipient }) => recipient.replace('@acme.test', ''))

describe('an access request', () => {
  test('needs a sign-in', async () => {
    const answer = await request(null, { product: 'livechat' })
    expect(answer.statusCode).toBe(401)
    expect(await mails()).toEqual([])
  })

  test.each([{}, { product: 'chatbot' }, { product: 'livechat', application_id: '' }, []])('refuses %j', async (body) => {
    expect((await request(people.owner, body)).statusCode).toBe(400)
  })

  test('mails everybody who may install it, with a link that opens the install', async () => {
    const answer = await forApplication('plain')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({})
    expect(await recipients()).toEqual(['administrator', 'owner', 'viceowner'])
    const [mail] = await mails()
    const rows = await market.sql<{ id: string }>('select * from access_requests')
    expect(rows).toMatchObject([
      {
        organization_id: market.acme.id,
        account_id: people.normal.accountId,
        product: 'livechat',
        application_id: market.idOf('plain'),
      },
    ])
    const href = `http://shop.test/apps/plain/?action=install&requested=${rows[0]?.id}`
    expect(mail).toMatchObject({ recipient: 'administrator@acme.test', subject: 'normal of acme asks for Plain' })
    expect(mail?.text).toContain(
      `normal of acme (normal@acme.test) asks you for Plain.\n\nLook at Plain and install it: ${href}\n`,
    )
    expect(mail?.html).toContain(`<a href="${href.replace('&', '&amp;')}">Look at Plain and install it</a>`)
    expect(await market.audit()).toMatchObject([
      {
        action: 'access.requested',
        account_id: people.normal.accountId,
        subject: market.idOf('plain'),
        details: { asked: [people.administrator.accountId, people.owner.accountId, people.viceowner.accountId] },
      },
    ])
  })

  test('goes to the owners if only they may install it', async () => {
    expect((await forApplication('owner-only', people.administrator)).statusCode).toBe(200)
    expect(await recipients()).toEqual(['owner', 'viceowner'])
  })

  test('goes to nobody who is suspended, or administers the other product only', async () => {
    const set = (change: string, who: Person, product: string) =>
      market.sql(`update memberships set ${change} where account_id = $1 and product = $2`, [who.accountId, product])
    await set('suspended = true', people.owner, 'livechat')
    await set(`role = 'normal'`, people.viceowner, 'livechat')
    try {
      await forApplication('plain')
      expect(await recipients()).toEqual(['administrator'])
      await market.sql('delete from mails')
      await forApplication('desk')
      expect(await recipients()).toEqual(['administrator', 'owner', 'viceowner'])
    } finally {
      await set('suspended = false', people.owner, 'livechat')
      await set(`role = 'viceowner'`, people.viceowner, 'livechat')
    }
  })

  test('leads to a service at its own address', async () => {
    await forApplication('service')
    expect((await mails())[0]?.text).toContain('http://shop.test/services/service/?action=install&requested=')
  })

  test('links to the private page of a private application', async () => {
    await forApplication('own-private', people.member)
    expect((await mails())[0]?.text).toContain('http://shop.test/private-apps/own-private/?action=install&requested=')
  })

  test('is refused for a person who may install it', async () => {
    const answer = await forApplication('plain', people.administrator)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ sub_error: 'access_request_not_needed' })
    expect(await mails()).toEqual([])
  })

  test('is refused for an installed application', async () => {
    await market.install('plain', people.owner)
    const answer = await forApplication('plain')
    expect(answer.statusCode).toBe(409)
    expect(await mails()).toEqual([])
  })

  test.each(['nothing', 'a\0b'])('is 404 for the unknown id %j', async (id) => {
    const answer = await request(people.normal, { product: 'livechat', application_id: id })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ resource_name: 'application', resource_id: id })
  })

  test('for another organization’s own application is 404', async () => {
    expect((await forApplication('their-private', people.viewer)).statusCode).toBe(404)
    expect(await market.sql('select 1 from access_requests')).toEqual([])
  })

  test('is mailed once if it is repeated within a day, with the same answer', async () => {
    expect((await forApplication('plain', people.viewer)).statusCode).toBe(200)
    clock.set('2026-11-21T11:59:59Z')
    const again = await forApplication('plain', { ...people.viewer, token: await freshToken(people.viewer) })
    expect([again.statusCode, again.json()]).toEqual([200, {}])
    expect(await mails()).toHaveLength(3)
    clock.set('2026-11-21T12:00:01Z')
    await forApplication('plain', { ...people.viewer, token: await freshToken(people.viewer) })
    expect(await mails()).toHaveLength(6)
  })

  test('is mailed again for another person or another application', async () => {
    await forApplication('plain')
    await forApplication('plain', people.viewer)
    await forApplication('desk')
    expect(await mails()).toHaveLength(9)
  })

  test('is mailed once for six simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => forApplication('plain', people.member)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await mails()).toHaveLength(3)
  })

  test('escapes texts of other people', async () => {
    await market.sql(`update accounts set name = $1 where id = $2`, [
      `<img src=x onerror="alert(1)">\r\nBcc: all@acme.test`,
      people.viewer.accountId,
    ])
    await market.sql(`update applications set name = '<b>Plain</b> & "co"' where slug = 'plain'`)
    try {
      await forApplication('plain', people.viewer)
    } finally {
      await market.sql(`update applications set name = 'Plain' where slug = 'plain'`)
      await market.sql(`update accounts set name = 'viewer of acme' where id = $1`, [people.viewer.accountId])
    }
    const [mail] = await mails()
    expect(mail?.html).not.toMatch(/<(?!\/?(?:p|a)\b)/)
    expect(mail?.html).toContain('&lt;b&gt;Plain&lt;/b&gt; &amp; &quot;co&quot;')
    expect(mail?.subject).toBe(`<img src=x onerror="alert(1)"> Bcc: all@acme.test asks for <b>Plain</b> & "co"`)
  })

  test('for a product goes to its administrators, unless the caller is one of them', async () => {
    expect((await request(people.viewer, { product: 'helpdesk' })).statusCode).toBe(200)
    expect(await recipients()).toEqual(['administrator', 'owner', 'viceowner'])
    expect((await mails())[0]).toMatchObject({ subject: 'viewer of acme asks for access to Help Desk' })
    expect((await request(people.owner, { product: 'helpdesk' })).statusCode).toBe(422)
  })
})

/** The clock of this test is ahead of the other tokens' expiry. */
const freshToken = (who: Person) => createToken(market.store, who, 'dal', { expiresAt: new Date('2027-01-01') })
