import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import { inShop, type Round } from '../lib/in-shop.ts'

const CARTS = '/api/v2/products-carts'

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
