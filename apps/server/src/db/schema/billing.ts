import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import type { StatementDocument } from '@marketplace/contracts/billing/payout-schemas'
import type { OrganizationId } from '../../core/caller.ts'
import { accounts, organizations } from './accounts.ts'
import { applications, developers } from './catalogue.ts'
import { instant } from './columns.ts'

const cents = (name: string) => bigint(name, { mode: 'number' })
const organization = () =>
  text('organization_id')
    .$type<OrganizationId>()
    .notNull()
    .references(() => organizations.id, { onDelete: 'restrict' })

/** An organization's billing address, and its customer id at the payment provider. */
export const billingProfiles = pgTable('billing_profiles', {
  organizationId: text('organization_id')
    .$type<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Null until the organization first saves a card. */
  customerId: text('customer_id').unique(),
  /** The name on invoices; null for the organization's own name. */
  name: text(),
  /** ISO 3166-1 alpha-2; null until the organization sets it. */
  country: text(),
  /** The US state as two letters, derived from the zip. */
  state: text(),
  zip: text(),
  city: text(),
  street: text(),
  vatId: text('vat_id'),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The stored details of an organization's only payment card. A new card replaces it. The number goes from the browser to the payment
 * provider and never reaches this server.
 */
export const cards = pgTable('cards', {
  organizationId: text('organization_id')
    .$type<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  brand: text().notNull(),
  firstSix: text('first_six').notNull(),
  lastFour: text('last_four').notNull(),
  expiryMonth: integer('expiry_month').notNull(),
  expiryYear: integer('expiry_year').notNull(),
  /** The card's id at the payment provider; null for a card of the demo that the provider does not know yet. */
  providerCardId: text('provider_card_id'),
  savedAt: instant('saved_at'),
  /** When the organization got the mail that the card expires. */
  expiryToldAt: instant('expiry_told_at'),
})

/** Sales tax by country, and by state in the United States. A new rate is a new row. */
export const taxRates = pgTable(
  'tax_rates',
  {
    country: text().notNull(),
    /** The state; empty if the rate applies to the whole country. */
    state: text().notNull().default(''),
    /** The name of the tax on invoices: VAT, GST, Sales tax. */
    name: text().notNull(),
    /** In thousandths of a percent. */
    rate: integer().notNull(),
    validFrom: instant('valid_from').notNull(),
    source: text(),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.state, table.validFrom] }),
    check('tax_rates_rate', sql`${table.rate} between 0 and 100000`),
  ],
)

/** A percentage or an amount that is subtracted from a first payment. */
export const coupons = pgTable(
  'coupons',
  {
    /** In upper case. */
    code: text().primaryKey(),
    percent: integer(),
    amountCents: cents('amount_cents'),
    /** Null for no limit. */
    maxRedemptions: integer('max_redemptions'),
    validFrom: instant('valid_from').notNull(),
    validUntil: instant('valid_until'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('coupons_value', sql`(${table.percent} is null) <> (${table.amountCents} is null)`),
    check('coupons_percent', sql`${table.percent} between 1 and 100`),
    check('coupons_amount', sql`${table.amountCents} > 0`),
    check('coupons_redemptions', sql`${table.maxRedemptions} > 0`),
  ],
)

/**
 * An attempt to pay for one thing: a cart, the first payment of a charge, or a period of a renewal. The idempotency keys at the payment
 * provider are made from the id. docs/decisions/0044.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    organizationId: organization(),
    /** Null for a renewal. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    subjectKind: text('subject_kind').$type<'cart' | 'recurrent_charge' | 'direct_charge' | 'renewal' | 'change'>().notNull(),
    /** The id of the cart or charge; for a renewal the charge's id, a colon and the index of the period. */
    subjectId: text('subject_id').notNull(),
    /** The cents to authorize; with 0 the provider is not called. */
    amount: cents('amount').notNull(),
    /** The tax rate in the amount, in thousandths of a percent; null if the subject stores it, as a cart does. */
    taxRate: integer('tax_rate'),
    description: text().notNull(),
    customerId: text('customer_id'),
    cardId: text('card_id'),
    /** Whether the card is kept for renewals. */
    savesCard: boolean('saves_card').notNull(),
    /** Whether the cardholder is absent and cannot confirm the payment, for example at a renewal. */
    ownerAway: boolean('owner_away').notNull(),
    state: text()
      .$type<
        | 'claimed'
        | 'action_required'
        | 'authorized'
        | 'capturing'
        | 'releasing'
        | 'captured'
        | 'released'
        | 'declined'
        | 'abandoned'
      >()
      .notNull(),
    /** Increased when the provider only repeats an error for the current key. A new generation has new keys. */
    generation: integer().notNull().default(0),
    intentId: text('intent_id'),
    /** The cents to capture; set after the delivery. */
    captureAmount: cents('capture_amount'),
    captureId: text('capture_id'),
    /** The provider's code for the decline. */
    failureCode: text('failure_code'),
    /** Whether another try is useless unless the buyer does something. */
    failureFinal: boolean('failure_final'),
    /** Only the process with this lease takes steps of the attempt. Any process may take over an expired lease. */
    leaseToken: text('lease_token'),
    leaseUntil: instant('lease_until').notNull(),
    /** The time at which the attempt ends if the cardholder has not confirmed the payment. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    // A subject has only one live attempt.
    uniqueIndex('payment_attempts_live')
      .on(table.subjectKind, table.subjectId)
      .where(sql`${table.endedAt} is null`),
    index('payment_attempts_due')
      .on(table.leaseUntil)
      .where(sql`${table.endedAt} is null`),
    index('payment_attempts_subject').on(table.subjectId),
    index('payment_attempts_intent').on(table.intentId),
    index('payment_attempts_organization').on(table.organizationId),
    check('payment_attempts_amount', sql`${table.amount} = 0 or ${table.amount} >= 50`),
    check('payment_attempts_capture', sql`${table.captureAmount} between 0 and ${table.amount}`),
    check(
      'payment_attempts_ended',
      sql`(${table.state} in ('captured', 'released', 'declined', 'abandoned')) = (${table.endedAt} is not null)`,
    ),
  ],
)

/** A use of a coupon. It is reserved while an attempt is live, and final once the attempt has captured. */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    attemptId: text('attempt_id')
      .primaryKey()
      .references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    code: text()
      .notNull()
      .references(() => coupons.code, { onDelete: 'restrict' }),
    organizationId: organization(),
    redeemedAt: instant('redeemed_at'),
    /** Set if the attempt ended without a capture. Then the coupon can be used again. */
    releasedAt: instant('released_at'),
  },
  (table) => [
    index('coupon_redemptions_code').on(table.code),
    check('coupon_redemptions_end', sql`${table.redeemedAt} is null or ${table.releasedAt} is null`),
  ],
)

/** One line of a sale, as it was paid; periods of 0 cents have rows too. Rows never change. */
export const sales = pgTable(
  'sales',
  {
    id: text().primaryKey(),
    organizationId: organization(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    /** `change`: a change of plan or seats within a period; charge_id is then the id of the change. */
    chargeKind: text('charge_kind').$type<'recurrent_charge' | 'direct_charge' | 'change'>().notNull(),
    chargeId: text('charge_id').notNull(),
    /** The period of a recurrent charge that was paid; 0 for the first one and for a direct charge. */
    period: integer().notNull().default(0),
    periodStart: instant('period_start').notNull(),
    /** Null for a single payment. */
    periodEnd: instant('period_end'),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'restrict' }),
    developerId: text('developer_id').references(() => developers.id, { onDelete: 'restrict' }),
    description: text().notNull(),
    unitPrice: cents('unit_price').notNull(),
    quantity: integer().notNull(),
    discount: cents('discount').notNull(),
    net: cents('net').notNull(),
    /** In thousandths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    tax: cents('tax').notNull(),
    total: cents('total').notNull(),
    commissionPercent: integer('commission_percent').notNull(),
    commission: cents('commission').notNull(),
    couponCode: text('coupon_code'),
    captureId: text('capture_id'),
    soldAt: instant('sold_at').notNull(),
  },
  (table) => [
    // Each period is paid only once.
    uniqueIndex('sales_period').on(table.chargeKind, table.chargeId, table.period),
    index('sales_organization').on(table.organizationId, table.soldAt),
    index('sales_attempt').on(table.attemptId),
    index('sales_capture').on(table.captureId),
    index('sales_developer').on(table.developerId),
    index('sales_application').on(table.applicationId),
    check(
      'sales_total',
      sql`${table.net} = ${table.unitPrice} * ${table.quantity} - ${table.discount} and ${table.total} = ${table.net} + ${table.tax}`,
    ),
    check(
      'sales_signs',
      sql`${table.net} >= 0 and ${table.tax} >= 0 and ${table.discount} >= 0 and ${table.commission} between 0 and ${table.net}`,
    ),
  ],
)

/** The ledger: each movement of money as entries that sum to 0. Rows are only added. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Entries of one movement share its kind and id, and sum to 0. */
    movementKind: text('movement_kind').$type<'sale' | 'refund' | 'dispute' | 'payout'>().notNull(),
    movementId: text('movement_id').notNull(),
    /** `provider`: at the payment provider; `marketplace`: commission; `tax`: owed to the state; `developer`: owed to a developer. */
    account: text().$type<'provider' | 'marketplace' | 'tax' | 'developer'>().notNull(),
    developerId: text('developer_id').references(() => developers.id, { onDelete: 'restrict' }),
    amount: cents('amount').notNull(),
    /** The time from which the amount can be paid out: seven days after the capture. */
    availableAt: instant('available_at').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_movement').on(table.movementKind, table.movementId, table.account),
    index('ledger_entries_developer').on(table.developerId, table.availableAt),
  ],
)

/** Refunds and disputes of a sale. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    organizationId: organization(),
    saleId: text('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'restrict' }),
    total: cents('total').notNull(),
    tax: cents('tax').notNull(),
    commission: cents('commission').notNull(),
    /** `dispute`: the bank took the money back for its customer. */
    reason: text().$type<'requested' | 'rolled_back' | 'taken_down' | 'provider' | 'dispute'>().notNull(),
    note: text(),
    requestedBy: text('requested_by').references(() => accounts.id, { onDelete: 'set null' }),
    state: text().$type<'requested' | 'pending' | 'succeeded' | 'failed' | 'cancelled'>().notNull(),
    /** The provider's refund or dispute. One that was made at the provider may be spread over several sales. */
    providerRefundId: text('provider_refund_id'),
    generation: integer().notNull().default(0),
    leaseUntil: instant('lease_until').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('refunds_sale').on(table.saleId),
    uniqueIndex('refunds_provider').on(table.providerRefundId, table.saleId),
    index('refunds_due')
      .on(table.leaseUntil)
      .where(sql`${table.state} in ('requested', 'pending')`),
    check('refunds_total', sql`${table.total} > 0 and ${table.tax} between 0 and ${table.total}`),
  ],
)

/** A payout to a developer. It reduces the balance when it is requested. If it fails or is cancelled, the amount returns to the balance. */
export const payouts = pgTable(
  'payouts',
  {
    id: text().primaryKey(),
    developerId: text('developer_id')
      .notNull()
      .references(() => developers.id, { onDelete: 'restrict' }),
    amount: cents('amount').notNull(),
    state: text().$type<'held' | 'pending' | 'in_transit' | 'paid' | 'failed' | 'cancelled'>().notNull(),
    requestedBy: text('requested_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** The reference on the bank statement. */
    reference: text(),
    /** Why it is held, has failed or was cancelled. */
    note: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('payouts_developer').on(table.developerId, table.createdAt),
    index('payouts_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('held', 'pending', 'in_transit')`),
    check('payouts_amount', sql`${table.amount} > 0`),
  ],
)

/** The statement of a developer's month: balance and movements, as it was issued. Rows never change. */
export const statements = pgTable(
  'statements',
  {
    developerId: text('developer_id')
      .notNull()
      .references(() => developers.id, { onDelete: 'restrict' }),
    /** Such as 2026-11. */
    month: text().notNull(),
    document: jsonb().$type<StatementDocument>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.month] })],
)

/** The next number of a series of documents. Its row is locked while a document gets its number, so a rollback leaves no gap. */
export const documentNumbers = pgTable('document_numbers', {
  series: text().$type<'invoice' | 'credit_note'>().primaryKey(),
  next: integer().notNull(),
})

/** An invoice or a credit note as it was issued. Rows never change. */
export const invoices = pgTable(
  'invoices',
  {
    id: text().primaryKey(),
    organizationId: organization(),
    kind: text().$type<'invoice' | 'credit_note'>().notNull(),
    series: text().$type<'invoice' | 'credit_note'>().notNull(),
    number: integer().notNull(),
    /** The invoice that a credit note corrects. */
    correctsId: text('corrects_id'),
    attemptId: text('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    refundId: text('refund_id').references(() => refunds.id, { onDelete: 'restrict' }),
    total: cents('total').notNull(),
    tax: cents('tax').notNull(),
    /** Seller, buyer, lines and tax at the time of issue. Page, PDF and UBL file are made from this alone. */
    document: jsonb().$type<InvoiceDocument>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.series, table.number),
    uniqueIndex('invoices_attempt').on(table.attemptId),
    // A refund that fails after it had succeeded also gets an invoice, which cancels its credit note.
    uniqueIndex('invoices_refund').on(table.refundId, table.kind),
    index('invoices_organization').on(table.organizationId, table.issuedAt),
  ],
)

/** Webhooks of the payment provider that were handled, so that each is handled only once. */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  aboutKind: text('about_kind').notNull(),
  aboutId: text('about_id').notNull(),
  receivedAt: instant('received_at').notNull(),
  handledAt: instant('handled_at'),
})
