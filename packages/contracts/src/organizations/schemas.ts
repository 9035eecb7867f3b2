import { z } from 'zod'
import { id, instant } from '../core/fields.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { PLAN_TIERS, ROLES } from '../core/roles.ts'

export const agentSchema = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    roles: z.array(z.object({ product: z.enum(PRODUCTS), role: z.enum(ROLES) })),
    suspended: z.boolean(),
  })
  .meta({ id: 'Agent' })

export type Agent = z.output<typeof agentSchema>

export const licenseSchema = z
  .object({
    license_id: z.int(),
    product: z.enum(PRODUCTS),
    plan: z.enum(PLAN_TIERS).nullable(),
    seats: z.int(),
    properties: z.object({ partner_type: z.string().nullable() }),
  })
  .meta({ id: 'License' })

export type License = z.output<typeof licenseSchema>

/** The state of an organization's subscription of one product: docs/product/accounts.md, Licences. */
const cardDetails = z.object({ cardType: z.string(), firstSix: z.string(), lastFour: z.string() })

export const subscriptionSchema = z
  .object({
    plan: z.enum(PLAN_TIERS).nullable(),
    hasCard: z.boolean(),
    subscribed: z.boolean(),
    daysLeft: z.int().nullable().meta({ description: 'Days left of a trial; null without a trial' }),
    trial: z.boolean(),
    active: z.boolean(),
    cancelledAt: instant.nullable(),
    cardDetails: cardDetails.nullable(),
    assigned: z.boolean(),
  })
  .meta({ id: 'Subscription' })

export type Subscription = z.output<typeof subscriptionSchema>

export const subscriptionsSchema = z
  .object({ livechat: subscriptionSchema.nullable(), helpdesk: subscriptionSchema.nullable() })
  .meta({ id: 'Subscriptions' })

export type Subscriptions = z.output<typeof subscriptionsSchema>
