// Charges of the billing API. Applications read them, so names and shapes are fixed: docs/product/buying.md.
import { z } from 'zod'
import { cents, quantityInput, taxesSchema } from '../billing/schemas.ts'
import { planSchema } from '../catalogue/schemas.ts'
import { id, instant } from '../core/fields.ts'
import { isOneLine, isSeen } from '../core/written-text.ts'
import { queryNumber } from '../core/query-number.ts'
import { DIRECT_STATES, RECURRENT_STATES, RECURRENT_STATUSES } from './states.ts'

const can = z
  .object({ accept: z.boolean(), decline: z.boolean(), activate: z.boolean(), cancel: z.boolean() })
  .meta({ description: 'What the caller may do with the charge now' })

const charge = z.object({
  id,
  buyer_organization_id: id,
  buyer_license_id: z.int(),
  buyer_account_id: id.nullable(),
  seller_client_id: id,
  order_client_id: id,
  external_id: id.nullable().meta({ description: 'The application’s id' }),
  application: z
    .object({ id, slug: z.string(), name: z.string(), icon: z.string().nullable(), isService: z.boolean() })
    .nullable(),
  plan_id: id.nullable(),
  name: z.string(),
  price: cents.meta({ description: 'Cents for one unit and period, before tax' }),
  quantity: z.int(),
  per_account: z.boolean(),
  coupon: z.string().nullable().meta({ description: 'The code of the coupon of a plan’s charge' }),
  discount: cents.meta({
    description: 'Cents before tax that the coupon takes off the first payment. Until then `taxes` are after it',
  }),
  taxes: taxesSchema.extend({
    tax_note: z.string().nullable().meta({ description: 'Why the tax is 0, where no rate of the buyer’s place says so' }),
  }),
  test: z.boolean(),
  return_url: z.string().nullable(),
  confirmation_url: z.string(),
  commission_percent: z.int(),
  created_at: instant,
  updated_at: instant,
  agreed_until: instant
    .nullable()
    .meta({ description: 'While the status is accepted: when the agreement ends if the charge is not activated' }),
  can,
})

export const recurrentChargeSchema = charge
  .extend({
    status: z.enum(RECURRENT_STATUSES),
    state: z.enum(RECURRENT_STATES),
    months: z.int(),
    trial_days: z.int(),
    trial_ends_at: instant.nullable(),
    cancelled_at: instant.nullable(),
    current_charge_at: instant.nullable().meta({ description: 'When the paid period began' }),
    next_charge_at: instant.nullable(),
    entitled_until: instant.nullable().meta({ description: 'The end of the paid period, once it was cancelled' }),
    scheduled: z
      .object({ plan_id: id, quantity: z.int(), price: cents })
      .nullable()
      .meta({ description: 'What the next renewal begins: a cheaper plan, another length, or fewer seats' }),
    can: can.extend({ change: z.boolean() }),
  })
  .meta({ id: 'RecurrentCharge' })
export type RecurrentCharge = z.output<typeof recurrentChargeSchema>

const sums = z.object({ net: cents, tax: cents, total: cents })
const subscribed = z.object({
  plan_id: id,
  plan_name: z.string(),
  per_account: z.boolean(),
  quantity: z.int(),
  price: cents.meta({ description: 'Cents for one unit and period, before tax' }),
  months: z.int(),
  each: sums.meta({ description: 'What one period costs, at the tax of today' }),
})

/** The wanted change. Without `plan_id` only the number of seats changes, and a scheduled change of plan stays. */
export const chargeChangeQuerySchema = z.object({
  plan_id: z.string().min(1).max(100).optional(),
  quantity: queryNumber(1, 10_000).optional(),
})

/** The price of a change. To make the change, send `as_of` and `checksum` back. */
export const chargeChangePreviewSchema = z
  .object({
    as_of: instant.meta({ description: 'The instant to which it is counted; it can be agreed to for 15 minutes' }),
    checksum: z.string(),
    begins: z.enum(['now', 'renewal', 'never']),
    before: subscribed,
    after: subscribed,
    now: sums.extend({
      full: cents.meta({ description: 'The rest of the period, before tax' }),
      credit: cents.meta({ description: 'What of it was paid before, or is too little to charge' }),
    }),
    next: subscribed.extend({ at: instant }).meta({ description: 'What the next renewal charges' }),
    three_more: z
      .object({ now: cents, each: cents })
      .nullable()
      .meta({ description: 'What three more agents would add, tax included; null for a plan that is not for each agent' }),
    tax: z.object({ rate: z.number().meta({ description: 'Percent' }), name: z.string() }),
    plans: z.array(planSchema).meta({ description: 'The plans that it could be changed to' }),
    refused: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why it cannot be agreed to: the organization’s own list refuses more of the application' }),
    card_needed: z.boolean(),
  })
  .meta({ id: 'ChargeChangePreview' })
export type ChargeChangePreview = z.output<typeof chargeChangePreviewSchema>

export const chargeChangeBodySchema = z.object({
  plan_id: z.string().min(1).max(100).optional(),
  quantity: quantityInput.optional(),
  as_of: z.iso.datetime({ precision: 3 }),
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
})

export const directChargeSchema = charge
  .extend({
    status: z.enum(DIRECT_STATES),
    months: z.null(),
    trial_days: z.null(),
    refunded: cents.meta({ description: 'Cents of what was paid that were paid back, tax included' }),
  })
  .meta({ id: 'DirectCharge' })
export type DirectCharge = z.output<typeof directChargeSchema>

const name = z.string().trim().min(1).max(160).refine(isOneLine).refine(isSeen)
const price = z.int().min(50).max(99_999_999)
const returnUrl = z.string().max(2_000).nullable().default(null)

export const newRecurrentChargeSchema = z.object({
  name,
  price,
  return_url: returnUrl,
  order_client_id: id.min(1).max(100).optional(),
  trial_days: z.int().min(0).max(365).default(0),
  per_account: z.boolean().default(false),
  months: z.int().min(1).max(12).default(1),
  test: z.boolean().default(false),
})

export const newDirectChargeSchema = z.object({
  name,
  price,
  quantity: quantityInput.default(1),
  return_url: returnUrl,
  order_client_id: id.min(1).max(100).optional(),
  per_account: z.boolean().default(false),
  test: z.boolean().default(false),
})

/** The total that the buyer has seen. If it has changed since, the call is refused. */
export const agreementBodySchema = z
  .object({
    total_price: cents.optional().meta({ description: 'The `taxes.total_price` that was shown: if it is another now, 409' }),
  })
  .nullish()

/** `plan_id` has the name that the published client sends. */
export const planChargeBodySchema = z.object({
  plan_id: z.string().min(1).max(100),
  coupon: z.string().trim().min(1).max(40).optional().meta({ description: 'The code of a coupon, off the first payment' }),
})

/** A charge that was created for a plan, with its type. */
export const planChargeSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('recurrent_charge'), ...recurrentChargeSchema.shape }),
    z.object({ type: z.literal('direct_charge'), ...directChargeSchema.shape }),
  ])
  .meta({ id: 'PlanCharge' })
export type PlanCharge = z.output<typeof planChargeSchema>

/** The state of a payment after a call that starts one. */
export const PAYMENT_PROGRESS = ['done', 'processing', 'action_required'] as const
export const paymentProgressSchema = z.object({
  payment: z.enum(PAYMENT_PROGRESS),
  client_secret: z.string().nullable().meta({ description: 'For the provider’s script, if the bank asks the owner' }),
})
