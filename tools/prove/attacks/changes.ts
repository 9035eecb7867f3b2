import type { Random } from '../../../bench/catalogue/random.ts'
import type { Attack } from '../lib/attack.ts'
import type { AttackedShop } from '../lib/attacked-shop.ts'
import { inShop, type Round } from '../lib/in-shop.ts'
import { CHARGES, makeDue, readSubscription, subscribe } from '../lib/subscriptions.ts'
import { until } from '../lib/until.ts'
import { limitOf } from '../lib/limit-of.ts'

const CHANGES_A_ROUND = 20
const MOST_SEATS = 400

type State = { plan_id: string; months: number; quantity: number; each: { total: number } }
type Preview = {
  as_of: string
  checksum: string
  begins: 'now' | 'renewal'
  before: State
  after: State
  now: { total: number }
  next: State
}
/** What the changes of a run were, and how many of each. */
type Tally = Map<string, number>

const count = (tally: Tally, what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1)

const kindOf = ({ before, after }: Preview): string => {
  if (after.months !== before.months) return 'to a plan of another length'
  if (after.plan_id !== before.plan_id) return after.each.total > before.each.total ? 'to a dearer plan' : 'to a cheaper plan'
  if (after.quantity === before.quantity) return 'back to the same plan and seats'
  return after.quantity > before.quantity ? 'to more seats' : 'to fewer seats'
}

const soldByChanges = async (shop: AttackedShop, id: string): Promise<number> => {
  const [sold] = await shop.sql<{ total: number }>(
    `select coalesce(sum(s.total), 0)::int as total from sales s join charge_changes g on g.id = s.charge_id where g.charge_id = $1`,
    [id],
  )
  return sold?.total ?? 0
}

/** What the charge is, and what the next renewal costs before tax. */
const chargeNow = async (shop: AttackedShop, id: string) => {
  const [row] = await shop.sql<{ plan_id: string; quantity: number }>(
    'select plan_id, quantity from recurrent_charges where id = $1',
    [id],
  )
  if (!row) throw new Error('no charge')
  return row
}

type Plan = { id: string; seats: boolean }
type Asked = { plan_id?: string; quantity?: number }

/** Another plan, other seats or both. One in ten is any plan, also the present one, which takes back what was put off. */
const askedAtRandom = (random: Random, plans: readonly Plan[], now: { plan_id: string; quantity: number }): Asked => {
  const others = plans.filter(({ id }) => id !== now.plan_id)
  const counts = plans.some(({ id, seats }) => id === now.plan_id && seats)
  const quantity = random.int(1, MOST_SEATS)
  if (random.chance(0.1) || (others.length === 0 && !counts)) return { plan_id: random.pick(plans).id }
  const what = random.pick([...(counts ? ['seats'] : []), ...(others.length > 0 ? ['plan', 'both'] : [])])
  return {
    ...(what !== 'seats' && { plan_id: random.pick(others).id }),
    ...(what !== 'plan' && { quantity }),
  }
}

/**
 * Changes one subscription twenty times at random: seats, plan or both, up and down. It was bought with or without a coupon, and is in a trial
 * or paid. After each change, what was charged is what the preview has shown; so is the renewal at the end.
 */
const changeAtRandom =
  (tally: Tally): Round =>
  async ({ shop, random }) => {
    const buyer = await shop.newBuyer()
    const [slug, coupon] = [random.pick(['plans', 'plans', 'tried-plans', 'seats']), random.chance(0.5)]
    const id = await subscribe(shop, buyer, slug, coupon ? await shop.addCoupon(1) : null)
    const plans = await shop.sql<Plan>(
      `select id, pricing_type = 'per-agent' as seats from plans where application_id = $1 order by name`,
      [shop.idOf(slug)],
    )
    const how = `${slug === 'tried-plans' ? 'in a trial' : 'paid'}${coupon ? ' with a coupon' : ''}`
    const wrong: string[] = []
    let [charged, next] = [0, null as Preview['next'] | null]
    for (let made = 0; made < CHANGES_A_ROUND; made++) {
      const asked = askedAtRandom(random, plans, await chargeNow(shop, id))
      const query = new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]))
      const { status, body } = await shop.ask(0, buyer.token, 'GET', `${CHARGES}/${id}/change?${query.toString()}`)
      if (status !== 200) return [`no preview of ${query.toString()}: ${status} ${JSON.stringify(body).slice(0, 200)}`]
      const shown = body as unknown as Preview
      const sent = { ...asked, as_of: shown.as_of, checksum: shown.checksum }
      const changed = await shop.send(0, buyer.token, 'PUT', `${CHARGES}/${id}/change`, sent)
      await shop.settled()
      const which = `${kindOf(shown)}, ${shown.begins === 'now' ? 'at once' : 'put off'}`
      if (changed.status !== 200) {
        wrong.push(`${which}: ${changed.status} ${JSON.stringify(changed.body).slice(0, 200)}`)
        continue
      }
      const sold = await soldByChanges(shop, id)
      if (sold - charged !== shown.now.total)
        wrong.push(`${which}: ${shown.now.total} cents were shown, and ${sold - charged} charged`)
      const is = await chargeNow(shop, id)
      const expected = shown.begins === 'now' ? shown.after : shown.before
      if (is.plan_id !== expected.plan_id || is.quantity !== expected.quantity)
        wrong.push(`${which}: ${JSON.stringify(expected)} was shown, and it is ${JSON.stringify(is)}`)
      ;[charged, next] = [sold, shown.next]
      count(tally, `${which}, ${how}`)
    }
    await makeDue(shop, id)
    await shop.sendJob('charges.renew-due')
    await until('the renewal', limitOf(20_000), async () => (await readSubscription(shop, id)).renewals === 1)
    const { total } = await readSubscription(shop, id)
    count(tally, 'renewals')
    return total === next?.each.total
      ? wrong
      : [...wrong, `${next?.each.total} cents were shown for the renewal, and ${total} charged`]
  }

export const subscriptionChanges: Attack = {
  name: 'changes',
  proves: `of ${CHANGES_A_ROUND} random changes of plan and seats in each round, and of the renewal after them, what was shown is what was charged, to the cent`,
  run: async (options) => {
    const tally: Tally = new Map()
    const ended = await inShop(changeAtRandom(tally), { second: false })(options)
    const made = [...tally].filter(([what]) => what !== 'renewals').reduce((sum, [, many]) => sum + many, 0)
    return { ...ended, summary: [`${made} changes`, ...[...tally].toSorted().map(([what, many]) => `${many} ${what}`)] }
  },
}
