import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { writeFact } from '../db/facts.ts'
import { systemClock } from '../ports/clock.ts'
import { seedDemo } from './seed-demo.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const seed = () =>
  seedDemo({ client: store.client, files: store.files, clock: systemClock, production: false, log: { info: () => {} } })
const count = async () =>
  (await store.client.pool.query<{ count: number }>('select count(*)::int from applications')).rows[0]?.count ?? 0

describe('the demo', () => {
  test('leaves a catalogue alone that somebody imported first', async () => {
    await store.importLines([line('mine')])
    await seed()
    expect(await count()).toBe(1)
  })

  test('is finished by the next start where one was killed in the middle of it', async () => {
    await writeFact(store.client.database, 'demo', 'begun')
    await Promise.all([seed(), seed()])
    expect(await count()).toBeGreaterThan(60)
  })

  test('is seeded once: what is deleted later stays so', async () => {
    await store.client.pool.query('delete from applications')
    await seed()
    expect(await count()).toBe(0)
  })

  test('has what its users are promised', async () => {
    const one = async (where: string) => {
      const { rows } = await store.client.pool.query<{ count: number }>(`select count(*)::int from applications where ${where}`)
      return rows[0]?.count ?? 0
    }
    await writeFact(store.client.database, 'demo', 'begun')
    await seed()
    const now = 'published_at <= now()'
    expect(await one(`slug = 'hidden-gem' and hidden and ${now}`)).toBe(1)
    expect(await one(`custom_props ->> 'isService' = 'true'`)).toBe(6)
    const promised = [
      'payment is null',
      `payment ->> 'frequency' = 'once'`,
      `payment ->> 'frequency' = 'monthly' and payment ->> 'perAccount' = 'true'`,
      `payment ->> 'frequency' = 'monthly' and payment ->> 'perAccount' = 'false'`,
      `(payment ->> 'trialDays')::int > 0`,
      `custom_props ->> 'isTeamPlan' = 'true'`,
      `custom_props ->> 'onlyOwnerCanInstall' = 'true'`,
      `custom_props ->> 'isAiPowered' = 'true'`,
      'under_maintenance',
      `widgets @> '[{"placement": "fullscreen"}]'`,
      `widgets @> '[{"placement": "settings"}]'`,
      `custom_props ->> 'discountFrom' <= to_char(now(), 'YYYY-MM-DD') and custom_props ->> 'discountTo' >= to_char(now(), 'YYYY-MM-DD')`,
      'published_at is null and submitted_at is not null',
      'submitted_at is null',
    ]
    const counts = await Promise.all(promised.map(one))
    expect(promised.filter((_, index) => counts[index] === 0)).toEqual([])
    const developers = await store.client.pool.query<{ count: number }>('select count(*)::int from developers')
    expect(developers.rows[0]?.count).toBeGreaterThanOrEqual(12)
    const empty = await store.client.pool.query(
      `select c.slug from categories c where not exists (select from applications a where a.category_id = c.id and ${now} and not hidden)`,
    )
    expect(empty.rows).toEqual([])
  })
})
