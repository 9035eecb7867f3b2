import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import type { AttackedShop, Buyer } from '../lib/attacked-shop.ts'
import { inShop, type Round } from '../lib/in-shop.ts'
import { killWhilePaying } from '../lib/kill-while-paying.ts'

const CARTS = '/api/v2/products-carts'
const CHARGES = '/billing/v3/recurrent_charge/livechat'

/** Subscribes this buyer to an application. Returns the id of the charge. */
const subscribe = async (shop: AttackedShop, buyer: Buyer): Promise<string> => {
  const cart = await shop.lockedCart(buyer, ['seats'])
  const { status, body } = await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  if (status !== 200) throw new Error(`the cart was not purchased: ${status} ${JSON.stringify(body)}`)
  await shop.settled()
  const [charge] = await shop.sql<{ id: string }>('select id from recurrent_charges where cart_id = $1', [cart])
  if (!charge) throw new Error('no charge')
  return charge.id
}

const chargeOf = async (shop: AttackedShop, id: string) => {
  const [row] = await shop.sql<{ state: string; quantity: number; renewals: number; changes: number }>(
    `select state, quantity,
       (select count(*)::int from sales s where s.charge_id = c.id and s.period > 0) as renewals,
       (select count(*)::int from sales s join charge_changes g on g.id = s.charge_id where g.charge_id = c.id) as changes
     from recurrent_charges c where id = $1`,
    [id],
  )
  if (!row) throw new Error('no charge')
  return row
}

/** The server is killed in the middle of a renewal, at a named step or at any time: another server completes the renewal, exactly once. */
const killRenewal: Round = async (round) => {
  const { shop } = round
  const buyer = await shop.newBuyer()
  const id = await subscribe(shop, buyer)
  // The charge and its sale are made a month old, so that the renewal has been due for a minute. If the second server does not complete it,
  // the job of the first one does.
  await shop.sql(
    `with moved as (
       update recurrent_charges set anchor_at = anchor_at - interval '31 days', state = 'past_due', first_failed_at = now(),
         due_at = now() + interval '1 hour' where id = $1 returning id, anchor_at)
     update charge_periods p set starts_at = m.anchor_at, ends_at = m.anchor_at + interval '1 month' from moved m where p.charge_id = m.id`,
    [id],
  )
  // The triggers of the database refuse every change of a sale.
  await shop.sql('alter table sales disable trigger user')
  await shop.sql(
    `update sales set period_start = p.starts_at, period_end = p.ends_at from charge_periods p
     where sales.charge_id = $1 and p.charge_id = $1 and p.index = sales.period`,
    [id],
  )
  await shop.sql('alter table sales enable trigger user')
  const { killedAt, tookMs } = await killWhilePaying(round, buyer.token, 'PUT', `${CHARGES}/${id}/pay`)
  if ((await chargeOf(shop, id)).state !== 'active') await shop.ask(0, buyer.token, 'PUT', `${CHARGES}/${id}/pay`)
  await shop.settled()
  const { state, renewals } = await chargeOf(shop, id)
  return [
    ...(tookMs > 10_000 ? [`killed at ${killedAt}: it took ${tookMs} ms`] : []),
    ...(state === 'active' && renewals === 1 ? [] : [`killed at ${killedAt}: ${state} with ${renewals} renewals`]),
  ]
}

export const renewalKills: Attack = {
  name: 'renewal-kills',
  proves:
    'a renewal whose server is killed at any step is completed by another server within 10 s, once, and the books are right',
  onlyProve: true,
  run: inShop(killRenewal, { second: false }),
}

/** PostgreSQL is killed at any time during a purchase: acknowledged writes must survive, and the purchase is completed or undone. */
const killDatabase: Round = async ({ shop, marketplace, random }) => {
  const buyer = await shop.newBuyer()
  const cart = await shop.lockedCart(buyer, ['once', 'seats'])
  const buying = shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  await sleep(random.int(1, 250))
  const postmaster = marketplace.postmaster()
  process.kill(postmaster, 'SIGKILL')
  const { status, body } = await buying
  await marketplace.databaseAnswers(postmaster)
  await shop.reachable()
  await shop.settled()
  const { body: after } = await shop.ask(0, buyer.token, 'GET', `${CARTS}/${cart}`)
  if (status === 200 && body.status === 'purchased' && !after.purchasedAt) return ['an acknowledged purchase is lost']
  if (after.purchasedAt) return []
  // Nothing had begun, or all of it was undone: the buyer clicks again.
  if (after.state === 'open') await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/checkout`)
  const again = await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  return again.body.status === 'purchased'
    ? []
    : [`the cart cannot be purchased afterwards: ${again.status} ${JSON.stringify(again.body).slice(0, 200)}`]
}

export const purchaseDatabaseKills: Attack = {
  name: 'purchase-database-kills',
  proves:
    'whenever PostgreSQL is killed in a purchase, nothing that was acknowledged is lost, nothing is paid twice, and the books are right',
  onlyProve: true,
  run: inShop(killDatabase, { second: false }),
}

type Preview = { as_of: string; checksum: string; begins: string; now: { total: number }; next: { each: { total: number } } }

/** Changes the seats of one subscription at random, twenty times a round: each charge must be the amount that was shown. */
const changeSeats: Round = async ({ shop, random }) => {
  const buyer = await shop.newBuyer()
  const id = await subscribe(shop, buyer)
  const wrong: string[] = []
  let shown = 0
  for (let count = 0; count < 20; count++) {
    const quantity = random.int(1, 400)
    const { status, body } = await shop.ask(0, buyer.token, 'GET', `${CHARGES}/${id}/change?quantity=${quantity}`)
    if (status !== 200) return [`no preview: ${status} ${JSON.stringify(body).slice(0, 200)}`]
    const { as_of, checksum, now } = body as unknown as Preview
    const changed = await shop.send(0, buyer.token, 'PUT', `${CHARGES}/${id}/change`, { quantity, as_of, checksum })
    if (changed.status !== 200) wrong.push(`${changed.status} ${JSON.stringify(changed.body).slice(0, 200)}`)
    else shown += now.total
    await shop.settled()
  }
  const [sold] = await shop.sql<{ total: number }>(
    `select coalesce(sum(s.total), 0)::int as total from sales s join charge_changes g on g.id = s.charge_id where g.charge_id = $1`,
    [id],
  )
  return sold?.total === shown ? wrong : [...wrong, `${shown} cents were shown, and ${sold?.total} charged`]
}

export const subscriptionChanges: Attack = {
  name: 'changes',
  proves: 'of twenty random changes of a subscription in each round, what was shown is what was charged, to the cent',
  onlyProve: true,
  run: inShop(changeSeats, { second: false }),
}
