import { lockTogether } from '../../db/locks.ts'
import type { Transaction } from '../../db/transaction.ts'
import { adoptPlace, type Attempt, type AttemptSubject, recordSales, type SubjectEffect } from '../billing/index.ts'
import {
  cartLocking,
  type CartItemRecord,
  type CartRecord,
  lockSoldCart,
  priceLockings,
  readCart,
  readLocked,
  refusedOf,
  releaseCart,
  settleCart,
  type SoldCart,
} from '../carts/index.ts'
import {
  type ChargeRecord,
  createChargeForPlan,
  findChargesOfCart,
  lockBuyer,
  lockChargesOfCart,
  stillBills,
} from '../charges/index.ts'
import type { Member } from '../clients/index.ts'
import { deliverCharge, NotDelivered, takeBackCharges, tryDelivery } from './deliver-charge.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { isFree, saleOf, settleCharge, tellPaid } from './settle-charge.ts'

type Quoted<Cart extends { quote: CartRecord['quote'] }> = Cart & { quote: NonNullable<CartRecord['quote']> }
type PaidCart = Quoted<CartRecord>
type QuoteLine = PaidCart['quote']['lines'][number]

const readPaid = async (transaction: Transaction, attempt: Attempt, now: Date): Promise<PaidCart> =>
  paid(attempt, await readCart(transaction, attempt.organizationId, { id: attempt.subjectId }, now))

const paid = <Cart extends { quote: CartRecord['quote'] }>(attempt: Attempt, cart: Cart | null): Quoted<Cart> => {
  if (!cart?.quote) throw new Error(`attempt ${attempt.id} pays for a cart without a quote`)
  return { ...cart, quote: cart.quote }
}

const lineOf = ({ id, quote }: Pick<PaidCart, 'id' | 'quote'>, applicationId: string): QuoteLine => {
  const line = quote.lines.find((each) => each.id === applicationId)
  if (!line) throw new Error(`the quote of cart ${id} has no line for ${applicationId}`)
  return line
}

/** The rows that a transaction has locked to deliver, settle or release a cart. */
type Held = { buyer: Member | null; sold: SoldCart | null; charges: ChargeRecord[] | null }
const heldBy = new WeakMap<Transaction, Held>()

const hold = async (transaction: Transaction, attempt: Attempt, effect: SubjectEffect): Promise<Held> => {
  const { subjectId: id } = attempt
  if (effect === 'settle') {
    const sold = await lockSoldCart(transaction, attempt.organizationId, id)
    const lines = sold.quote?.lines ?? []
    const kinds = { recurrent: lines.some(({ renewal }) => renewal), direct: lines.some(({ renewal }) => !renewal) }
    return { buyer: null, sold, charges: await lockChargesOfCart(transaction, id, kinds) }
  }
  const buyer = await lockBuyer(transaction, attempt, [cartLocking(attempt.organizationId, id)])
  // The delivery itself creates the charges, so before it there are none.
  return { buyer, sold: null, charges: effect === 'deliver' ? null : await lockChargesOfCart(transaction, id) }
}

/** The charges that this purchase has created. Those of an earlier, failed purchase of the same cart have ended. */
const findDelivered = async (transaction: Transaction, { id }: Pick<PaidCart, 'id'>): Promise<ChargeRecord[]> => {
  const charges = heldBy.get(transaction)?.charges ?? (await findChargesOfCart(transaction, id))
  return charges.filter(({ state }) => state === 'processed')
}

/** The cart of a paid purchase. It cannot have changed since the payment. */
const soldCartOf = async (transaction: Transaction, attempt: Attempt, at: Date): Promise<Quoted<SoldCart>> => {
  const sold = heldBy.get(transaction)?.sold
  if (sold) return paid(attempt, sold)
  const cart = await readPaid(transaction, attempt, at)
  return { ...cart, couponCode: cart.coupon?.code ?? null, located: cart.place.country !== null }
}

/**
 * The agents who will use the bought applications of a product: the chosen ones who use the product, which can be an empty list. Null
 * (everybody) if no choice was made.
 */
const agentsFor = ({ agentsChosen, agents }: PaidCart, product: string): string[] | null =>
  agentsChosen ? agents.flatMap((each) => (each.product === product ? each.agent : [])) : null

/** Creates the charge of an item at the price that the buyer has seen, and delivers the item. */
const deliverItem = async (
  transaction: Transaction,
  dependencies: DeliveryDependencies,
  cart: PaidCart,
  { application, plan }: CartItemRecord,
  { buyer, at }: { buyer: Member; at: Date },
): Promise<void> => {
  const { product } = application
  const license = cart.licenses.find((each) => each.product === product)
  if (!license) throw new NotDelivered('the organization has no licence of the product')
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

/** The reasons why some items of the cart were not bought. */
const notesOf = (cart: PaidCart, bought: readonly { applicationId: string }[], at: Date) =>
  cart.items
    .filter(({ application }) => !bought.some(({ applicationId }) => applicationId === application.id))
    .map((item) => ({
      applicationId: item.application.id,
      purchased: false as const,
      note: refusedOf(cart, item, at) ?? ('not-installed' as const),
    }))

/** The subject of an attempt to pay a cart: docs/product/buying.md, Carts. */
export const cartSubject = (dependencies: DeliveryDependencies): AttemptSubject => {
  const { tellApplication } = dependencies
  return {
    lock: async (transaction, attempt, effect) => {
      heldBy.set(transaction, await hold(transaction, attempt, effect))
    },

    deliver: async (transaction, attempt, at) => {
      const buyer = heldBy.get(transaction)?.buyer
      if (!buyer) return null
      const [organizationId, id] = [attempt.organizationId, attempt.subjectId]
      await lockTogether(transaction, priceLockings(organizationId, id))
      const cart = paid(attempt, await readLocked(transaction, organizationId, id, at))
      if (!stillBills(buyer, cart.product)) return null
      const items = cart.items.toSorted((a, b) => (a.application.id < b.application.id ? -1 : 1))
      const delivered: CartItemRecord[] = []
      for (const item of items) {
        if (refusedOf(cart, item, at) || !stillBills(buyer, item.application.product)) continue
        const given = await tryDelivery(transaction, (savepoint) =>
          deliverItem(savepoint, dependencies, cart, item, { buyer, at }),
        )
        if (given) delivered.push(item)
      }
      if (delivered.length === 0) return null
      return { capture: delivered.reduce((sum, { application }) => sum + lineOf(cart, application.id).due.total, 0) }
    },

    settle: async (transaction, attempt, at) => {
      const cart = await soldCartOf(transaction, attempt, at)
      const charges = await findDelivered(transaction, cart)
      for (const charge of charges) await settleCharge(transaction, charge, attempt, at)
      const bought = charges.map(({ applicationId, id }) => ({
        applicationId: applicationId ?? '',
        purchased: true as const,
        chargeId: id,
      }))
      const isAll = bought.length === cart.quote.lines.length
      const noted = isAll ? [] : notesOf(await readPaid(transaction, attempt, at), bought, at)
      await settleCart(transaction, cart, [...bought, ...noted], at)
      const lines = charges.map((charge) => ({ charge, line: lineOf(cart, charge.applicationId ?? '') }))
      for (const { charge, line } of lines) await tellPaid(transaction, tellApplication, charge, { total: line.due.total, at })
      const { taxRate } = cart.quote
      const sales = lines
        .filter(({ charge }) => !isFree(charge))
        .map(({ charge, line: { discount } }) =>
          saleOf(charge, { discount, taxRate, couponCode: discount > 0 ? cart.couponCode : null }, at),
        )
      // If the organization has no address, it gets the address of its first purchase, because its renewals are taxed there, as the buyer
      // has seen.
      const { place } = cart.quote
      if (!cart.located && place.country !== null) await adoptPlace(transaction, attempt.organizationId, place, at)
      if (sales.length > 0) await recordSales(transaction, attempt, sales, at, place)
    },

    release: async (transaction, attempt, why, at) => {
      const cart = await readPaid(transaction, attempt, at)
      const charges = await findDelivered(transaction, cart)
      await takeBackCharges(transaction, tellApplication, charges, { organizationId: cart.organizationId, at })
      if (attempt.failureCode === 'not_delivered') {
        await settleCart(transaction, cart, notesOf(cart, [], at), at)
      } else await releaseCart(transaction, cart.id, why === 'declined' ? 'billing-error' : null, at)
    },
  }
}
