// Runs all cart commands in any order, by several accounts of two organizations and with a moving clock, and compares with a model.
import { auditRows } from '../../../test/purchases.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART, type CartCommand, type CartState } from '@marketplace/domain/buying/cart-states'
import { beginPayment, type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'
import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openExpiredCarts } from './checkout.ts'
import { lockCart } from './repository.ts'
import { claimPurchase, releaseCart, settleCart } from './settle-cart.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
auditRows(() => market)
afterAll(() => market.close())

const ORGANIZATIONS = ['acme', 'globex'] as const
type OrganizationName = (typeof ORGANIZATIONS)[number]
const PEOPLE = ['owner', 'viceowner', 'administrator'] as const
const APPLICATIONS = ['seats', 'plans', 'once', 'free', 'own-paid'] as const

type Call = { organization: OrganizationName; person: (typeof PEOPLE)[number]; of: OrganizationName }
type Change =
  | { kind: 'add' | 'remove'; application: (typeof APPLICATIONS)[number] }
  | { kind: 'plan'; plan: 'Small' | 'Large' }
  | { kind: 'coupon'; code: 'WELCOME10' | 'ALLOFF' | 'EXPIRED' | 'NONE' }
  | { kind: 'remove coupon' }
type Question = Change | { kind: 'create' } | { kind: 'close' } | { kind: 'checkout' } | { kind: 'leave' } | { kind: 'purchase' }
type Asked = Call & Question
/** How a payment ends. */
type Ending = { kind: 'settle' | 'release'; of: OrganizationName }
type Command = Asked | Ending | { kind: 'wait'; minutes: number } | { kind: 'raise' }

const isEnding = (command: Asked | Ending): command is Ending => command.kind === 'settle' || command.kind === 'release'

type ModelCart = {
  items: Map<string, string>
  coupon: string | null
  lock: { by: string; until: number; shown: string } | null
  paying: boolean
  ended: 'purchased' | 'closed' | null
}

/** The model: its commands return the cart's new state, or the code of the refusal. */
class Model {
  private now = new Date(NOON).getTime()
  private raised = 0
  readonly carts = new Map<OrganizationName, ModelCart>()
  readonly reached = new Set<string>()

  stateOf(cart: ModelCart): CartState {
    if (cart.ended) return cart.ended
    if (cart.paying) return 'processing'
    return cart.lock && cart.lock.until > this.now ? 'locked' : 'open'
  }

  private shown({ items, coupon }: ModelCart): string {
    return JSON.stringify([[...items].toSorted(), coupon, items.has('seats') && this.raised])
  }

  apply(command: Command): string {
    if (command.kind === 'wait') {
      this.now += command.minutes * 60_000
      return 'done'
    }
    if (command.kind === 'raise') {
      this.raised++
      return 'done'
    }
    const cart = this.carts.get(command.of)
    const before = cart && this.stateOf(cart)
    const answer = this.answer(command, cart)
    const after = this.carts.get(command.of)
    if (before && after && after === cart) this.reached.add(`${before} ${command.kind} ${this.stateOf(after)}`)
    return answer
  }

  private answer(command: Asked | Ending, cart: ModelCart | undefined): string {
    if (isEnding(command)) {
      if (!cart?.paying) return 'nothing'
      cart.paying = false
      cart.lock = null
      if (command.kind === 'settle') cart.ended = 'purchased'
      return this.stateOf(cart)
    }
    if (command.person === 'administrator') return 'FORBIDDEN'
    const who = `${command.organization} ${command.person}`
    if (command.kind === 'create') {
      const own = this.carts.get(command.organization)
      if (own && !own.ended) return this.stateOf(own)
      this.carts.set(command.organization, { items: new Map(), coupon: null, lock: null, paying: false, ended: null })
      return 'open'
    }
    if (!cart || command.of !== command.organization) return 'CART_NOT_FOUND'
    const state = this.stateOf(cart)
    switch (command.kind) {
      case 'close':
        if (state === 'processing') return 'PRODUCTS_CART_CHECKOUT_STARTED'
        if (state === 'purchased') return 'CART_PURCHASED'
        cart.ended = 'closed'
        return 'closed'
      case 'leave':
        if (state !== 'open' && state !== 'locked') return this.conflict(state)
        if (state === 'locked') cart.lock = null
        return 'open'
      case 'checkout':
        if (state === 'locked') return cart.lock?.by === who ? 'locked' : 'PRODUCTS_CART_CHECKOUT_STARTED'
        if (state !== 'open') return this.conflict(state)
        if (cart.items.size === 0) return 'CART_EMPTY'
        cart.lock = { by: who, until: this.now + 15 * 60_000, shown: this.shown(cart) }
        return 'locked'
      case 'purchase':
        if (state === 'open') return 'PRODUCTS_CART_CHECKSUM'
        if (state !== 'locked' || cart.lock?.by !== who) return this.conflict(state)
        if (cart.lock.shown !== this.shown(cart)) {
          cart.lock = null
          return 'PRODUCTS_CART_CHECKSUM'
        }
        cart.paying = true
        return 'processing'
      default:
        return state === 'open' ? this.change(command, cart) : this.conflict(state)
    }
  }

  private conflict(state: CartState): string {
    return { purchased: 'CART_PURCHASED', closed: 'CART_CLOSED' }[state as 'closed'] ?? 'PRODUCTS_CART_CHECKOUT_STARTED'
  }

  private change(command: Call & Change, cart: ModelCart): string {
    switch (command.kind) {
      case 'add': {
        const { application, organization } = command
        if (application === 'free') return 'NOT_FOR_SALE'
        if (application === 'own-paid' && organization === 'acme') return 'OWN_APPLICATION'
        if (!cart.items.has(application)) cart.items.set(application, application === 'plans' ? 'Large' : 'only')
        return 'open'
      }
      case 'remove':
        cart.items.delete(command.application)
        return 'open'
      case 'plan':
        cart.items.set('plans', command.plan)
        return 'open'
      case 'coupon':
        if (command.code === 'NONE') return 'COUPON_NOT_FOUND'
        if (command.code === 'EXPIRED') return 'COUPON_EXPIRED'
        cart.coupon = command.code
        return 'open'
      case 'remove coupon':
        cart.coupon = null
        return 'open'
    }
  }
}

/** The server, with the same commands. It keeps the id of each organization's newest cart. */
class Server {
  private readonly ids = new Map<OrganizationName, string>()
  private readonly plans: Map<string, string>
  constructor(plans: Map<string, string>) {
    this.plans = plans
  }

  async apply(command: Command): Promise<string> {
    if (command.kind === 'wait') {
      market.clock.set(new Date(market.clock.now().getTime() + command.minutes * 60_000).toISOString())
      // Runs the job that opens carts whose lock has run out; the answers must be the same without it.
      if (command.minutes % 2 === 0)
        await openExpiredCarts({ database: market.store.client.database, clock: market.clock }, new AbortController().signal)
      return 'done'
    }
    if (command.kind === 'raise') {
      await market.sql('update plans set price_cents = price_cents + 1 where application_id = $1', [market.idOf('seats')])
      return 'done'
    }
    const id = this.ids.get(command.of) ?? 'none'
    const at = market.clock.now()
    const { database } = market.store.client
    if (isEnding(command)) {
      const ended = await market.sql(
        `update payment_attempts set state = 'captured', ended_at = now() where subject_id = $1 and ended_at is null returning id`,
        [id],
      )
      if (ended.length === 0) return 'nothing'
      const items = await market.sql<{ id: string }>('select application_id as id from cart_items where cart_id = $1', [id])
      await inTransaction(database, async (transaction) => {
        if (command.kind === 'release') await releaseCart(transaction, id, 'billing-error', at)
        else {
          const outcomes = items.map((item) => ({ applicationId: item.id, purchased: true as const, chargeId: 'charge' }))
          await settleCart(transaction, { id, organizationId: market[command.of].id as OrganizationId }, outcomes, at)
        }
      })
      return (await this.read(command.of))?.state ?? 'gone'
    }
    const who = market[command.organization].people[command.person]
    if (command.kind === 'purchase') {
      if (command.person === 'administrator') return 'FORBIDDEN'
      try {
        const claimed = await inTransaction(database, async (transaction) => {
          const cart = await lockCart(transaction, who.organizationId as OrganizationId, id, at)
          return claimPurchase(transaction, cart, { accountId: who.accountId, at })
        })
        if (claimed instanceof ApiError) return claimed.code
      } catch (error) {
        if (error instanceof ApiError) return error.code
        throw error
      }
      await beginPayment(market, { id, revision: at.getTime() }, who.organizationId)
      return 'processing'
    }
    const answer = await market.call(who, ...this.request(command, id))
    const body = answer.json<Cart & { code?: string }>()
    if (command.kind === 'create' && answer.statusCode < 300) this.ids.set(command.organization, body.id)
    return answer.statusCode < 300 ? body.state : (body.code ?? String(answer.statusCode))
  }

  private request(command: Exclude<Asked, { kind: 'purchase' }>, id: string): ['POST' | 'PATCH' | 'DELETE', string] {
    const app = (slug: string) => `/${id}/applications/${market.idOf(slug)}`
    switch (command.kind) {
      case 'create':
        return ['POST', '']
      case 'close':
        return ['DELETE', `/${id}`]
      case 'checkout':
        return ['PATCH', `/${id}/checkout`]
      case 'leave':
        return ['DELETE', `/${id}/checkout`]
      case 'add':
        return ['PATCH', app(command.application)]
      case 'remove':
        return ['DELETE', app(command.application)]
      case 'plan':
        return ['PATCH', `${app('plans')}/plans/${this.plans.get(command.plan)}`]
      case 'coupon':
        return ['PATCH', `/${id}/coupon/${command.code.toLowerCase()}`]
      case 'remove coupon':
        return ['DELETE', `/${id}/coupon`]
    }
  }

  async read(of: OrganizationName): Promise<Cart | null> {
    const id = this.ids.get(of)
    if (id === undefined) return null
    return (await market.call(market[of].people.owner, 'GET', `/${id}`)).json<Cart>()
  }
}

const call = fc.record({
  organization: fc.constantFrom(...ORGANIZATIONS, 'acme' as const, 'acme' as const),
  person: fc.constantFrom('owner' as const, 'owner' as const, 'owner' as const, ...PEOPLE),
})
/** Sometimes the command is about the other organization's cart. */
const about = fc.integer({ min: 0, max: 9 }).map((number) => number === 0)
const asked = <Q extends Question>(question: fc.Arbitrary<Q>): fc.Arbitrary<Call & Q> =>
  fc.tuple(call, about, question).map(([who, isOther, rest]) => {
    const other = who.organization === 'acme' ? ('globex' as const) : ('acme' as const)
    return { ...who, of: isOther ? other : who.organization, ...rest }
  })
const oneOf = <Q extends Question>(...questions: Q[]) => asked(fc.constantFrom(...questions))
const change = (kind: 'add' | 'remove') => asked(fc.constantFrom(...APPLICATIONS).map((application) => ({ kind, application })))
const plans: readonly Question[] = [
  { kind: 'plan', plan: 'Small' },
  { kind: 'plan', plan: 'Large' },
]
const coupons: readonly Question[] = (['WELCOME10', 'ALLOFF', 'EXPIRED', 'NONE'] as const).map((code) => ({
  kind: 'coupon',
  code,
}))
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: oneOf<Question>({ kind: 'create' }, { kind: 'close' }, { kind: 'leave' }, { kind: 'remove coupon' }) },
  { weight: 5, arbitrary: oneOf<Question>({ kind: 'create' }, { kind: 'checkout' }, { kind: 'purchase' }) },
  { weight: 3, arbitrary: change('add') },
  { weight: 1, arbitrary: change('remove') },
  { weight: 2, arbitrary: oneOf(...plans, ...coupons) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('settle' as const, 'release' as const), fc.constantFrom(...ORGANIZATIONS))
      .map(([kind, of]) => ({ kind, of })),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes) => ({ kind: 'wait' as const, minutes })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'raise' as const }) },
)

/** The state of a cart when a run begins, so that runs reach late states. */
const ownerOfAcme = { organization: 'acme', person: 'owner', of: 'acme' } as const
const FIRST: readonly Command[] = [
  { kind: 'create', ...ownerOfAcme },
  { kind: 'add', application: 'seats', ...ownerOfAcme },
  { kind: 'checkout', ...ownerOfAcme },
  { kind: 'purchase', ...ownerOfAcme },
]
const runs = fc
  .tuple(fc.integer({ min: 0, max: FIRST.length }), fc.array(commands, { minLength: 10, maxLength: 30 }))
  .map(([begun, rest]) => [...FIRST.slice(0, begun), ...rest])

test('any commands lead where the model says, and write nothing where they are refused', { timeout: 600_000 }, async () => {
  const planIds = new Map<string, string>()
  for (const name of ['Small', 'Large']) planIds.set(name, await market.planOf('plans', name))
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(runs, async (all) => {
      await market.empty()
      const model = new Model()
      const server = new Server(planIds)
      for (const command of all) {
        const of = 'of' in command ? command.of : null
        const before = of && (await server.read(of))
        const answer = await server.apply(command)
        expect(answer).toBe(model.apply(command))
        const cart = of && model.carts.get(of)
        const after = of && (await server.read(of))
        // A refusal writes nothing, except that a changed price opens the cart.
        const isRefused = /^[A-Z_]+$/.test(answer) && !(command.kind === 'purchase' && answer === 'PRODUCTS_CART_CHECKSUM')
        if (isRefused) expect(after).toEqual(before)
        if (!cart || !after) continue
        expect({
          state: after.state,
          items: after.products.map(({ slug, plan }) => [slug, slug === 'plans' ? plan.name : 'only']).toSorted(),
          coupon: after.coupon?.code ?? null,
          isLocked: after.checkedOutUntil !== null,
          ends: [after.purchasedAt !== null, after.closedAt !== null],
          outcomes: after.products.every(
            ({ purchasedAt, note }) => (purchasedAt === null) === (after.state !== 'purchased') && !(purchasedAt && note),
          ),
        }).toEqual({
          state: model.stateOf(cart),
          items: [...cart.items].toSorted(),
          coupon: cart.coupon,
          isLocked: ['locked', 'processing'].includes(model.stateOf(cart)),
          ends: [cart.ended === 'purchased', cart.ended === 'closed'],
          outcomes: true,
        })
      }
      for (const step of model.reached) reached.add(step)
    }),
    { numRuns: 25, seed: 20_261_122 },
  )

  const named: Readonly<Record<Exclude<CartCommand, 'expire'>, string>> = {
    change: 'add',
    checkout: 'checkout',
    leave: 'leave',
    purchase: 'purchase',
    settle: 'settle',
    release: 'release',
    close: 'close',
  }
  const missing = Object.entries(CART).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([command, to]) => {
      // Locks run out by time alone, and only the payment continues a running purchase.
      if (command === 'expire' || (from === 'processing' && command === 'purchase')) return []
      const step = `${from} ${named[command as keyof typeof named]} ${to}`
      return reached.has(step) ? [] : [step]
    }),
  )
  expect(missing).toEqual([])
})
