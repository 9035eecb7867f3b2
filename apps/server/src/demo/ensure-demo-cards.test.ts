import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore, until } from '../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf } from '../../test/payments.ts'
import { systemClock } from '../core/clock.ts'
import { ensureDemoCards } from './ensure-demo-cards.ts'

let store: TestStore
let payments: TestPayments
beforeAll(async () => {
  store = await openTestStore()
  payments = await openTestPayments()
})
afterAll(async () => {
  await payments.close()
  await store.close()
})

const ensure = () =>
  ensureDemoCards({
    database: store.client.database,
    payments: payments.payments,
    clock: systemClock,
    send: async () => {},
  })
type Billed = { name: string; customer: string | null; card: string | null }
const billed = async () => {
  const { rows } = await store.client.pool.query<Billed>(
    `select o.name, p.customer_id as customer, c.provider_card_id as card from organizations o
     left join billing_profiles p on p.organization_id = o.id left join cards c on c.organization_id = o.id
     where o.name in ('Acme', 'Globex') order by 1`,
  )
  return rows
}
const cardsAtSandbox = async (customer: string | null | undefined) =>
  valueOf<readonly { id: string }[]>(await payments.payments.listCards(customer ?? '')).map(({ id }) => id)

describe('the demo’s cards', () => {
  test('exist at the sandbox soon after the start: Acme’s, and none of Globex', async () => {
    const app = await openTestApp(store, {
      env: { DEMO: 'true', PUBLIC_URL: 'http://localhost:3000' },
      payments: payments.payments,
    })
    await app.startJobs()
    await until(async () => Boolean((await billed())[0]?.card), 60_000)
    await app.close()
    const [acme, globex] = await billed()
    expect(globex).toEqual({ name: 'Globex', customer: null, card: null })
    expect(await cardsAtSandbox(acme?.customer)).toEqual([acme?.card])
  })

  test('are not made twice, neither at a restart nor by two starts at once', async () => {
    const before = await billed()
    await Promise.all([ensure(), ensure()])
    await ensure()
    expect(await billed()).toEqual(before)
    expect(await cardsAtSandbox(before[0]?.customer)).toHaveLength(1)
  })

  test('wait for a sandbox that does not answer', async () => {
    await payments.sandbox().kill()
    await expect(ensure()).rejects.toThrow(/does not answer/)
    await payments.restart()
    await ensure()
  })

  test('are made again in a sandbox whose folder was deleted', async () => {
    const [before] = await billed()
    await payments.close()
    payments = await openTestPayments()
    await ensure()
    const [after] = await billed()
    expect(after?.customer).not.toBe(before?.customer)
    expect(await cardsAtSandbox(after?.customer)).toEqual([after?.card])
  })
})
