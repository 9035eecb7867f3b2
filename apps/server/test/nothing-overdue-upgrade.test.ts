// The migration that ends what is overdue and not owed, applied to a database from before it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../src/db/client.ts'
import { openStoreBefore } from './store-before.ts'
import type { TestStore } from './harness.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStoreBefore('0026')
})
afterAll(() => store.close())

test('a charge whose unpaid periods were waived is active again; one that owes a period stays overdue', async () => {
  const { pool } = store.client
  const charge = async (id: string, state: string, settled: number) => {
    await pool.query(
      `insert into recurrent_charges (id, organization_id, license_id, seller_client_id, order_client_id, commission_percent, name, price, quantity, per_account, test, state, months, trial_days,
         anchor_at, settled_period, due_at, first_failed_at, retries, created_at, updated_at)
       select $1, organization_id, id, 'seller', 'seller', 15, $1, 1000, 1, false, false, $2, 1, 0,
         '2026-11-20', $3, '2027-01-20', '2026-12-20T00:01:00Z', 2, '2026-11-20', '2026-12-21' from licenses`,
      [id, state, settled],
    )
    for (let index = 0; index <= settled; index++)
      await pool.query(
        `insert into charge_periods (charge_id, index, starts_at, ends_at, outcome, reason, settled_at)
         values ($1, $2, timestamptz '2026-11-20' + $2::int * interval '1 month', timestamptz '2026-11-20' + ($2::int + 1) * interval '1 month',
           'waived', 'suspended', '2026-12-21')`,
        [id, index],
      )
  }
  await pool.query(`insert into organizations (id, name, region) values ('acme', 'Acme', 'dal')`)
  await pool.query(`insert into licenses (organization_id, product, active) values ('acme', 'livechat', true)`)
  await pool.query(`insert into oauth_clients (id, name, type) values ('seller', 'Seller', 'javascript_app')`)
  // The period that failed on 20 December is the second one.
  await charge('owes', 'past_due', 0)
  await charge('waived', 'past_due', 1)
  await charge('frozen', 'frozen', 1)
  await migrateDatabase(store.client)
  const { rows } = await pool.query(
    'select id, state, retries, first_failed_at is null as healed from recurrent_charges order by id',
  )
  expect(rows).toEqual([
    { id: 'frozen', state: 'frozen', retries: 2, healed: false },
    { id: 'owes', state: 'past_due', retries: 2, healed: false },
    { id: 'waived', state: 'active', retries: 0, healed: true },
  ])
  const { rows: audit } = await pool.query('select action, organization_id, subject, details from audit_events')
  expect(audit).toEqual([
    { action: 'charge.waived', organization_id: 'acme', subject: 'waived', details: { from: 'past_due', to: 'active' } },
  ])
})
