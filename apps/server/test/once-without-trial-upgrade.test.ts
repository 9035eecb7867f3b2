// The migration that takes trials off prices that are paid once, applied to a database from before it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../src/db/client.ts'
import { openStoreBefore } from './store-before.ts'
import type { TestStore } from './harness.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStoreBefore('0024')
})
afterAll(() => store.close())

test('stored one-time prices lose their trial days; others keep them', async () => {
  const { pool } = store.client
  const offer = async (id: string, frequency: string, cycle: string) => {
    await pool.query(
      `insert into applications (id, slug, name, payment, created_at, updated_at)
       values ($1, $1, $1, jsonb_build_object('price', 4900, 'frequency', $2::text, 'trialDays', 14), now(), now())`,
      [id, frequency],
    )
    await pool.query(
      `insert into plans (id, application_id, key, position, name, billing_cycle, pricing_type, price_cents, trial_days)
       values ($1, $1, 'key', 0, 'Plan', $2, 'per-organization', 4900, 14)`,
      [id, cycle],
    )
  }
  await offer('monthly', 'monthly', 'pay-monthly')
  await offer('once', 'once', 'pay-once')
  await migrateDatabase(store.client)
  const { rows } = await pool.query(
    `select p.id, p.trial_days, (a.payment ->> 'trialDays')::int as told from plans p join applications a on a.id = p.application_id order by p.id`,
  )
  expect(rows).toEqual([
    { id: 'monthly', trial_days: 14, told: 14 },
    { id: 'once', trial_days: 0, told: 0 },
  ])
})
