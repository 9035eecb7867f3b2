import { z } from 'zod'
import { instant } from '../core/fields.ts'
import { PRODUCTS } from '../core/enumerations.ts'

/** A recurrent charge that an uninstall cancelled. Amounts are in cents, before tax. */
const cancelledCharge = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  months: z.int(),
  usable_until: instant.nullable().meta({ description: 'The end of what was paid, or of the trial; null if nothing was begun' }),
  was_trial: z.boolean(),
})

/**
 * The things that ended with an uninstall and those that continue, counted in its transaction. The names of application and developer are
 * those at that moment.
 */
export const receiptFactsSchema = z.object({
  application: z.object({ name: z.string(), slug: z.string(), product: z.enum(PRODUCTS), service: z.boolean() }),
  installed_at: instant,
  used_by: z.int().nullable().meta({ description: 'How many people could use it; null for everybody' }),
  reason: z.string().nullable(),
  cancelled: z.array(cancelledCharge),
  kept_purchase: z
    .object({ once: z.boolean(), until: instant.nullable() })
    .nullable()
    .meta({ description: 'A right that lasts: to install it again costs nothing until then' }),
  free_right_ended: z.boolean().meta({ description: 'It was free from before it had a price, and would cost its price now' }),
  refunded: z.int().meta({ description: 'Cents. An uninstall refunds nothing by itself' }),
  tokens_revoked: z.int(),
  consent: z.object({
    ended: z.boolean(),
    scopes: z.array(z.string()),
    kept_for: z
      .array(z.string())
      .meta({ description: 'Names of installed applications that use the same client and need the consent' }),
    personal: z.int().meta({ description: 'Consents of single people, which they take back themselves' }),
  }),
  told: z.boolean().meta({ description: 'Whether the application has an address to which the uninstall is reported' }),
  developer: z
    .object({
      name: z.string(),
      slug: z.string().nullable(),
      email: z.string().nullable(),
      website: z.string().nullable(),
      privacy_policy: z.string().nullable(),
    })
    .nullable(),
})

export type ReceiptFacts = z.output<typeof receiptFactsSchema>
