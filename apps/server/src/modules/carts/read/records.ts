import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, PricingType, Product } from '@marketplace/contracts/core/enumerations'
import type { CART_NOTES } from '@marketplace/contracts/carts/schemas'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import type { CouponValue } from '@marketplace/domain/buying/quote'
import type { Installable } from '@marketplace/domain/installing'
import type { ListState } from '@marketplace/domain/application-list'
import type { LicenseState } from '@marketplace/domain/subscriptions'
import type { KnownRate } from '../../billing/index.ts'
import type { ApplicationRecord } from '../../catalogue/index.ts'
import type { OrganizationId } from '../../../core/caller.ts'

export type CartNote = (typeof CART_NOTES)[number]

export type PlanRecord = {
  id: string
  name: string
  billingCycle: BillingCycle
  pricingType: PricingType
  priceCents: number
  trialDays: number
  /** Whether the plan is still on offer. A cart keeps plans that are not. */
  offered: boolean
}

/** An application as a cart needs it, with its state in the cart's organization. */
export type CartApplication = Omit<Installable, 'authorization' | 'payment' | 'status'> & {
  id: string
  slug: string
  name: string
  iconId: string | null
  developerId: string | null
  payment: Payment | null
  authorization: ApplicationRecord['authorization']
  submittedAt: Date | null
  acceptedAt: Date | null
  publishedAt: Date | null
  /** Whether it belongs to the organization. */
  owns: boolean
  installed: boolean
  /** Whether the organization has bought it. */
  entitled: boolean
  /** Whether the organization had a trial of it. */
  hadTrial: boolean
  /** The state of the organization's list for the application; null without a list. */
  list: ListState | null
  plans: PlanRecord[]
}

export type CartItemRecord = {
  application: CartApplication
  plan: PlanRecord
  addedAt: Date
  purchasedAt: Date | null
  note: CartNote | null
  chargeId: string | null
}

export type CartLicense = LicenseState & { id: number; product: Product; seats: number }

export type CouponRecord = {
  code: string
  value: CouponValue
  /** Why the coupon has no effect now; null if it has. */
  refusal: 'COUPON_EXPIRED' | 'COUPON_USED_UP' | null
}

/** A cart with everything that its price and its state depend on, read by one statement. */
export type CartRecord = {
  id: string
  organizationId: OrganizationId
  name: string
  licenseId: number
  product: Product
  /** The account whose checkout locks the cart. */
  lockedBy: string | null
  checkedOutUntil: Date | null
  /** The quote that the checkout showed. It is kept after the purchase. */
  quote: CartQuote | null
  checksum: string | null
  acceptedUntil: Date | null
  purchasedAt: Date | null
  closedAt: Date | null
  createdAt: Date
  revision: number
  /** Whether a payment for the cart is under way. */
  paying: boolean
  items: CartItemRecord[]
  /** Requested applications that are not in the cart. */
  others: CartApplication[]
  licenses: CartLicense[]
  coupon: CouponRecord | null
  /** The organization's address, and the tax rate there. */
  place: { country: string | null; zip: string | null; vatId: string | null }
  tax: KnownRate
  card: { brand: string; firstSix: string; lastFour: string } | null
  /** The active members of the cart's products, or the chosen ones among them. */
  agentsChosen: boolean
  agents: { product: Product; agent: string }[]
  /** Grows with each tax rate that comes into force. */
  taxRates: number
}
