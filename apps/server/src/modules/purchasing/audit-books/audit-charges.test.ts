// The auditor names each fault in single charges and renewals that a test adds to correct books.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
})
afterAll(() => shop.close())

/** A subscription that was renewed once, and an application that was bought by itself. */
beforeEach(async () => {
  await shop.bought('2026-11-20T12:00:00Z', ['licence'])
  const { owner } = shop.acme.people
  const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1', [shop.idOf('once')])
  const path = `/api/v2/applications/${shop.idOf('once')}/create-charge`
  const { id } = (await shop.ask(owner, 'POST', path, { plan_id: plan?.id })).json<{ id: string }>()
  // The page of the charge shows the total.
  await shop.ask(owner, 'GET', `/billing/v3/direct_charge/livechat/${id}`)
  const paid = await shop.ask(owner, 'PUT', `/billing/v3/direct_charge/livechat/${id}/activate`)
  expect(paid.json()).toMatchObject({ status: 'success' })
  await shop.at('2026-12-20T12:00:00Z')
})

const found = async () => (await shop.violations()).map(({ rule, what }) => `${rule}: ${what}`)
/** Writes rows that the database itself would refuse, with its triggers and foreign keys disabled. */
const plant = (text: string) => shop.sql(`set session_replication_role = replica; ${text}; set session_replication_role = origin`)

test('finds nothing in right books', async () => {
  expect(await shop.sql('select 1 from sales')).toHaveLength(3)
  expect(await found()).toEqual([])
})

const OTHER_AMOUNT = '5: charged for another amount than the payment was begun with'
const OTHER_PRICE = '5: a single charge was paid at another price than its own'
const OTHER_TOTAL = '5: a charge was paid at another total than was shown or agreed to'
const OTHER_TERMS = '5: a charge was paid at other terms than the buyer last agreed to'
test.each([
  [
    'a renewal of another amount than was begun',
    `update payment_attempts set amount = amount + 100 where subject_kind = 'renewal'`,
    OTHER_AMOUNT,
  ],
  [
    'a single charge of another amount than was begun',
    `update payment_attempts set amount = amount + 100 where subject_kind = 'direct_charge'`,
    OTHER_AMOUNT,
  ],
  ['a renewal at another tax', `update payment_attempts set tax_rate = 0 where subject_kind = 'renewal'`, OTHER_AMOUNT],
  [
    'a discount of a renewal',
    `update sales set discount = 100, net = net - 100, total = total - 100 where period = 1`,
    OTHER_AMOUNT,
  ],
  ['a single charge at another price', `update direct_charges set price = price + 1`, OTHER_PRICE],
  ['a single charge with another discount', `update direct_charges set discount = 100`, OTHER_AMOUNT],
  ['a single charge for more pieces', `update direct_charges set quantity = quantity + 1`, OTHER_PRICE],
  [
    'a single charge that was shown with another total',
    `update audit_events set details = details || '{"shown": 1}'
     where action = 'payment.started' and details ->> 'kind' = 'direct_charge'`,
    OTHER_TOTAL,
  ],
  [
    'a single charge that was agreed to with another tax',
    `update direct_charges set agreed_tax_rate = 19000;
     update audit_events set details = details - 'shown' where action = 'payment.started'`,
    OTHER_TOTAL,
  ],
  [
    'a single charge that began at another price',
    `update audit_events set details = details || '{"price": 1}'
     where action = 'charge.created' and details ->> 'kind' = 'direct_charge'`,
    OTHER_TERMS,
  ],
  [
    'a renewal at another price than before',
    `update sales set unit_price = unit_price + 1, net = net + 1, total = total + 1 where period = 1`,
    OTHER_TERMS,
  ],
  [
    'a renewal of more seats than before',
    `update sales set quantity = 2, net = net * 2, total = total + net where period = 1`,
    OTHER_TERMS,
  ],
  [
    'a charge in a time in which it is frozen',
    `update recurrent_charges set state = 'frozen', frozen_at = '2026-12-01'`,
    '8: charged while it was frozen',
  ],
  [
    'a period that went by frozen, and was charged',
    `update payment_attempts set created_at = '2027-02-01' where subject_kind = 'renewal'; 
     insert into audit_events (at, action, organization_id, subject)
     select '2026-12-01', 'charge.frozen', organization_id, id from recurrent_charges`,
    '8: a period that went by while the charge was frozen was charged',
  ],
  [
    'a token of a frozen application',
    `update recurrent_charges set state = 'frozen', frozen_at = '2026-12-20T12:00:00Z';
     insert into tokens (hash, kind, family_id, client_id, account_id, organization_id, scopes, expires_at)
     select 'h', 'access', 'f', c.application_id, c.account_id, c.organization_id, '{}', '2100-01-01' from recurrent_charges c`,
    '8: the client of a frozen application has a token',
  ],
  [
    'a renewal of an application that was not published',
    `update audit_events set details = details || '{"publication": "ACCEPTED"}' where action = 'payment.capturing'`,
    '8: a renewal was captured while its application was not published',
  ],
])('names %s', async (_, text, expected) => {
  await plant(text)
  expect(await found()).toContain(expected)
})
