// The auditor must find nothing in correct books, and must name each fault that a test adds to them.
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from '../../../../test/carts.ts'
import { emptyShop, type Shop, useShop } from '../../../../test/purchases.ts'
import { CHECKS } from './repository.ts'

let shop: Shop
useShop(
  (opened) => {
    shop = opened
  },
  { audited: false },
)
beforeEach(async () => {
  const { id } = await shop.cartOf(shop.acme.people.owner)
  const ids = ['seats', 'once', 'trial'].map(shop.idOf).join(',')
  await shop.call(shop.acme.people.owner, 'PATCH', `/${id}/applications?id=${encodeURIComponent(ids)}`)
  await shop.call(shop.acme.people.owner, 'PATCH', `/${id}/coupon/ONEOFF`)
  await shop.call(shop.acme.people.owner, 'PATCH', `/${id}/checkout`, {})
  const { body } = await shop.buy(shop.acme.people.owner, id)
  if (body.status !== 'purchased') throw new Error(JSON.stringify(body))
})

/** Writes rows that the database itself would refuse, with its triggers and foreign keys disabled. */
const plant = (text: string) => shop.sql(`set session_replication_role = replica; ${text}; set session_replication_role = origin`)
/** Drops a unique index while `work` runs. */
const without = async (index: string, work: () => Promise<void>) => {
  const [found] = await shop.sql<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [index])
  await shop.sql(`drop index ${index}`)
  try {
    await work()
  } finally {
    await emptyShop(shop, NOON)
    await shop.sql(found?.indexdef ?? '')
  }
}
const found = async () => (await shop.violations()).map(({ rule, what }) => `${rule}: ${what}`)

/** Another organization than that of the row "s", and the ids of its people. */
const OTHER = '(select o.id from organizations o where o.id <> s.organization_id limit 1)'
const STRANGERS = `(select array_agg(distinct m.account_id) from memberships m where m.organization_id <> s.organization_id)`
const STRANGE = '13: a row names a person of another organization'
const SALE_COLUMNS = `organization_id, attempt_id, charge_kind, charge_id, period_start, period_end, application_id, developer_id,
  description, unit_price, quantity, discount, net, tax_rate, tax, total, commission_percent, commission, coupon_code, capture_id, sold_at`
const sellAgain = (period: number) =>
  `insert into sales (id, period, ${SALE_COLUMNS}) select 'again', ${period}, ${SALE_COLUMNS} from sales
   where charge_kind = 'recurrent_charge' limit 1`

describe('the auditor', () => {
  test('finds nothing in right books', async () => {
    expect(await found()).toEqual([])
  })

  test.each([
    ['a capture without an entitlement', `delete from entitlements where source = 'direct_charge'`, '2: sold and not given'],
    [
      'a cent of the ledger moved',
      `update ledger_entries set amount = amount + 1 where account = 'marketplace'`,
      '2: the movements of the ledger do not add up to 0',
    ],
    [
      'a cent moved from one account of the ledger to another',
      `update ledger_entries set amount = amount + case account when 'tax' then -1 else 1 end where account in ('tax', 'marketplace')`,
      '2: the ledger is not what was sold',
    ],
    ['a sale deleted', `delete from sales where charge_kind = 'direct_charge'`, '2: what was captured is not what was sold'],
    ['a second renewal in one payment', sellAgain(1), '8: a period was charged and not sold, or sold and not charged'],
    ['an invoice changed', `update invoices set total = total - 1`, '2: the invoice is not what was sold'],
    [
      'an attempt that says another amount',
      `update payment_attempts set capture_amount = capture_amount - 1`,
      '2: the provider captured another amount',
    ],
    ['an attempt deleted', `delete from payment_attempts`, '2: the provider captured for nothing that we know'],
    [
      'a payment that says it failed',
      `update payment_attempts set state = 'declined'`,
      '2: the provider captured for an attempt that came to nothing',
    ],
    [
      'an item with neither a purchase nor a note',
      `update cart_items set purchased_at = null`,
      '3: an item of a purchased cart has neither or both of a purchase and a note',
    ],
    [
      'something kept for an item with a note',
      `update cart_items set purchased_at = null, note = 'not-installed'`,
      '3: something was kept for an item that has a note',
    ],
    ['a cart that was never purchased', `update carts set purchased_at = null`, '4: an item was purchased, and its cart was not'],
    [
      'a price that was not shown',
      // Changes every line, because their order depends on random ids and the line in trial was not charged.
      `update carts set quote = jsonb_set(quote, '{lines}', (
        select jsonb_agg(jsonb_set(line, '{due,total}', '1')) from jsonb_array_elements(quote -> 'lines') line))`,
      '5: charged for another price than was shown',
    ],
    ['a checksum of another quote', `update carts set checksum = 'x'`, '5: the frozen quote is not what its checksum says'],
    [
      'a payment that nobody goes on with',
      `update payment_attempts set state = 'capturing', ended_at = null, lease_until = '2026-11-22T11:59:00Z'`,
      '6: nobody goes on with a payment',
    ],
    ['a period missing', `delete from charge_periods`, '8: the periods of a charge have a gap, or are not counted'],
    [
      'a period that drifted',
      `update charge_periods set starts_at = starts_at + interval '1 day'`,
      '8: a period is not counted from the anchor',
    ],
    [
      'a renewal that lost its date',
      `update recurrent_charges set due_at = null where state = 'active'`,
      '8: reconciliation: renewal_missing',
    ],
    [
      'a cent that another developer is owed',
      `update ledger_entries set developer_id = 'another' where account = 'developer' and developer_id is not null`,
      '2: reconciliation: ledger_differs',
    ],
    [
      'a refund without the provider’s id',
      `insert into refunds (id, organization_id, sale_id, total, tax, commission, reason, state, lease_until, created_at, updated_at)
       select 'r', organization_id, id, 1, 0, 0, 'requested', 'succeeded', now(), now(), now() from sales limit 1`,
      '2: a refund has succeeded that the provider did not make',
    ],
    [
      'a capture in a trial',
      `update recurrent_charges set trial_ends_at = '2026-12-22' where trial_days = 0`,
      '10: charged in a trial',
    ],
    [
      'a capture after the cancellation',
      `update recurrent_charges set state = 'cancelled', cancelled_at = '2026-11-22T11:00:00Z' where trial_days = 0`,
      '10: captured after the cancellation',
    ],
    [
      'a trial that is not written down',
      `delete from trials`,
      '10: a trial of a charge that came to nothing, or a trial that is not written down',
    ],
    ['an install without its right', `update entitlements set ended_at = '2026-11-22'`, '11: installed without the right to it'],
    [
      'a right of a charge that failed',
      `update direct_charges set state = 'failed'`,
      '11: a right of a charge that came to nothing',
    ],
    [
      'a coupon that was given back after its payment',
      `update coupon_redemptions set redeemed_at = null, released_at = now()`,
      '12: a coupon is used up without a capture, free again in spite of one, or still reserved',
    ],
    [
      'a coupon that allows less than it was used',
      `insert into coupon_redemptions (attempt_id, code, organization_id, redeemed_at)
       select 'again', code, organization_id, now() from coupon_redemptions`,
      '12: a coupon was used more often than it allows',
    ],
    [
      'an install of an application that was not published',
      `update audit_events set details = details || '{"publication": "IN_REVIEW"}' where action = 'application.installed'`,
      '11: installed while it was neither published nor shared privately',
    ],
    [
      'an install of a private application that was not shared',
      `update audit_events set details = details || '{"private": true, "owned": false}' where action = 'application.installed'`,
      '11: installed while it was neither published nor shared privately',
    ],
    [
      'a refund of another organization',
      `insert into refunds (id, organization_id, sale_id, total, tax, commission, reason, state, lease_until, created_at, updated_at)
       select 'r', ${OTHER}, s.id, 1, 0, 0, 'requested', 'requested', now(), now(), now() from sales s limit 1`,
      '13: a refund, or its document, is of another organization than its sale',
    ],
    [
      'a credit note of another organization',
      `insert into refunds (id, organization_id, sale_id, total, tax, commission, reason, state, lease_until, created_at, updated_at)
       select 'r', s.organization_id, s.id, 1, 0, 0, 'requested', 'requested', now(), now(), now() from sales s limit 1;
       insert into invoices (id, organization_id, kind, series, number, refund_id, total, tax, document, issued_at)
       select 'n', ${OTHER}, 'credit_note', 'credit_note', 1, 'r', 1, 0, '{}', now() from sales s limit 1`,
      '13: a refund, or its document, is of another organization than its sale',
    ],
    [
      'a coupon redeemed for another organization',
      `update coupon_redemptions s set organization_id = ${OTHER}`,
      '13: a coupon was redeemed for another organization than the one that paid',
    ],
    ['an agent of another organization in a cart', `update carts s set agents = ${STRANGERS}`, STRANGE],
    ['an agent of another organization in an install', `update installations s set agents = ${STRANGERS}`, STRANGE],
    ['an install by somebody of another organization', `update installations s set installed_by = (${STRANGERS})[1]`, STRANGE],
    ['a payment by somebody of another organization', `update payment_attempts s set account_id = (${STRANGERS})[1]`, STRANGE],
    [
      'a trial of another organization',
      `update trials s set organization_id = ${OTHER}`,
      '13: a row points into another organization',
    ],
    [
      'a row of another organization',
      `update sales set organization_id = (select id from organizations where id <> organization_id limit 1)`,
      '13: a row points into another organization',
    ],
  ])('names %s', async (_, text, expected) => {
    await plant(text)
    expect(await found()).toContain(expected)
  })

  test('names a second right, and a second open cart', async () => {
    await without('entitlements_live', async () => {
      await plant(`insert into entitlements (id, organization_id, application_id, source, charge_id, starts_at)
        select 'again', organization_id, application_id, source, charge_id, starts_at from entitlements limit 1`)
      expect(await found()).toContain('9: two rights to one application')
    })
    await without('carts_open', async () => {
      for (const id of ['one', 'two'])
        await plant(`insert into carts (id, organization_id, license_id, name, created_at, updated_at)
          select '${id}', organization_id, id, 'Cart', now(), now() from licenses limit 1`)
      expect(await found()).toContain('7: two open carts')
    })
  })

  test('names a second capture of the provider, and one that it never made', async () => {
    const [attempt] = await shop.sql<{ id: string }>('select id from payment_attempts')
    const card = await shop.opened.payment('4242 4242 4242 4242', { metadata: { attempt: attempt?.id ?? '' } })
    const intent = await shop.opened.payments.authorize(card, shop.opened.newKey())
    if (intent.kind !== 'succeeded') throw new Error(intent.kind)
    await shop.opened.payments.capture(intent.value.id, 500, shop.opened.newKey())
    expect(await found()).toContain('1: the provider captured twice for one attempt')
    await shop.forgetLedger()
    expect(await found()).toContain('2: the provider captured nothing for it')
  })

  test('names a refund of the provider that we do not know', async () => {
    const [attempt] = await shop.sql<{ intent_id: string }>('select intent_id from payment_attempts')
    const refund = { intentId: attempt?.intent_id ?? '', amount: 100, metadata: {} }
    await shop.opened.payments.refund(refund, shop.opened.newKey())
    expect(await found()).toContain('2: the provider refunded what we do not know')
  })

  test('has a check for each rule', () => {
    expect(new Set(CHECKS.map(({ rule }) => rule))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]))
  })
})
