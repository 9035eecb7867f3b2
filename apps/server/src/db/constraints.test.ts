// The check constraints of the database, each with rows that satisfy it and rows that violate it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'

type Values = Readonly<Record<string, unknown>>
type Check = { kept: readonly Values[]; broken: readonly Values[] }

const DAY = '2026-11-22T10:00:00Z'
const price = { price: 900, quantity: 1 }
const sale = { unit_price: 1_000, quantity: 3, discount: 500, net: 2_500, tax: 575, total: 3_075, commission: 500 }
const LARGEST = 99_999_999

const CHECKS: Readonly<Record<string, Check>> = {
  applications_private: {
    kept: [{ private: true }, { private: false, submitted_at: DAY }],
    broken: [{ private: true, submitted_at: DAY }],
  },
  applications_rating: {
    kept: [
      { rating_rate: 0, rating_votes: 0 },
      { rating_rate: 5, rating_votes: 1 },
    ],
    broken: [
      { rating_rate: 5.1, rating_votes: 1 },
      { rating_rate: -1, rating_votes: 1 },
      { rating_rate: 4, rating_votes: -1 },
    ],
  },
  plans_price: {
    kept: [{ price_cents: 0, trial_days: 0 }],
    broken: [
      { price_cents: -1, trial_days: 0 },
      { price_cents: 1, trial_days: -1 },
    ],
  },
  licenses_seats: { kept: [{ seats: 1 }], broken: [{ seats: 0 }, { seats: -1 }] },
  oauth_clients_pkce: {
    kept: [
      { pkce_required: true, type: 'javascript_app' },
      { pkce_required: false, type: 'server_side_app' },
    ],
    // A client whose code is public must use PKCE.
    broken: [{ pkce_required: false, type: 'javascript_app' }],
  },
  oauth_clients_redirect_match: {
    kept: [{ redirect_match: 'exact' }, { redirect_match: 'under' }],
    broken: [{ redirect_match: 'anywhere' }],
  },
  tax_rates_rate: { kept: [{ rate: 0 }, { rate: 23_000 }, { rate: 100_000 }], broken: [{ rate: -1 }, { rate: 100_001 }] },
  coupons_value: {
    kept: [{ percent: 10 }, { amount_cents: 500 }],
    broken: [{}, { percent: 10, amount_cents: 500 }],
  },
  coupons_percent: { kept: [{ percent: 1 }, { percent: 100 }, {}], broken: [{ percent: 0 }, { percent: 101 }] },
  coupons_amount: { kept: [{ amount_cents: 1 }, {}], broken: [{ amount_cents: 0 }, { amount_cents: -500 }] },
  coupons_redemptions: { kept: [{ max_redemptions: 1 }, {}], broken: [{ max_redemptions: 0 }] },
  coupon_redemptions_end: {
    kept: [{}, { redeemed_at: DAY }, { released_at: DAY }],
    broken: [{ redeemed_at: DAY, released_at: DAY }],
  },
  payment_attempts_amount: {
    kept: [{ amount: 0 }, { amount: 50 }, { amount: LARGEST }],
    // The provider charges nothing below half a dollar.
    broken: [{ amount: 49 }, { amount: 1 }, { amount: -50 }],
  },
  payment_attempts_capture: {
    kept: [{ amount: 900 }, { amount: 900, capture_amount: 900 }, { amount: 900, capture_amount: 0 }],
    broken: [
      { amount: 900, capture_amount: 901 },
      { amount: 900, capture_amount: -1 },
    ],
  },
  payment_attempts_ended: {
    kept: [
      ...['captured', 'released', 'declined', 'abandoned'].map((state) => ({ state, ended_at: DAY })),
      ...['claimed', 'authorized', 'capturing'].map((state) => ({ state })),
    ],
    broken: [{ state: 'captured' }, { state: 'abandoned' }, { state: 'claimed', ended_at: DAY }],
  },
  sales_total: {
    kept: [sale, { ...sale, tax: 0, total: 2_500 }, { ...sale, discount: 3_000, net: 0, tax: 0, total: 0 }],
    broken: [
      { ...sale, net: 2_501 },
      { ...sale, total: 3_076 },
      { ...sale, quantity: 4 },
      { ...sale, discount: 0 },
    ],
  },
  sales_signs: {
    kept: [sale, { ...sale, commission: 0 }, { ...sale, commission: 2_500 }],
    broken: [
      { ...sale, commission: 2_501 },
      { ...sale, commission: -1 },
      { ...sale, tax: -1 },
      { ...sale, discount: -1 },
      { ...sale, net: -1, commission: -1 },
    ],
  },
  refunds_total: {
    kept: [
      { total: 1, tax: 0 },
      { total: 1_000, tax: 1_000 },
    ],
    broken: [
      { total: 0, tax: 0 },
      { total: -1, tax: 0 },
      { total: 100, tax: 101 },
      { total: 100, tax: -1 },
    ],
  },
  payouts_amount: { kept: [{ amount: 1 }], broken: [{ amount: 0 }, { amount: -1 }] },
  carts_end: {
    kept: [{}, { purchased_at: DAY }, { closed_at: DAY }],
    broken: [{ purchased_at: DAY, closed_at: DAY }],
  },
  carts_lock: {
    kept: [{}, { checked_out_until: DAY, quote: {}, checksum: 'c' }, { quote: {}, checksum: 'c' }],
    broken: [{ checked_out_until: DAY }, { checked_out_until: DAY, quote: {} }, { checked_out_until: DAY, checksum: 'c' }],
  },
  cart_items_outcome: {
    kept: [{}, { purchased_at: DAY }, { note: 'billing-error' }],
    broken: [{ purchased_at: DAY, note: 'billing-error' }],
  },
  direct_charges_discount: { kept: [{ discount: 0 }, { discount: 500 }], broken: [{ discount: -1 }] },
  recurrent_charges_discount: { kept: [{ discount: 0 }, { discount: 500 }], broken: [{ discount: -1 }] },
  shown_charges_total: { kept: [{ total: 0 }, { total: 4_243 }], broken: [{ total: -1 }] },
  recurrent_charges_price: {
    kept: [price, { price: LARGEST, quantity: 10_000 }, { price: 0, quantity: 1 }],
    broken: [
      { price: LARGEST + 1, quantity: 1 },
      { price: -1, quantity: 1 },
      { price: 900, quantity: 0 },
      { price: 900, quantity: 10_001 },
    ],
  },
  recurrent_charges_months: {
    kept: [
      { months: 1, trial_days: 0 },
      { months: 12, trial_days: 365 },
    ],
    broken: [
      { months: 0, trial_days: 0 },
      { months: 13, trial_days: 0 },
      { months: 1, trial_days: -1 },
    ],
  },
  direct_charges_price: {
    kept: [price, { price: LARGEST, quantity: 10_000 }],
    broken: [
      { price: LARGEST + 1, quantity: 1 },
      { price: -1, quantity: 1 },
      { price: 900, quantity: 0 },
      { price: 900, quantity: 10_001 },
    ],
  },
  plans_once: {
    kept: [
      { billing_cycle: 'pay-once', trial_days: 0 },
      { billing_cycle: 'pay-monthly', trial_days: 14 },
    ],
    broken: [{ billing_cycle: 'pay-once', trial_days: 14 }],
  },
  charge_periods_attempt: {
    kept: [{ outcome: 'waived' }, { outcome: 'paid', attempt_id: 'a' }],
    broken: [{ outcome: 'paid' }, { outcome: 'failed' }],
  },
  charge_changes_target: {
    kept: [price],
    broken: [
      { price: -1, quantity: 1 },
      { price: LARGEST + 1, quantity: 1 },
      { price: 900, quantity: 0 },
      { price: 900, quantity: 10_001 },
    ],
  },
  charge_changes_amounts: {
    kept: [
      { full: 900, credit: 0, total: 900 },
      { full: 900, credit: 900, total: 0 },
    ],
    broken: [
      { full: 900, credit: 901, total: 0 },
      { full: 900, credit: -1, total: 0 },
      { full: 900, credit: 0, total: -1 },
    ],
  },
  charge_changes_ended: {
    kept: [{ state: 'paying' }, { state: 'done', ended_at: DAY }],
    broken: [{ state: 'paying', ended_at: DAY }, { state: 'done' }],
  },
  ratings_rate: { kept: [{ rate: 1 }, { rate: 5 }], broken: [{ rate: 0 }, { rate: 6 }] },
  ratings_decided_once: {
    kept: [{}, { verified_at: DAY }, { rejected_at: DAY }],
    broken: [{ verified_at: DAY, rejected_at: DAY }],
  },
  review_answers_decided_once: {
    kept: [{}, { verified_at: DAY }, { rejected_at: DAY }],
    broken: [{ verified_at: DAY, rejected_at: DAY }],
  },
  search_synonyms_words: {
    kept: [{ words: ['a', 'b'] }, { words: ['b'], one_way_from: 'a' }],
    broken: [{ words: ['a'] }, { words: [] }, { words: [], one_way_from: 'a' }],
  },
}

let store: TestStore
/** The checks of the database after all migrations. */
let stored: Map<string, { table: string; rule: string }>
beforeAll(async () => {
  store = await openTestStore()
  const { rows } = await store.client.pool.query<{ name: string; table: string; rule: string }>(
    `select c.conname as name, t.relname as table, pg_get_expr(c.conbin, c.conrelid) as rule
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
     where c.contype = 'c' and n.nspname = 'public'`,
  )
  stored = new Map(rows.map(({ name, ...rest }) => [name, rest]))
})
afterAll(() => store.close())

/** Whether a row with these values, and nulls otherwise, violates a check. A check that is null accepts the row. */
const isRefused = async (check: string, values: Values): Promise<boolean> => {
  const { table, rule } = stored.get(check) ?? { table: '', rule: '' }
  const { rows } = await store.client.pool.query<{ kept: boolean | null }>(
    `select (${rule}) as kept from jsonb_populate_record(null::"${table}", $1) as row`,
    [JSON.stringify(values)],
  )
  return rows[0]?.kept === false
}

test('every check of the database has its rows here, and no other', () => {
  expect(Object.keys(CHECKS).toSorted()).toEqual([...stored.keys()].toSorted())
})

describe('a check', () => {
  const rowsOf = (which: keyof Check) =>
    Object.entries(CHECKS).flatMap(([check, rows]) => rows[which].map((values) => [check, values] as const))

  test.each(rowsOf('kept'))('%s takes %j', async (check, values) => expect(await isRefused(check, values)).toBe(false))
  test.each(rowsOf('broken'))('%s refuses %j', async (check, values) => expect(await isRefused(check, values)).toBe(true))
})
