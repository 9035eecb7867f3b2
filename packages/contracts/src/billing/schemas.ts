// Prices with tax, cards and invoices of an organization. The rules are in docs/product/buying.md.
import { z } from 'zod'
import { COUNTRIES } from '../core/countries.ts'
import { id, instant } from '../core/fields.ts'
import { isOneLine } from '../core/written-text.ts'
import { queryNumber } from '../core/query-number.ts'
import { LONGEST_ZIP, VAT_ID_FORM } from './place-rules.ts'

/** Whole cents of US dollars. */
export const cents = z.int().min(0)

/** The prices, quantities and periods that a caller may ask for. */
export const priceInput = queryNumber(50, 99_999_999)
export const quantityInput = z.int().min(1).max(10_000)

/** Two capital letters, ISO 3166-1; small ones are accepted. */
export const countryInput = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .refine((country) => COUNTRIES.includes(country.toUpperCase()))
  .transform((country) => country.toUpperCase())
export const zipInput = z.string().trim().min(1).max(LONGEST_ZIP).refine(isOneLine)
export const vatIdInput = z
  .string()
  .trim()
  .regex(VAT_ID_FORM)
  .transform((vatId) => vatId.toUpperCase())

export const taxesSchema = z
  .object({
    total_price: cents.meta({ description: 'Cents, tax included' }),
    tax_value: cents,
    tax_rate: z.number().meta({ description: 'Percent' }),
  })
  .meta({ id: 'Taxes' })
export type Taxes = z.output<typeof taxesSchema>

export const cardSchema = z
  .object({
    brand: z.string(),
    first_six: z.string(),
    last_four: z.string(),
    expiry_month: z.int(),
    expiry_year: z.int(),
    expires_soon: z.boolean().meta({ description: 'Within 30 days, or expired' }),
  })
  .meta({ id: 'Card' })
export type Card = z.output<typeof cardSchema>

/**
 * A card's id from the payment provider's script. A card number in any field is refused with its own error, so the format of the id is
 * checked after that.
 */
export const cardBodySchema = z.looseObject({
  payment_method: z.unknown().optional().meta({ description: 'The card’s id, such as pm_…', type: 'string' }),
})
export const paymentMethodInput = z.string().regex(/^[A-Za-z0-9_]{1,255}$/)
export const cardAnswerSchema = z
  .object({
    status: z.enum(['saved', 'action_required', 'processing']),
    client_secret: z.string().nullable().meta({ description: 'For the provider’s script, if the bank asks the owner' }),
    card: cardSchema.nullable(),
  })
  .meta({ id: 'SavedCard' })
export type CardAnswer = z.output<typeof cardAnswerSchema>

export const billingAddressSchema = z
  .object({
    name: z.string().nullable(),
    country: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    street: z.string().nullable(),
    vat_id: z.string().nullable(),
  })
  .meta({ id: 'BillingAddress' })
export type BillingAddress = z.output<typeof billingAddressSchema>

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(isOneLine)
    .nullable()
    .transform((text) => text || null)
export const billingAddressBodySchema = z.object({
  name: line(120),
  country: countryInput,
  zip: zipInput.nullable(),
  city: line(80),
  street: line(160),
  vat_id: vatIdInput.nullable(),
})

/** The settings of the payment provider's browser script, and the organization's stored card and address. */
export const billingAccountSchema = z
  .object({
    provider: z.object({ script: z.string(), publishable_key: z.string() }),
    card: cardSchema.nullable(),
    has_card: z.boolean(),
    address: billingAddressSchema,
  })
  .meta({ id: 'BillingAccount' })
export type BillingAccount = z.output<typeof billingAccountSchema>

export const invoiceSummarySchema = z
  .object({
    id,
    kind: z.enum(['invoice', 'credit_note']),
    number: z.string().meta({ description: 'As printed: INV-000123 or CN-000012' }),
    issued_at: instant,
    total: cents,
    tax: cents,
    currency: z.literal('usd'),
    description: z.string(),
    corrects: z.string().nullable().meta({ description: 'Number of the invoice that a credit note corrects' }),
  })
  .meta({ id: 'InvoiceSummary' })
export type InvoiceSummary = z.output<typeof invoiceSummarySchema>

const party = z.object({
  name: z.string(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  vat_id: z.string().nullable(),
  email: z.string().nullable(),
})

/** An invoice as it was issued. */
export const invoiceSchema = invoiceSummarySchema
  .extend({
    seller: party,
    buyer: party,
    lines: z.array(
      z.object({
        description: z.string(),
        unit_price: cents,
        quantity: z.int(),
        discount: cents,
        net: cents,
        tax_rate: z.number().meta({ description: 'Percent' }),
        tax: cents,
        total: cents,
        period_start: instant,
        period_end: instant.nullable(),
      }),
    ),
    net: cents,
    tax_name: z.string(),
    reverse_charge: z.boolean(),
    paid_with: z.string().nullable().meta({ description: 'Such as Visa ending in 4242' }),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof invoiceSchema>

/** What is stored when an invoice is issued. Its page, PDF and UBL file are made from this alone. */
export type InvoiceDocument = Omit<Invoice, 'id'> & { card: { brand: string; last_four: string } | null }
