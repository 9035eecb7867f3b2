// The cart of an organization’s licence. The rules are in docs/product/buying.md, Carts.
import { z } from 'zod'
import { cents, countryInput, vatIdInput, zipInput } from '../billing/schemas.ts'
import { id, instant } from '../core/fields.ts'
import { BILLING_CYCLES, PRICING_TYPES, PRODUCTS } from '../core/enumerations.ts'
import { planSchema } from '../catalogue/schemas.ts'
import { MOST_CART_AGENTS } from './texts.ts'

export const CART_NOTES = ['billing-error', 'product-inactive', 'not-installed'] as const

/** The most applications in a cart, which is also the most that can be added at once. */
export const MOST_IN_CART = 50

const amounts = z.object({ net: cents, tax: cents, total: cents })

export const cartProductSchema = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    product: z.enum(PRODUCTS),
    productType: z.enum(['application', 'service']),
    purchasedAt: instant.nullable(),
    note: z.enum(CART_NOTES).nullable(),
    /** `price.total`: cents for all seats and one period, before tax and coupon. */
    plan: z.object({
      id,
      name: z.string(),
      billingCycle: z.enum(BILLING_CYCLES),
      pricingType: z.enum(PRICING_TYPES),
      trialDays: z.int(),
      price: z.object({ total: cents, unit: cents }),
    }),
    plans: z.array(planSchema).meta({ description: 'The plans that it could be changed to' }),
    quantity: z.int(),
    trialDays: z.int(),
    creditCardRequired: z.boolean(),
    /** What is due now for this product, after the coupon. */
    due: amounts,
    renewal: z.object({ ...amounts.shape, months: z.int(), at: instant }).nullable(),
    chargeId: id.nullable(),
    /** Why the product cannot be bought at present; null if it can. */
    problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    hasCard: z.boolean(),
    cardDetails: z.object({ cardType: z.string(), firstSix: z.string(), lastFour: z.string() }).nullable(),
  })
  .meta({ id: 'CartProduct' })
export type CartProduct = z.output<typeof cartProductSchema>

const summaryLine = z.object({
  id,
  name: z.string(),
  total: cents.meta({ description: 'Cents before tax, for all seats' }),
  months: z.int().nullable(),
  trialDays: z.int(),
})

export const cartSchema = z
  .object({
    id,
    name: z.string(),
    license: z.int(),
    product: z.enum(PRODUCTS),
    seats: z.int(),
    agents: z
      .array(z.object({ product: z.enum(PRODUCTS), agent: id }))
      .meta({ description: 'Who will use what is bought: the chosen agents, or everybody' }),
    agentsChosen: z.boolean().meta({ description: 'Whether a buyer has chosen them; otherwise they are all agents' }),
    products: z.array(cartProductSchema),
    summary: z.object({ oneTime: z.array(summaryLine), recurrent: z.array(summaryLine) }),
    coupon: z.object({ code: z.string(), percent: z.int().nullable(), amount: cents.nullable(), discount: cents }).nullable(),
    totals: z.object({
      /** The sum of plan prices without items in trial, before tax and coupon. */
      cart: cents,
      due: amounts,
      discount: cents,
      taxRate: z.number().meta({ description: 'Percent' }),
      taxName: z.string(),
      reverseCharge: z.boolean(),
      nextMonth: cents.meta({ description: 'Due in the month after the purchase, tax included' }),
      nextYear: cents.meta({ description: 'Due in the twelve months from the purchase on, tax included' }),
      threeMoreSeats: cents.meta({ description: 'What three more agents would add to each month, tax included' }),
    }),
    cardRequired: z.boolean(),
    hasCard: z.boolean(),
    address: z.object({ country: z.string().nullable(), zip: z.string().nullable(), vatId: z.string().nullable() }),
    state: z.enum(['open', 'locked', 'processing', 'purchased', 'closed']),
    lockedByMe: z.boolean(),
    lockedBy: id.nullable().meta({ description: 'Id of the account that holds the lock' }),
    can: z.object({ change: z.boolean(), checkout: z.boolean(), purchase: z.boolean() }),
    checksum: z.string().nullable(),
    acceptedUntil: instant.nullable(),
    checkedOutUntil: instant.nullable(),
    purchasedAt: instant.nullable(),
    closedAt: instant.nullable(),
    createdAt: instant,
    revision: z.int(),
  })
  .meta({ id: 'Cart' })
export type Cart = z.output<typeof cartSchema>

/** The ids of the applications in the open cart, which every page shows; empty if there is no cart. */
export const cartContentsSchema = z.object({ applications: z.array(id) }).meta({ id: 'CartContents' })
export type CartContents = z.output<typeof cartContentsSchema>

/** Null means everybody. */
export const cartAgentsBodySchema = z.object({ agents: z.array(id.max(100)).min(1).max(MOST_CART_AGENTS).nullable() })

export const checkoutBodySchema = z
  .object({ country: countryInput.optional(), zip: zipInput.optional(), vat_id: vatIdInput.optional() })
  .nullish()

/** The checksum of the cart that the buyer has seen. If it has changed since, the purchase is refused. */
export const purchaseBodySchema = z
  .object({
    checksum: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The `checksum` of the cart that was shown: if it is another now, 409' }),
  })
  .nullish()

export const purchaseAnswerSchema = z
  .object({
    status: z.enum(['purchased', 'processing', 'action_required']),
    clientSecret: z.string().nullable(),
    cart: cartSchema,
  })
  .meta({ id: 'CartPurchase' })
export type PurchaseAnswer = z.output<typeof purchaseAnswerSchema>
