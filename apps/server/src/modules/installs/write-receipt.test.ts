import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type UninstallReceipt, uninstallReceiptSchema } from '@marketplace/contracts/installs/receipt-schemas'
import { type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'
import { createToken } from '../../../test/people.ts'
import { saveClients } from '../clients/index.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
  await saveClients(market.store.client.database, [
    { id: 'settings-client', name: 'Settings', type: 'javascript_app', scopes: ['integrations_manage'], trusted: false },
  ])
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.empty()
  await market.sql('delete from recurrent_charges')
  await market.reset()
})

const owner = () => market.acme.people.owner
const install = (slug: string) => market.ask(owner(), 'PUT', `/api/v2/applications/${market.idOf(slug)}/install`)
const uninstall = async (slug: string, who = owner()) => {
  const answer = await market.ask(who, 'DELETE', `/api/v2/applications/${market.idOf(slug)}/install`, { reason: 'Too dear.' })
  expect(answer.statusCode).toBe(200)
  const { receipt } = answer.json<{ receipt: UninstallReceipt }>()
  expect(uninstallReceiptSchema.parse(receipt)).toEqual(receipt)
  return receipt
}
const mails = () => market.sql<{ recipient: string; subject: string; text: string }>('select * from mails order by recipient')

/** A live monthly charge of 5 × $12, paid or in its trial until the given day. */
const subscribe = async (slug: string, { paid, until }: { paid: boolean; until: string }) => {
  const id = randomUUID()
  const anchor = paid ? NOON : until
  await market.sql(
    `insert into recurrent_charges (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id,
       plan_id, name, price, quantity, per_account, test, commission_percent, created_at, updated_at, state, months, trial_days, anchor_at,
       trial_ends_at, settled_period, due_at)
     select $1, $2, l.id, $3, 'marketplace', a.id, a.id, p.id, 'Seats, Standard', 1200, 5, true, false, 20, $4, $4, 'active', 1, 0, $5,
       case when $6 then null else $5::timestamptz end, case when $6 then 0 else -1 end, $7
     from licenses l, applications a join plans p on p.application_id = a.id
     where l.organization_id = $2 and l.product = 'livechat' and a.id = $8 limit 1`,
    [id, market.acme.id, owner().accountId, NOON, anchor, paid, until, market.idOf(slug)],
  )
  await market.sql(
    `insert into entitlements (id, organization_id, application_id, source, charge_id, starts_at) values ($1, $2, $3, 'recurrent_charge', $1, $4)`,
    [id, market.acme.id, market.idOf(slug), NOON],
  )
}

describe('the receipt of an uninstall', () => {
  test('counts the tokens and consents that ended', async () => {
    await install('set-up')
    const people = [owner(), market.acme.people.administrator]
    for (const person of people) await createToken(market.store, person, 'dal', { clientId: 'settings-client' })
    await createToken(market.store, market.globex.people.owner, 'dal', { clientId: 'settings-client' })
    await createToken(market.store, owner(), 'dal', { clientId: 'settings-client', expiresAt: new Date('2020-01-01') })
    await market.sql(
      `insert into consents (id, organization_id, account_id, client_id, scopes) values ('c1', $1, $2, 'settings-client', '{}')`,
      [market.acme.id, owner().accountId],
    )
    expect(await uninstall('set-up')).toMatchObject({
      application: { slug: 'set-up' },
      reason: 'Too dear.',
      used_by: null,
      tokens_revoked: 2,
      consent: { ended: true, scopes: ['agents--all:rw', 'chats--all:ro'], kept_for: [], personal: 1 },
      cancelled: [],
      kept_purchase: null,
      told: false,
      by: { id: owner().accountId, name: 'owner of acme' },
    })
  })

  test('says which application still needs the consent', async () => {
    await install('set-up')
    await install('shares-client')
    const name = (
      await market.sql<{ name: string }>('select name from applications where id = $1', [market.idOf('shares-client')])
    )[0]?.name
    expect(await uninstall('set-up')).toMatchObject({ tokens_revoked: 0, consent: { ended: false, kept_for: [name] } })
  })

  test('a cancelled charge stays usable to the end of what was paid', async () => {
    await subscribe('seats', { paid: true, until: '2026-12-22T12:00:00.000Z' })
    await install('seats')
    const receipt = await uninstall('seats')
    expect(receipt).toMatchObject({
      cancelled: [
        { name: 'Seats, Standard', price: 1_200, quantity: 5, usable_until: '2026-12-22T12:00:00.000Z', was_trial: false },
      ],
      kept_purchase: { once: false, until: '2026-12-22T12:00:00.000Z' },
      refunded: 0,
    })
    expect((await install('seats')).statusCode).toBe(200)
  })

  test('a trial ends without a payment', async () => {
    await subscribe('trial', { paid: false, until: '2026-12-06T12:00:00.000Z' })
    await install('trial')
    expect(await uninstall('trial')).toMatchObject({ cancelled: [{ was_trial: true, usable_until: '2026-12-06T12:00:00.000Z' }] })
  })

  test('is mailed to the person and the owners, and to nobody else', async () => {
    await install('plain')
    const receipt = await uninstall('plain', market.acme.people.administrator)
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(['administrator@acme.test', 'owner@acme.test', 'viceowner@acme.test'])
    expect(sent[0]?.subject).toContain('what ended, and what stays')
    expect(sent[0]?.text).toContain('administrator of acme has uninstalled')
    expect(sent[0]?.text).toContain('The consent of your organization has ended.')
    expect(sent[0]?.text).toContain(`http://shop.test/my-apps/receipts/${receipt.id}/`)
  })

  test('exists once after simultaneous uninstalls, with one mail to each recipient', async () => {
    await install('plain')
    const url = `/api/v2/applications/${market.idOf('plain')}/install`
    const answers = await Promise.all(Array.from({ length: 6 }, () => market.ask(owner(), 'DELETE', url)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await market.sql('select id from uninstall_receipts')).toHaveLength(1)
    expect(await mails()).toHaveLength(2)
  })
})
