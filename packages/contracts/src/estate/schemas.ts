// The applications of an organization and their use, for its administrators: docs/product/my-apps.md.
import { z } from 'zod'
import { ACTIVITY_KINDS, ESTATE_FILTERS, ESTATE_SORTS, type EstateFilter } from './lists.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { id, instant } from '../core/fields.ts'
import { queryNumber } from '../core/query-number.ts'
import { installedApplicationSchema, scopeAccessSchema } from '../installs/schemas.ts'
import { uninstallReceiptSchema } from '../installs/receipt-schemas.ts'

const cents = z.int()
const named = z.object({ id, name: z.string() })
/** A person or application that a row names; the name is null once it is deleted. */
const subject = z.object({ id, name: z.string().nullable() })

const chargeCost = z.object({
  id,
  name: z.string(),
  state: z.string(),
  price: cents,
  quantity: z.int(),
  per_account: z.boolean(),
  months: z.int(),
  list_price: cents.nullable().meta({ description: 'What one unit of the plan costs today; null if it is on offer no more' }),
  monthly: cents,
})

const cost = z.object({
  monthly: cents.meta({ description: 'A month’s share of what renews, before tax; of a trial, what it will cost' }),
  in_trial: z.boolean(),
  trial_ends_at: instant.nullable(),
  next_renewal: z.object({ at: instant, amount: cents }).nullable(),
  ends_at: instant.nullable().meta({ description: 'The end of what was paid, if it renews no more' }),
  paid_once: z.boolean(),
  refunded: z.boolean().meta({ description: 'Whether all that was paid once was paid back. The right to the application stays' }),
  payment_needed: z.boolean(),
  charges: z.array(chargeCost),
})

export const estateApplicationSchema = installedApplicationSchema
  .extend({
    private: z.boolean(),
    cost,
    usage: z.object({
      measured: z.boolean().meta({ description: 'Whether the marketplace can notice that it is used' }),
      last_used_at: instant.nullable().meta({ description: 'To within a day' }),
      recorded_since: instant,
      unused: z.boolean().meta({ description: 'No use is known for 30 days' }),
    }),
    overlaps: z.array(z.object({ group: z.string(), others: z.array(named), total: z.int() })).meta({
      description: 'What it may change that other installed applications may change too; of those at most ten by name',
    }),
    waits_for_consent: scopeAccessSchema.nullable().meta({
      description: 'What it requires now and the organization has not agreed to; null if there is nothing',
    }),
    refused_by_list: z.boolean().meta({ description: 'The organization’s list would refuse it now; it stays' }),
  })
  .meta({ id: 'EstateApplication' })
export type EstateApplication = z.output<typeof estateApplicationSchema>

const page = queryNumber(1, 10_000).default(1)

export const estateQuerySchema = z.object({
  find: z.string().trim().max(100).default(''),
  product: z.enum(PRODUCTS).optional(),
  show: z.enum(ESTATE_FILTERS).optional().meta({ description: 'Only those that are unused, in trial, paid, …' }),
  sort: z.enum(ESTATE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const)).default('name'),
  page,
  limit: queryNumber(1, 200).default(50),
})
export type EstateQuery = z.output<typeof estateQuerySchema>

export const estateSchema = z
  .object({
    result: z.array(estateApplicationSchema),
    total: z.int().meta({ description: 'How many fit what was asked for' }),
    installed: z.int().meta({ description: 'How many are installed' }),
    counts: z.object(Object.fromEntries(ESTATE_FILTERS.map((filter) => [filter, z.int()])) as Record<EstateFilter, z.ZodInt>),
  })
  .meta({ id: 'Estate' })

export type Estate = z.output<typeof estateSchema>

export const estateCostsSchema = z
  .object({
    monthly: cents.meta({ description: 'What is paid in a month, before tax: yearly charges by a twelfth, without trials' }),
    from_trials: cents.meta({ description: 'What trials add once they end' }),
    next_12_months: cents,
    months: z.array(z.object({ month: z.string(), amount: cents })),
    not_installed: cents.meta({ description: 'Of the monthly sum: for what is not installed' }),
    unused: z.object({ applications: z.int(), monthly: cents }),
  })
  .meta({ id: 'EstateCosts' })
export type EstateCosts = z.output<typeof estateCostsSchema>

export const estateAccessSchema = z
  .object({
    groups: z.array(
      z.object({
        group: z.string(),
        total: z.int(),
        writing: z.int(),
        applications: z.array(named.extend({ slug: z.string(), mode: z.enum(['read', 'write']) })).max(200),
      }),
    ),
    other: z.array(
      z.object({ scope: z.string(), total: z.int(), applications: z.array(named.extend({ slug: z.string() })).max(200) }),
    ),
    without: z.int().meta({ description: 'Applications that have no access to data' }),
  })
  .meta({ id: 'EstateAccess' })

export type EstateAccess = z.output<typeof estateAccessSchema>

const day = z.iso.date()
export const activityQuerySchema = z.object({
  application: id.max(100).optional(),
  person: id.max(100).optional(),
  kind: z.enum(ACTIVITY_KINDS).optional(),
  from: day.optional().meta({ description: 'The first day, in UTC' }),
  to: day.optional().meta({ description: 'The last day, in UTC' }),
  before: queryNumber(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'The id of the last row of the page before' }),
})
export type ActivityQuery = z.output<typeof activityQuerySchema>

export const activitySchema = z
  .object({
    result: z.array(
      z.object({
        id: z.int(),
        at: instant,
        action: z.string(),
        kind: z.enum(ACTIVITY_KINDS),
        words: z.string(),
        person: subject.nullable().meta({ description: 'null for the marketplace itself' }),
        staff: z.boolean().meta({ description: 'Staff of the marketplace did it, browsing as this person' }),
        application: subject.nullable(),
        receipt: id.nullable().meta({ description: 'The receipt of an uninstall' }),
      }),
    ),
    next: z.int().nullable().meta({ description: 'Pass it as `before` for the next page; null on the last' }),
  })
  .meta({ id: 'Activity' })
export type Activity = z.output<typeof activitySchema>

export const receiptsSchema = z
  .object({ result: z.array(uninstallReceiptSchema), total: z.int() })
  .meta({ id: 'UninstallReceipts' })
export const receiptsQuerySchema = z.object({ page })

export const openedSchema = z.object({ status: z.literal('noted') }).meta({ id: 'OpenedAnswer' })
