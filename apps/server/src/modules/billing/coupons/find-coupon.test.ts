import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { createOrganization } from '../../../../test/people.ts'
import { addCoupons, findCoupon } from './repository.ts'

const NOW = new Date('2026-05-01T00:00:00Z')
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  const { id, people } = await createOrganization(store, 'acme')
  const since = { validFrom: new Date('2026-01-01T00:00:00Z'), createdAt: NOW }
  await addCoupons(store.client.database, [
    { ...since, code: 'TENTH', percent: 10 },
    { ...since, code: 'FIVER', amountCents: 500, maxRedemptions: 2 },
    { ...since, code: 'GONE', percent: 50, validUntil: NOW },
    { ...since, code: 'LATER', percent: 50, validFrom: new Date(NOW.getTime() + 1) },
  ])
  for (const attempt of ['first', 'second'])
    await store.client.pool.query(
      `insert into payment_attempts (id, organization_id, account_id, subject_kind, subject_id, amount, description, saves_card,
         owner_away, state, lease_until, created_at, updated_at)
       values ($1, $2, $3, 'cart', $1, 500, '', false, false, 'claimed', $4, $4, $4)`,
      [attempt, id, people.owner.accountId, NOW],
    )
})
afterAll(() => store.close())

const find = (code: string) => findCoupon(store.client.database, code, NOW)
const use = (attempt: string) =>
  store.client.pool.query(
    `insert into coupon_redemptions (attempt_id, code, organization_id) select id, 'FIVER', organization_id from payment_attempts where id = $1`,
    [attempt],
  )

describe('findCoupon', () => {
  test('finds a code however it is typed', async () => {
    expect(await find(' tenth ')).toEqual({ code: 'TENTH', value: { kind: 'percent', percent: 10 }, refusal: null })
  })

  test.each(['NONE', '', 'LATER', `'; drop table coupons`])('finds nothing for %j', async (code) => {
    expect(await find(code)).toBeNull()
  })

  test('says that a coupon has ended, from the instant on', async () => {
    expect(await find('GONE')).toMatchObject({ refusal: 'COUPON_EXPIRED' })
  })

  test('counts uses, also those on their way, and not those that were released', async () => {
    await use('first')
    expect(await find('FIVER')).toMatchObject({ value: { kind: 'amount', cents: 500 }, refusal: null })
    await use('second')
    expect(await find('FIVER')).toMatchObject({ refusal: 'COUPON_USED_UP' })
    await store.client.pool.query(`update coupon_redemptions set released_at = now() where attempt_id = 'first'`)
    expect(await find('FIVER')).toMatchObject({ refusal: null })
  })
})
