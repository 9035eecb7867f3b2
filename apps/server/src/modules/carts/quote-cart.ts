import { hash } from 'node:crypto'
import { type CartItem, type CartQuote, cartQuote, type QuotedPlace } from '@marketplace/domain/buying/cart-quote'
import { type NotDeliverable, quoteText } from '@marketplace/domain/buying/quote'
import type { Queryable } from '../../db/client.ts'
import { taxFor, taxWith } from '../billing/index.ts'
import { type Refusals, seatsFor } from './buy-rules.ts'
import type { CartItemRecord, CartRecord } from './read/records.ts'

export type QuotedCart = { quote: CartQuote; checksum: string }

/** Why items of a cart cannot be delivered, by the id of their application. */
type Undeliverable = ReadonlyMap<string, NotDeliverable>

/** The same as notes on the items. */
export const undeliverable = (refusals: Refusals): Undeliverable =>
  new Map([...refusals].map(([id, { code }]) => [id, code === 'LICENSE_INACTIVE' ? 'product-inactive' : 'not-installed']))

/** An application in the cart with everything that its price depends on. An organization gets only one trial of each application. */
const quotedItem = (
  cart: Pick<CartRecord, 'licenses'>,
  { application, plan }: CartItemRecord,
  refused: Undeliverable,
): CartItem => ({
  id: application.id,
  plan,
  priced: application,
  seats: seatsFor(cart, application),
  trialDays: application.hadTrial ? 0 : plan.trialDays,
  refused: refused.get(application.id) ?? null,
})

export const isSamePlace = (one: QuotedPlace, other: QuotedPlace | undefined): boolean =>
  one.country === other?.country && one.zip === other.zip && one.vatId === other.vatId

/** A checksum of everything in a quote that a buyer agrees to. */
export const checksumOf = (quote: CartQuote): string => hash('sha256', quoteText(quote), 'hex')

/**
 * The current quote of a cart, with the tax of the organization's address or of another place. A coupon that cannot be used has no effect,
 * and items that cannot be delivered cost nothing.
 */
export const quoteCart = async (
  database: Queryable,
  cart: CartRecord,
  { at, refused, place = cart.place }: { at: Date; refused: Undeliverable; place?: QuotedPlace },
): Promise<QuotedCart> => {
  const known = isSamePlace(place, cart.place) ? taxWith(place, cart.tax) : null
  const { rate, name, reverseCharge } = known ?? (await taxFor(database, place, at))
  const coupon = cart.coupon && !cart.coupon.refusal ? cart.coupon.value : null
  const items = cart.items.map((item) => quotedItem(cart, item, refused))
  const quote = cartQuote(items, coupon, { rate, name, reverseCharge, place }, at)
  return { quote, checksum: checksumOf(quote) }
}
