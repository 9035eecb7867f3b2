import type { Cart, CartProduct } from '@marketplace/contracts/carts/schemas'
import { type CartQuote, outlookOf } from '@marketplace/domain/buying/cart-quote'
import type { CartState } from '@marketplace/domain/buying/cart-states'
import { needsCard } from '@marketplace/domain/buying/offers'
import { firstDueAt, periodStart } from '@marketplace/domain/buying/periods'
import { type Amount, type QuoteLine, totalRefusal } from '@marketplace/domain/buying/quote'
import { percentOf } from '@marketplace/domain/buying/tax'
import { startOfUtcDay } from '@marketplace/domain/dates'
import { effectivePrice } from '@marketplace/domain/pricing'
import { isService } from '@marketplace/domain/visibility'
import { picturePath } from '../pictures/index.ts'
import { listRefusal, nothingDeliverable, plansFor, type Refusals, type Shopper } from './buy-rules.ts'
import { stateOf } from './cart-state.ts'
import type { CartItemRecord, CartRecord } from './read/records.ts'

export type PresentContext = {
  /** The current quote of the cart. A cart that was checked out shows its frozen quote instead. */
  quote: CartQuote
  shopper: Shopper
  /** Why items cannot be bought right now. */
  refusals: Refusals
  publicUrl: string
  at: Date
}

const NOTHING: Amount = { net: 0, tax: 0, total: 0 }
const iso = (date: Date | null) => date?.toISOString() ?? null

/** The frozen quote of a cart, if its state is one of checkout or later. */
export const frozenQuote = (cart: CartRecord, state: CartState): CartQuote | null =>
  state === 'locked' || state === 'processing' || state === 'purchased' ? cart.quote : null

/**
 * An application in the cart with its current price, or the price at its purchase; 0 if it was not delivered. Before the purchase, dates
 * are those of a purchase on the day of `at`.
 */
const presentItem = (
  cart: CartRecord,
  item: CartItemRecord,
  line: QuoteLine,
  { refusals, publicUrl, at }: PresentContext,
): CartProduct => {
  const { application, plan, purchasedAt, note, chargeId } = item
  const { id, slug, name, iconId, product, payment, customProps } = application
  const begins = firstDueAt(purchasedAt ?? startOfUtcDay(at), line.trialDays)
  const renewsAt = line.renewal && (line.trialDays > 0 ? begins : periodStart({ anchor: begins, months: line.renewal.months }, 1))
  const problem = refusals.get(id)
  return {
    id,
    slug,
    name,
    icon: iconId && `${publicUrl}${picturePath(iconId, 256)}`,
    product,
    productType: isService(application) ? 'service' : 'application',
    purchasedAt: iso(purchasedAt),
    note,
    plan: {
      id: plan.id,
      name: plan.name,
      billingCycle: line.cycle,
      pricingType: plan.pricingType,
      trialDays: line.trialDays,
      price: { total: line.unitPrice * line.quantity, unit: line.unitPrice },
    },
    plans: plansFor(cart, application).map(({ id: planId, priceCents, ...offer }) => ({
      id: planId,
      name: offer.name,
      billingCycle: offer.billingCycle,
      pricingType: offer.pricingType,
      trialDays: offer.trialDays,
      price: { total: effectivePrice(priceCents, customProps, at) },
    })),
    quantity: line.quantity,
    trialDays: line.trialDays,
    creditCardRequired: payment?.creditCardRequired ?? true,
    due: cart.purchasedAt && !purchasedAt ? NOTHING : line.due,
    renewal: line.renewal && renewsAt && { ...line.renewal, at: renewsAt.toISOString() },
    chargeId,
    problem: problem ? { code: problem.code, message: problem.message } : null,
    hasCard: cart.card !== null,
    cardDetails: cart.card && { cardType: cart.card.brand, firstSix: cart.card.firstSix, lastFour: cart.card.lastFour },
  }
}

const sumOf = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((sum, { net, tax, total }) => ({ net: sum.net + net, tax: sum.tax + tax, total: sum.total + total }), NOTHING)

const couponShown = ({ coupon }: CartRecord, discount: number): Cart['coupon'] =>
  coupon && {
    code: coupon.code,
    percent: coupon.value.kind === 'percent' ? coupon.value.percent : null,
    amount: coupon.value.kind === 'amount' ? coupon.value.cents : null,
    discount,
  }

const canCheckOut = (cart: CartRecord, { quote, refusals }: PresentContext): boolean =>
  cart.items.length > 0 &&
  totalRefusal(quote) === null &&
  listRefusal(cart) === null &&
  nothingDeliverable(cart, refusals) === null

/** A cart as the shopper may see it. */
export const presentCart = (cart: CartRecord, context: PresentContext): Cart => {
  const { shopper, at } = context
  const state = stateOf(cart, at)
  const quote = frozenQuote(cart, state) ?? context.quote
  const lines = cart.items.flatMap((item) => {
    const line = quote.lines.find(({ id }) => id === item.application.id)
    return line ? [{ item, line, shown: presentItem(cart, item, line, context) }] : []
  })
  const products = lines.map(({ shown }) => shown)
  const bought = lines.filter(({ line }) => !line.refused)
  const summary = bought.map(({ shown, line }) => ({
    id: shown.id,
    name: shown.name,
    total: shown.plan.price.total,
    months: line.renewal?.months ?? null,
    trialDays: line.trialDays,
  }))
  const license = cart.licenses.find(({ id }) => id === cart.licenseId)
  const isFrozen = state === 'locked' || state === 'processing'
  const lockedByMe = isFrozen && cart.lockedBy === shopper.accountId
  const place = frozenQuote(cart, state)?.place ?? cart.place
  return {
    id: cart.id,
    name: cart.name,
    license: cart.licenseId,
    product: cart.product,
    seats: license?.seats ?? 1,
    agents: cart.agents,
    agentsChosen: cart.agentsChosen,
    products,
    summary: {
      oneTime: summary.filter(({ months }) => months === null),
      recurrent: summary.filter(({ months }) => months !== null),
    },
    coupon: couponShown(cart, quote.discount),
    totals: {
      cart: lines.reduce((sum, { line }) => sum + (line.trialDays > 0 ? 0 : line.unitPrice * line.quantity), 0),
      due: sumOf(products.map(({ due }) => due)),
      discount: quote.discount,
      taxRate: percentOf(quote.taxRate),
      taxName: quote.taxName,
      reverseCharge: quote.reverseCharge,
      ...outlookOf(quote, cart.purchasedAt ?? at),
      threeMoreSeats: quote.threeMoreSeats,
    },
    cardRequired: bought.some(({ item, line }) => needsCard(line.trialDays, item.application.payment)),
    hasCard: cart.card !== null,
    address: place,
    state,
    lockedByMe,
    lockedBy: isFrozen ? cart.lockedBy : null,
    can: {
      change: state === 'open',
      checkout: state === 'open' ? canCheckOut(cart, context) : state === 'locked' && lockedByMe,
      purchase: state === 'locked' && lockedByMe,
    },
    checksum: isFrozen || state === 'purchased' ? cart.checksum : null,
    acceptedUntil: iso(cart.acceptedUntil),
    checkedOutUntil: isFrozen ? iso(cart.checkedOutUntil) : null,
    purchasedAt: iso(cart.purchasedAt),
    closedAt: iso(cart.closedAt),
    createdAt: cart.createdAt.toISOString(),
    revision: cart.revision,
  }
}
