import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, testClock } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { mailQueue } from '../../mail/index.ts'
import { insertCards } from './repository.ts'
import { tellExpiringCards } from './tell-expiring.ts'

const clock = testClock('2026-11-22T12:00:00Z')
let store: TestStore
let acme: Organization
let globex: Organization

beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex')
})
afterAll(() => store.close())

const card = { brand: 'visa', firstSix: '424242', expiryYear: 2026 }
beforeEach(async () => {
  for (const table of ['cards', 'mails']) await store.client.pool.query(`delete from ${table}`)
  await insertCards(store.client.database, [
    { ...card, organizationId: acme.id, lastFour: '4242', expiryMonth: 12 },
    { ...card, organizationId: globex.id, lastFour: '1881', expiryMonth: 2, expiryYear: 2027 },
  ])
})

const tell = async (at: string) => {
  clock.set(at)
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const { database } = store.client
  const dependencies = { database, clock, publicUrl: 'http://shop.test', queueMail }
  await tellExpiringCards(dependencies, new AbortController().signal)
}
const mails = async () => {
  const { rows } = await store.client.pool.query<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, text from mails order by recipient',
  )
  return rows
}

describe('the reminder of a card that expires', () => {
  test('goes to the owners 30 days before, once for each card', async () => {
    await tell('2026-12-01T23:59:59Z')
    expect(await mails()).toEqual([])
    await Promise.all([tell('2026-12-02T00:00:00Z'), tell('2026-12-02T00:00:00Z')])
    await tell('2026-12-20T00:00:00Z')
    const told = await mails()
    expect(told.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['owner@acme.test', 'The payment card ending in 4242 expires soon'],
      ['viceowner@acme.test', 'The payment card ending in 4242 expires soon'],
    ])
    expect(told[0]?.text).toContain('12/2026')
    expect(told[0]?.text).toContain('http://shop.test/billing/?view=payment')
  })

  test('says so where the card has expired already', async () => {
    await tell('2027-03-01T00:00:00Z')
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'The payment card ending in 4242 has expired',
      'The payment card ending in 1881 has expired',
      'The payment card ending in 4242 has expired',
      'The payment card ending in 1881 has expired',
    ])
  })

  test('goes to nobody who is suspended', async () => {
    await store.client.pool.query(`update memberships set suspended = true where account_id = $1`, [acme.people.owner.accountId])
    await tell('2026-12-15T00:00:00Z')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['viceowner@acme.test'])
    await store.client.pool.query('update memberships set suspended = false')
  })
})
