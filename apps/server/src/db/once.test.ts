// The unique indexes of the database, besides primary keys, each with pairs of rows that it accepts and pairs that it refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'

type Row = Readonly<Record<string, unknown>>
type Pair = readonly [Row, Row]
type Once = { table: string; together: readonly Pair[]; never: readonly Pair[] }

const DAY = '2026-11-22T10:00:00Z'
const LATER = '2026-11-23T10:00:00Z'

/** Pairs of rows that differ in one field only. */
const differ = (row: Row, others: Row): Pair[] => Object.entries(others).map(([name, value]) => [row, { ...row, [name]: value }])
const alike = (row: Row): Pair => [row, row]

const email = (address: string, more: Row = {}) => ({ ...more, email: address })
const of = { organization_id: 'o', application_id: 'a' }
const consent = { organization_id: 'o', client_id: 'c', account_id: 'x' }
const attempt = { subject_kind: 'cart', subject_id: 's' }
const offer = { organization_id: 'o', seller_client_id: 'c', name: 'Reports', state: 'active' }
const cart = { organization_id: 'o', license_id: 1 }

const ONCE: Readonly<Record<string, Once>> = {
  accounts_email: {
    table: 'accounts',
    together: [[email('ann@acme.test'), email('anna@acme.test')]],
    // Another spelling of the e-mail must not allow a second account.
    never: [
      alike(email('ann@acme.test')),
      [email('ann@acme.test'), email('Ann@ACME.test')],
      [email('ü@a.test'), email('Ü@a.test')],
    ],
  },
  applications_slug_unique: { table: 'applications', together: [[{ slug: 'a' }, { slug: 'A' }]], never: [alike({ slug: 'a' })] },
  awaiting_apps_once: {
    table: 'awaiting_apps',
    together: differ(email('ann@a.test', { application_id: 'a' }), { application_id: 'b', email: 'bob@a.test' }),
    never: [[email('ann@a.test', { application_id: 'a' }), email('ANN@a.test', { application_id: 'a' })]],
  },
  billing_profiles_customer_id_unique: {
    table: 'billing_profiles',
    together: [[{ customer_id: 'cus_1' }, { customer_id: 'cus_2' }], alike({ customer_id: null })],
    never: [alike({ customer_id: 'cus_1' })],
  },
  carts_open: {
    table: 'carts',
    together: [
      ...differ(cart, { organization_id: 'p', license_id: 2, purchased_at: DAY, closed_at: DAY }),
      alike({ ...cart, purchased_at: DAY }),
      alike({ ...cart, closed_at: DAY }),
    ],
    never: [alike(cart)],
  },
  categories_slug_unique: { table: 'categories', together: [[{ slug: 'a' }, { slug: 'b' }]], never: [alike({ slug: 'a' })] },
  charge_changes_live: {
    table: 'charge_changes',
    together: [
      ...differ({ charge_id: 'c', state: 'paying' }, { charge_id: 'd', state: 'applied' }),
      alike({ charge_id: 'c', state: 'failed' }),
      alike({ charge_id: 'c', state: 'applied' }),
    ],
    never: [alike({ charge_id: 'c', state: 'paying' })],
  },
  consents_once: {
    table: 'consents',
    together: differ(consent, { organization_id: 'p', client_id: 'd', account_id: 'y' }),
    // A null account stands for the whole organization, and is unique too.
    never: [alike(consent), alike({ ...consent, account_id: null })],
  },
  developers_name_unique: {
    table: 'developers',
    together: [[{ name: 'Acme' }, { name: 'Acme Apps' }]],
    never: [[{ name: 'Acme Apps' }, { name: 'ACME apps' }]],
  },
  developers_slug_unique: { table: 'developers', together: [[{ slug: 'a' }, { slug: 'b' }]], never: [alike({ slug: 'a' })] },
  entitlements_live: {
    table: 'entitlements',
    together: [...differ(of, { organization_id: 'p', application_id: 'b', ended_at: DAY }), alike({ ...of, ended_at: DAY })],
    never: [alike(of), [of, { ...of, source: 'direct_charge', ends_at: LATER }]],
  },
  expert_comments_once: {
    table: 'expert_comments',
    together: differ(email('ann@a.test', { expert_id: 'e' }), { expert_id: 'f', email: 'bob@a.test' }),
    never: [[email('ann@a.test', { expert_id: 'e' }), email('Ann@a.test', { expert_id: 'e' })]],
  },
  experts_slug_unique: { table: 'experts', together: [[{ slug: 'a' }, { slug: 'b' }]], never: [alike({ slug: 'a' })] },
  installations_current: {
    table: 'installations',
    together: [
      ...differ(of, { organization_id: 'p', application_id: 'b', uninstalled_at: DAY }),
      alike({ ...of, uninstalled_at: DAY }),
    ],
    never: [alike(of)],
  },
  invoices_attempt: {
    table: 'invoices',
    together: [[{ attempt_id: 'a' }, { attempt_id: 'b' }], alike({ attempt_id: null })],
    never: [alike({ attempt_id: 'a' })],
  },
  invoices_number: {
    table: 'invoices',
    together: differ({ series: 'INV', number: 1 }, { series: 'CRE', number: 2 }),
    never: [alike({ series: 'INV', number: 1 })],
  },
  invoices_refund: {
    table: 'invoices',
    together: [
      ...differ({ refund_id: 'r', kind: 'credit-note' }, { refund_id: 's', kind: 'invoice' }),
      alike({ refund_id: null, kind: 'invoice' }),
    ],
    never: [alike({ refund_id: 'r', kind: 'credit-note' })],
  },
  ledger_entries_movement: {
    table: 'ledger_entries',
    together: differ(
      { movement_kind: 'sale', movement_id: 'm', account: 'developer' },
      { movement_kind: 'refund', movement_id: 'n', account: 'commission' },
    ),
    never: [alike({ movement_kind: 'sale', movement_id: 'm', account: 'developer' })],
  },
  licenses_organization_product: {
    table: 'licenses',
    together: differ({ organization_id: 'o', product: 'livechat' }, { organization_id: 'p', product: 'helpdesk' }),
    never: [alike({ organization_id: 'o', product: 'livechat' })],
  },
  password_resets_token: {
    table: 'password_resets',
    together: [[{ token_hash: 'a' }, { token_hash: 'b' }], alike({ token_hash: null })],
    never: [alike({ token_hash: 'a' })],
  },
  payment_attempts_live: {
    table: 'payment_attempts',
    together: [
      ...differ(attempt, { subject_kind: 'renewal', subject_id: 't', ended_at: DAY }),
      alike({ ...attempt, ended_at: DAY }),
    ],
    // Only one attempt at a time may pay for a subject.
    never: [
      alike(attempt),
      [
        { ...attempt, state: 'authorizing' },
        { ...attempt, state: 'capturing' },
      ],
    ],
  },
  plans_application_key: {
    table: 'plans',
    together: differ({ application_id: 'a', key: 'k' }, { application_id: 'b', key: 'l' }),
    never: [alike({ application_id: 'a', key: 'k' })],
  },
  prospect_waiting_once: {
    table: 'prospect_waiting',
    together: differ(email('ann@a.test', { prospect_id: 'p' }), { prospect_id: 'q', email: 'bob@a.test' }),
    never: [[email('ann@a.test', { prospect_id: 'p' }), email('aNN@a.test', { prospect_id: 'p' })]],
  },
  ratings_application_account: {
    table: 'ratings',
    together: differ({ application_id: 'a', account_id: 'x' }, { application_id: 'b', account_id: 'y' }),
    // A person in two organizations still has only one vote.
    never: [
      [
        { application_id: 'a', account_id: 'x', organization_id: 'o' },
        { application_id: 'a', account_id: 'x', organization_id: 'p' },
      ],
    ],
  },
  recurrent_charges_live: {
    table: 'recurrent_charges',
    together: [
      ...differ(offer, { organization_id: 'p', seller_client_id: 'd', name: 'reports', state: 'pending' }),
      [offer, { ...offer, plan_id: 'p' }],
      ...['pending', 'accepted', 'declined', 'cancelled'].map((state) => alike({ ...offer, state })),
    ],
    never: [alike(offer), ...['processed', 'past_due', 'frozen'].map((state): Pair => [offer, { ...offer, state }])],
  },
  refunds_provider: {
    table: 'refunds',
    together: [
      ...differ({ provider_refund_id: 're_1', sale_id: 's' }, { provider_refund_id: 're_2', sale_id: 't' }),
      alike({ provider_refund_id: null, sale_id: 's' }),
    ],
    never: [alike({ provider_refund_id: 're_1', sale_id: 's' })],
  },
  resources_application_position: {
    table: 'resources',
    together: differ({ application_id: 'a', position: 0 }, { application_id: 'b', position: 1 }),
    never: [alike({ application_id: 'a', position: 0 })],
  },
  sales_period: {
    table: 'sales',
    together: differ(
      { charge_kind: 'recurrent_charge', charge_id: 'c', period: 0 },
      { charge_kind: 'change', charge_id: 'd', period: 1 },
    ),
    // A period can be sold only once.
    never: [alike({ charge_kind: 'recurrent_charge', charge_id: 'c', period: 3 })],
  },
  sign_ups_token: {
    table: 'sign_ups',
    together: [[{ token_hash: 'a' }, { token_hash: 'b' }], alike({ token_hash: null })],
    never: [alike({ token_hash: 'a' })],
  },
  webhook_events_sequence: {
    table: 'webhook_events',
    together: differ({ application_id: 'a', sequence: 1 }, { application_id: 'b', sequence: 2 }),
    never: [alike({ application_id: 'a', sequence: 1 })],
  },
}

let store: TestStore
let stored: Map<string, string>
beforeAll(async () => {
  store = await openTestStore()
  const { rows } = await store.client.pool.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
     where x.indisunique and not x.indisprimary and n.nspname = 'public'`,
  )
  stored = new Map(rows.map(({ name, definition }) => [name, definition]))
})
afterAll(() => store.close())

/** Whether the second row of a pair is refused after the first. The rows have only these values. */
const isRefused = async (index: string, { table }: Once, rows: Pair): Promise<boolean> => {
  const definition = stored.get(index) ?? ''
  expect(definition).toContain(` ON public.${table} `)
  const connection = await store.client.pool.connect()
  try {
    await connection.query('begin')
    const columns = await connection.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`public.${table}`],
    )
    const declared = columns.rows.map(({ name, type }) => `"${name}" ${type}`).join(', ')
    await connection.query(`create temporary table rows (${declared}) on commit drop`)
    await connection.query(definition.replace(` ON public.${table} `, ' ON pg_temp.rows '))
    const add = (row: Row) =>
      connection.query('insert into rows select * from jsonb_populate_record(null::rows, $1)', [JSON.stringify(row)])
    await add(rows[0])
    await add(rows[1])
    return false
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return true
    throw error
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

test('everything that there may be once has its rows here, and nothing else', () => {
  expect(Object.keys(ONCE).toSorted()).toEqual([...stored.keys()].toSorted())
})

describe.each(Object.entries(ONCE))('%s', (index, once) => {
  test.each(once.together)('lets %j and %j stand beside each other', async (...pair) =>
    expect(await isRefused(index, once, pair)).toBe(false),
  )
  test.each(once.never)('refuses %j beside %j', async (...pair) => expect(await isRefused(index, once, pair)).toBe(true))
})
