import type { OrganizationId } from '../../core/caller.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Attempt, type AttemptSubject, recordSales } from '../billing/index.ts'
import {
  type CartItemRecord,
  type CartRecord,
  holdPrices,
  lockCartRow,
  readCart,
  refusedOf,
  releaseCart,
  settleCart,
} from '../carts/index.ts'
import { type ChargeRecord, createChargeForPlan, findChargesOfCart, lockChargesOfCart } from '../charges/index.ts'
import type { Member } from '../clients/index.ts'
import { deliverCharge, lockBuyer, NotDelivered, readBuyer, takeBackCharges, tryDelivery } from './deliver-charge.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { isFree, saleOf, settleCharge, tellPaid } from './settle-charge.ts'

type PaidCart = CartRecord & { quote: NonNullable<CartRecord['quote']> }
type QuoteLine = PaidCart['quote']['lines'][number]

const organizationOf = ({ organizationId }: Attempt): OrganizationId => organizationId as OrganizationId

const readPaid = async (transaction: Transaction, attempt: Attempt, now: Date): Promise<PaidCart> =>
  paid(attempt, await readCart(transaction, organizationOf(attempt), { id: attempt.subjectId }, now))

const paid = (attempt: Attempt, cart: CartRecord | null): PaidCart => {
  if (!cart?.quote) throw new Error(`attempt ${attempt.id} pays for a cart without a quote`)
  return { ...cart, quote: cart.quote }
}

const lineOf = ({ id, quote }: PaidCart, applicationId: string): QuoteLine => {
  const line = quote.lines.find((each) => each.id === applicationId)
  if (!line) throw new Error(`the quote of cart ${id} has no line for ${applicationId}`)
  return line
}

/** The charges that a transaction has locked together with their cart. */
const lockedCharges = new WeakMap<Transaction, ChargeRecord[]>()

/** The charges that this purchase has created: those of an earlier one that came to nothing have ended. */
const findDelivered = async (transaction: Transaction, { id }: PaidCart): Promise<ChargeRecord[]> => {
  const charges = lockedCharges.get(transaction) ?? (await findChargesOfCart(transaction, id))
  return charges.filter(({ state }) => state === 'processed')
}

/** Who uses what is bought for a product: those who were chosen. Everybody, if nobody was, or nobody of that product. */
const agentsFor = ({ agentsChosen, agents }: PaidCart, product: string): string[] | null => {
  const chosen = agents.flatMap((each) => (each.product === product ? each.agent : []))
  return agentsChosen && chosen.length > 0 ? chosen : null
}

/** Creates the charge of an item at the price that was shown, and gives what it is for. */
const deliverItem = async (
  transaction: Transaction,
  dependencies: DeliveryDependencies,
  cart: PaidCart,
  { application, plan }: CartItemRecord,
  { buyer, at }: { buyer: Member; at: Date },
): Promise<void> => {
  const { product } = application
  const license = cart.licenses.find((each) => each.product === product)
  if (!license) throw new NotDelivered('nothing to deliver, or nobody to deliver it to')
  const { unitPrice: price, quantity, trialDays } = lineOf(cart, application.id)
  const charge = await createChargeForPlan(transaction, {
    organizationId: cart.organizationId,
    accountId: buyer.accountId,
    licenseId: license.id,
    plan,
    application,
    quantity,
    cartId: cart.id,
    agreed: { price, quantity, trialDays, who: buyer },
    at,
  })
  await deliverCharge(transaction, dependencies, charge, { buyer, at, agents: agentsFor(cart, product) })
}

/** The attempt at the payment of a cart: docs/product/buying.md, Carts. */
export const cartSubject = (dependencies: DeliveryDependencies): AttemptSubject => {
  const { tellApplication } = dependencies
  return {
    lock: async (transaction, attempt, effect) => {
      await lockBuyer(transaction, attempt)
      await lockCartRow(transaction, organizationOf(attempt), attempt.subjectId)
      // A delivery creates its charges.
      if (effect !== 'deliver') lockedCharges.set(transaction, await lockChargesOfCart(transaction, attempt.subjectId))
    },

    deliver: async (transaction, attempt, at) => {
      const buyer = await readBuyer(transaction, attempt)
      if (!buyer) return null
      const cart = paid(attempt, await holdPrices(transaction, organizationOf(attempt), attempt.subjectId, at))
      const items = cart.items.toSorted((a, b) => (a.application.id < b.application.id ? -1 : 1))
      const delivered: CartItemRecord[] = []
      for (const item of items) {
        if (refusedOf(cart, item, at)) continue
        const given = await tryDelivery(transaction, (savepoint) =>
          deliverItem(savepoint, dependencies, cart, item, { buyer, at }),
        )
        if (given) delivered.push(item)
      }
      if (delivered.length === 0) return null
      return { capture: delivered.reduce((sum, { application }) => sum + lineOf(cart, application.id).due.total, 0) }
    },

    settle: async (transaction, attempt, at) => {
      const cart = await readPaid(transaction, attempt, at)
      const charges = await findDelivered(transaction, cart)
      for (const charge of charges) await settleCharge(transaction, charge, attempt, at)
      const chargeOf = new Map(charges.map(({ applicationId, id }) => [applicationId, id]))
      const outcomes = cart.items.map((item) => {
        const [applicationId, chargeId] = [item.application.id, chargeOf.get(item.application.id)]
        return chargeId === undefined
          ? { applicationId, purchased: false as const, note: refusedOf(cart, item, at) ?? ('not-installed' as const) }
          : { applicationId, purchased: true as const, chargeId }
      })
      await settleCart(transaction, cart.id, outcomes, at)
      const lines = charges.map((charge) => ({ charge, line: lineOf(cart, charge.applicationId ?? '') }))
      for (const { charge, line } of lines) await tellPaid(transaction, tellApplication, charge, { total: line.due.total, at })
      const { taxRate } = cart.quote
      const sales = lines
        .filter(({ charge }) => !isFree(charge))
        .map(({ charge, line: { discount } }) =>
          saleOf(charge, { discount, taxRate, couponCode: discount > 0 ? (cart.coupon?.code ?? null) : null }, at),
        )
      if (sales.length > 0) await recordSales(transaction, attempt, sales, at)
    },

    release: async (transaction, attempt, why, at) => {
      const cart = await readPaid(transaction, attempt, at)
      const charges = await findDelivered(transaction, cart)
      await takeBackCharges(transaction, tellApplication, charges, { organizationId: cart.organizationId, at })
      if (attempt.failureCode === 'not_delivered') {
        const outcomes = cart.items.map((item) => ({
          applicationId: item.application.id,
          purchased: false as const,
          note: refusedOf(cart, item, at) ?? ('not-installed' as const),
        }))
        await settleCart(transaction, cart.id, outcomes, at)
      } else await releaseCart(transaction, cart.id, why === 'declined' ? 'billing-error' : null, at)
    },
  }
}
