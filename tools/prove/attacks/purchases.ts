import type { Random } from '../../../bench/catalogue/random.ts'
import type { Attack } from '../lib/attack.ts'
import { type Answer, type AttackedShop, type Buyer, SLUGS } from '../lib/attacked-shop.ts'
import { inShop, type Round } from '../lib/in-shop.ts'
import { killWhilePaying } from '../lib/kill-while-paying.ts'
import { limitOf } from '../lib/limit-of.ts'

/** A busy server asks the client to try again later, even if it completes the purchase meanwhile. */
const BUSY = 503

/** Answers that no call may give, whatever other calls run at the same time. */
const strange = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ status, body }) =>
    status === null || (status >= 500 && status !== BUSY)
      ? [`${status ?? 'no answer'}: ${JSON.stringify(body).slice(0, 200)}`]
      : [],
  )

const CARTS = '/api/v2/products-carts'
type CartCall = [method: string, path: string, body?: object]
/** The calls on a cart. `coupon` is a coupon that the cart accepts. */
type Calls = (given: { shop: AttackedShop; cart: string; coupon: string; planOfSeats: string; random: Random }) => CartCall
const CALLS: readonly Calls[] = [
  ({ shop, cart, random }) => ['PATCH', `${CARTS}/${cart}/applications/${shop.idOf(random.pick(SLUGS))}`],
  ({ shop, cart, random }) => ['DELETE', `${CARTS}/${cart}/applications/${shop.idOf(random.pick(SLUGS))}`],
  ({ shop, cart }) => ['PATCH', `${CARTS}/${cart}/applications?id=${encodeURIComponent(SLUGS.map(shop.idOf).join(','))}`],
  ({ shop, cart, planOfSeats }) => ['PATCH', `${CARTS}/${cart}/applications/${shop.idOf('seats')}/plans/${planOfSeats}`],
  ({ cart }) => ['PUT', `${CARTS}/${cart}/agents`, { agents: null }],
  ({ cart, coupon }) => ['PATCH', `${CARTS}/${cart}/coupon/${coupon}`],
  ({ cart }) => ['DELETE', `${CARTS}/${cart}/coupon`],
  ({ cart }) => ['PATCH', `${CARTS}/${cart}/checkout`],
  ({ cart }) => ['DELETE', `${CARTS}/${cart}/checkout`],
  ({ cart }) => ['PATCH', `${CARTS}/${cart}/purchase`],
  ({ cart }) => ['GET', `${CARTS}/${cart}`],
  ({ cart }) => ['DELETE', `${CARTS}/${cart}`],
  () => ['GET', `${CARTS}/recent`],
  () => ['POST', CARTS],
]
/** Every pair of calls, also of a call with itself. */
const PAIRS = CALLS.flatMap((one, index) => CALLS.slice(index).map((two) => [one, two] as const))

/** Two kinds of calls on one cart, several of each at once, by two people on two servers. */
const pairs = async (shop: AttackedShop, random: Random, number: number): Promise<string[]> => {
  const buyer = await shop.newBuyer()
  const cart = await shop.lockedCart(buyer, random.chance(0.5) ? ['once', 'tried'] : ['seats'])
  // An open cart allows more than a locked one.
  if (random.chance(0.5)) await shop.ask(0, buyer.token, 'DELETE', `${CARTS}/${cart}/checkout`)
  const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1', [shop.idOf('seats')])
  const given = { shop, cart, random, coupon: await shop.addCoupon(1), planOfSeats: plan?.id ?? '' }
  const [one, two] = PAIRS[number % PAIRS.length] ?? []
  const calls = [one, two, one, two, one, two].flatMap((call) => (call ? [call(given)] : []))
  const answers = await Promise.all(
    calls.map(([method, path, body], index) => {
      const token = random.chance(0.7) ? buyer.token : buyer.colleague
      return body ? shop.send(index % 2, token, method, path, body) : shop.ask(index % 2, token, method, path)
    }),
  )
  return strange(answers)
}

const purchases = (shop: AttackedShop, { token }: Buyer, cart: string, count: number, key?: string): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => shop.ask(index % 2, token, 'PATCH', `${CARTS}/${cart}/purchase`, key)))

/** Whether exactly one of these purchases succeeded, or none of them and one got "busy", so that its result is unknown. */
const onlyOne = (answers: readonly Answer[]): boolean => {
  const bought = answers.filter(({ status }) => status === 200).length
  return bought === 1 || (bought === 0 && answers.some(({ status }) => status === BUSY))
}

/** Fifty purchases of one cart at once: exactly one may succeed. */
const crowd = async (shop: AttackedShop): Promise<string[]> => {
  const buyer = await shop.newBuyer()
  const answers = await purchases(shop, buyer, await shop.lockedCart(buyer, ['once', 'seats']), 50)
  return [...strange(answers), ...(onlyOne(answers) ? [] : ['none or several of fifty purchases succeeded'])]
}

/** A double click with one idempotency key: both requests get the same answer. */
const doubleClick = async (shop: AttackedShop): Promise<string[]> => {
  const buyer = await shop.newBuyer()
  const answers = await purchases(shop, buyer, await shop.lockedCart(buyer, ['once']), 2, 'a-click')
  const [first, again] = answers.map(({ status, body }) => JSON.stringify([status, body]))
  return [...strange(answers), ...(first === again ? [] : [`${first} and then ${again}`])]
}

/** Fifty organizations redeem a coupon at once that is good for one redemption. */
const scarceCoupon = async (shop: AttackedShop): Promise<string[]> => {
  const code = await shop.addCoupon(1)
  const prepare = async () => {
    const buyer = await shop.newBuyer()
    const { body: cart } = await shop.ask(0, buyer.token, 'POST', CARTS)
    await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart.id}/applications/${shop.idOf('once')}`)
    await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart.id}/coupon/${code}`)
    await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart.id}/checkout`)
    return { buyer, cart: String(cart.id) }
  }
  const buyers: Awaited<ReturnType<typeof prepare>>[] = []
  while (buyers.length < 50) buyers.push(...(await Promise.all(Array.from({ length: 10 }, prepare))))
  const answers = await Promise.all(
    buyers.map(({ buyer, cart }, index) => shop.ask(index % 2, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)),
  )
  return [...strange(answers), ...(onlyOne(answers) ? [] : ['none or several of fifty bought with a coupon for one'])]
}

export const purchaseStorms: Attack = {
  name: 'purchase-storms',
  proves:
    'whatever calls on a cart and purchases come at once, by two people on two servers: nothing is paid twice, and the books are right',
  fewestRounds: 5,
  run: inShop(
    ({ shop, random, number }) => {
      const [tens, rest] = [Math.floor((number - 1) / 10), (number - 1) % 10]
      const others = [crowd, doubleClick, scarceCoupon]
      return others[rest]?.(shop) ?? pairs(shop, random, tens * (10 - others.length) + rest - others.length)
    },
    { second: true },
  ),
}

/** The server is killed in the middle of a purchase, at a named step or at any time. */
const kill: Round = async (round) => {
  const { shop } = round
  const buyer = await shop.newBuyer()
  const cart = await shop.lockedCart(buyer, ['once', 'seats'])
  const { killedAt, status, tookMs } = await killWhilePaying(round, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  const { body } = await shop.ask(0, buyer.token, 'GET', `${CARTS}/${cart}`)
  // If the server was killed before it stored the attempt, nothing has begun: the buyer clicks again.
  const again = body.purchasedAt ? null : await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  // A busy server may answer before the payment has ended.
  if (again?.body.status === 'processing') await shop.settled()
  const isBought = body.purchasedAt || (await shop.ask(0, buyer.token, 'GET', `${CARTS}/${cart}`)).body.purchasedAt
  if (!isBought)
    return [`killed at ${killedAt}, the cart is not purchased: ${again?.status} ${JSON.stringify(again?.body).slice(0, 200)}`]
  return tookMs > limitOf(10_000) ? [`killed at ${killedAt}: it took ${tookMs} ms (the answer was ${status})`] : []
}

export const purchaseKills: Attack = {
  name: 'purchase-kills',
  proves:
    'a purchase whose server is killed at any step is completed by another server within 10 s, once, and the books are right',
  run: inShop(kill, { second: false }),
}
