// What an account is charged if its client does not say the total: what was shown to this account of this charge.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Offer, offerTo, pathOf, sellerOf } from '../../../../test/offers.ts'
import { type Shop, useShop } from '../../../../test/purchases.ts'
import { saveSeller } from '../../../../test/sellers.ts'
import { deleteShownOfEnded, MOST_SHOWN } from './repository.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(() => saveSeller(shop.store.client.database))

const KINDS = ['recurrent_charge', 'direct_charge'] as const
type Who = { token: string; accountId: string }

const owner = () => shop.acme.people.owner
const colleague = () => shop.acme.people.viceowner
const HERE = 2_500 + 206
const IN_GERMANY = 2_500 + 475

const offer = (kind: Offer['kind'] = 'direct_charge', state = 'pending') => offerTo(shop, { kind, state })
type Shown = { id: string; taxes: { total_price: number } }
const read = async (who: Who, charge: Offer) => (await shop.ask(who, 'GET', pathOf(charge))).json<Shown>().taxes.total_price
const list = async (who: Who, kind: Offer['kind']) =>
  (await shop.ask(who, 'GET', `/billing/v3/${kind}/livechat`)).json<{ result: Shown[] }>().result
const put = async (who: { token: string }, charge: Offer, step: 'accept' | 'activate', body?: object) => {
  const answer = await shop.ask(who, 'PUT', `${pathOf(charge)}/${step}`, body)
  return answer.json<{ code?: string }>().code ?? answer.statusCode
}
const stateOf = async ({ kind, id }: Offer) =>
  (await shop.sql<{ state: string }>(`select state from ${kind}s where id = $1`, [id]))[0]?.state
const move = (country: string, zip: string | null = null) =>
  shop.sql('update billing_profiles set country = $2, zip = $3 where organization_id = $1', [shop.acme.id, country, zip])
const moveBack = () => move('US', '75201')
afterEach(moveBack)
const captured = async () =>
  (await shop.sql<{ amount: number }>(`select capture_amount::int as amount from payment_attempts where state = 'captured'`)).map(
    ({ amount }) => amount,
  )
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

describe('a client that does not say the total', () => {
  test.each(KINDS)('agrees to what its own account was shown, not to what a colleague was shown later (%s)', async (kind) => {
    const charge = await offer(kind)
    expect(await read(owner(), charge)).toBe(HERE)
    await move('DE')
    expect(await read(colleague(), charge)).toBe(IN_GERMANY)
    expect(await put(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('pending')
    expect(await put(colleague(), charge, 'accept')).toBe(200)
    // The colleague's agreement is not the owner's.
    expect(await put(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
    expect(await put(owner(), charge, 'activate')).toBe('PRICE_CHANGED')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
    expect(await read(owner(), charge)).toBe(IN_GERMANY)
    expect(await put(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([IN_GERMANY])
    await expectRightBooks()
  })

  test.each(KINDS)('agrees to what the charge itself has shown, whatever a list has shown since (%s)', async (kind) => {
    const [charge, other] = [await offer(kind), await offer(kind)]
    expect(await read(owner(), charge)).toBe(HERE)
    await move('DE')
    expect((await list(owner(), kind)).map(({ taxes }) => taxes.total_price)).toEqual([IN_GERMANY, IN_GERMANY])
    expect(await put(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
    // Of the other charge only the list has shown anything.
    expect(await put(owner(), other, 'accept')).toBe(200)
    await moveBack()
    await list(owner(), kind)
    expect(await put(owner(), charge, 'accept')).toBe(200)
  })

  test('agrees to nothing if the list has shown another total', async () => {
    const charge = await offer()
    await list(owner(), 'direct_charge')
    await move('DE')
    expect(await put(owner(), charge, 'activate')).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('pending')
    await list(owner(), 'direct_charge')
    expect(await put(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([IN_GERMANY])
  })

  test('agrees to what the answer to its own call has shown', async () => {
    const charge = await offer('recurrent_charge')
    await read(owner(), charge)
    await move('DE')
    expect(await put(owner(), charge, 'accept', { total_price: IN_GERMANY })).toBe(200)
    expect(await put(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([IN_GERMANY])
  })

  test('pays what is overdue at the total and for the terms that its account was shown', async () => {
    const { id } = await offer('recurrent_charge', 'active')
    const charge: Offer = { id, kind: 'recurrent_charge' }
    await shop.sql(
      `update recurrent_charges set state = 'past_due', anchor_at = $2, activated_at = $2, first_failed_at = $3, due_at = $3 where id = $1`,
      [id, '2026-11-01T00:00:00Z', shop.clock.now()],
    )
    const pay = async (who: Who) => {
      const answer = await shop.ask(who, 'PUT', `${pathOf(charge)}/pay`)
      return answer.json<{ code?: string }>().code ?? answer.statusCode
    }
    expect(await read(owner(), charge)).toBe(HERE)
    await move('DE')
    expect(await read(colleague(), charge)).toBe(IN_GERMANY)
    expect(await pay(owner())).toBe('PRICE_CHANGED')
    await moveBack()
    // The total is the same again, for two of half the price.
    await shop.sql('update recurrent_charges set price = 1250, quantity = 2 where id = $1', [id])
    expect(await pay(owner())).toBe('PRICE_CHANGED')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
    expect(await read(owner(), charge)).toBe(HERE)
    expect(await pay(owner())).toBe(200)
    expect(await captured()).toEqual([HERE])
  })
})

test('two people at once, while the address changes: each agrees only to a total that they were shown, and that is paid', async () => {
  const agreements: string[] = []
  for (let round = 0; round < 16; round += 1) {
    const charge = await offer(KINDS[round % 2])
    const seen = new Map<Who, Set<number>>([owner(), colleague()].map((who) => [who, new Set<number>()]))
    const look = async (who: Who) => seen.get(who)?.add(await read(who, charge))
    const agreed: number[] = []
    const agree = async (who: Who) => {
      const before = new Set(seen.get(who))
      const answer = await shop.ask(who, 'PUT', `${pathOf(charge)}/accept`)
      if (answer.statusCode !== 200) return
      const { total_price: total } = answer.json<Shown>().taxes
      expect(before).toContain(total)
      agreed.push(total)
    }
    await look(owner())
    await Promise.all([
      move(round % 4 < 2 ? 'DE' : 'FI'),
      look(colleague()).then(() => agree(colleague())),
      list(colleague(), charge.kind).then(() => agree(owner())),
      list(owner(), charge.kind).then(() => agree(owner())),
    ])
    agreements.push(`${agreed.length} of 3`)
    const activated = await put(await sellerOf(shop), charge, 'activate')
    expect(activated).toBe(agreed.length === 0 ? 'CHARGE_STATE' : 200)
    const paid = await shop.sql<{ amount: number }>(
      `select capture_amount::int as amount from payment_attempts where subject_id = $1 and state = 'captured'`,
      [charge.id],
    )
    for (const { amount } of paid) expect(agreed).toContain(amount)
    await moveBack()
  }
  // Without any agreement the rounds would prove nothing.
  expect(agreements.filter((each) => each !== '0 of 3').length).toBeGreaterThan(4)
  await expectRightBooks()
})

describe('what was shown', () => {
  const shownTo = ({ accountId }: Who) =>
    shop.sql<{ charge_id: string }>('select charge_id from shown_charges where account_id = $1', [accountId])
  const fill = ({ accountId }: Who, charges: number) =>
    shop.sql(
      `insert into shown_charges (account_id, charge_id, total, terms, listed, shown_at)
       select $1, 'charge ' || n, 1, '', false, $2::timestamptz - make_interval(mins => n) from generate_series(1, $3::int) n`,
      [accountId, shop.clock.now().toISOString(), charges],
    )

  test('is forgotten when the charge has ended', async () => {
    const charges = [await offer(), await offer(), await offer('recurrent_charge')]
    for (const charge of charges) await read(owner(), charge)
    await shop.sql(`update direct_charges set state = 'declined' where id = $1`, [charges[0]?.id])
    await deleteShownOfEnded(shop.store.client.database)
    expect((await shownTo(owner())).map(({ charge_id: id }) => id).toSorted()).toEqual(
      charges
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  test('is bounded; a charge of which it was forgotten is not agreed to before it is read again', async () => {
    const [first, untold] = [await offer(), await offer()]
    await fill(owner(), MOST_SHOWN - 1)
    await read(owner(), first)
    shop.clock.set('2026-11-22T12:10:00.000Z')
    await shop.sql('update shown_charges set shown_at = $1 where charge_id <> $2', [shop.clock.now(), first.id])
    shop.clock.set('2026-11-22T12:20:00.000Z')
    for (let more = 0; more < 3; more += 1) await read(owner(), await offer())
    const kept = (await shownTo(owner())).map(({ charge_id: id }) => id)
    expect(kept.length).toBeLessThanOrEqual(MOST_SHOWN + 20)
    expect(kept).not.toContain(first.id)
    // The job does not make room for it to look as if nothing had been forgotten.
    await deleteShownOfEnded(shop.store.client.database)
    for (const charge of [first, untold]) {
      expect(await put(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
      await read(owner(), charge)
      expect(await put(owner(), charge, 'accept')).toBe(200)
    }
    expect(await put(colleague(), untold, 'accept')).toBe(200)
  })
})
