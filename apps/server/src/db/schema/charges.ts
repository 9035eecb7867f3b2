import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DirectState, RecurrentState } from '@marketplace/contracts/charges/states'
import type { OrganizationId } from '../../core/caller.ts'
import { accounts, licenses, organizations } from './accounts.ts'
import { coupons, paymentAttempts } from './billing.ts'
import { applications, developers, plans } from './catalogue.ts'
import { instant } from './columns.ts'
import { oauthClients } from './oauth.ts'

/** The fields of a charge that do not depend on how often it is paid. */
const chargeColumns = () => ({
  id: text().primaryKey(),
  organizationId: text('organization_id')
    .$type<OrganizationId>()
    .notNull()
    .references(() => organizations.id, { onDelete: 'restrict' }),
  licenseId: integer('license_id')
    .notNull()
    .references(() => licenses.id, { onDelete: 'restrict' }),
  accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
  /** The client that created the charge. For a plan of the catalogue it is the marketplace's own. */
  sellerClientId: text('seller_client_id')
    .notNull()
    .references(() => oauthClients.id, { onDelete: 'restrict' }),
  /** The client of the application that the charge is for. */
  orderClientId: text('order_client_id').notNull(),
  applicationId: text('application_id').references(() => applications.id, { onDelete: 'restrict' }),
  developerId: text('developer_id').references(() => developers.id, { onDelete: 'restrict' }),
  /** The catalogue's plan; null for a charge with a price of its own, which an application created. */
  planId: text('plan_id').references(() => plans.id, { onDelete: 'restrict' }),
  /** The cart that it was bought in. */
  cartId: text('cart_id'),
  name: text().notNull(),
  /** Cents for one unit and period, before tax. */
  price: bigint({ mode: 'number' }).notNull(),
  /** The number of seats if `perAccount`, otherwise of pieces. */
  quantity: integer().notNull(),
  perAccount: boolean('per_account').notNull(),
  test: boolean().notNull(),
  returnUrl: text('return_url'),
  commissionPercent: integer('commission_percent').notNull(),
  /** The coupon of a plan's charge, which takes `discount` cents before tax off the first payment. */
  couponCode: text('coupon_code').references(() => coupons.code, { onDelete: 'restrict' }),
  discount: bigint({ mode: 'number' }).notNull().default(0),
  acceptedAt: instant('accepted_at'),
  /** The tax rate in the total that the buyer agreed to. Null before that, and if one call both agrees and pays. */
  agreedTaxRate: integer('agreed_tax_rate'),
  archivedAt: instant('archived_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** A recurrent charge of an organization: docs/product/buying.md, Recurrent charges. */
export const recurrentCharges = pgTable(
  'recurrent_charges',
  {
    ...chargeColumns(),
    state: text().$type<RecurrentState>().notNull(),
    months: integer().notNull(),
    trialDays: integer('trial_days').notNull(),
    /** The instant from which periods are counted: the purchase, or the end of the trial. Null until it is activated. */
    anchorAt: instant('anchor_at'),
    trialEndsAt: instant('trial_ends_at'),
    /** When the buyer got the mail that the trial ends. */
    trialEndToldAt: instant('trial_end_told_at'),
    /** The index of the last period that was charged or waived; -1 before the first. */
    settledPeriod: integer('settled_period').notNull().default(-1),
    /** The time of the next payment, retry or freeze; null if nothing is due. */
    dueAt: instant('due_at'),
    firstFailedAt: instant('first_failed_at'),
    retries: integer().notNull().default(0),
    activatedAt: instant('activated_at'),
    frozenAt: instant('frozen_at'),
    cancelledAt: instant('cancelled_at'),
    /** The change that the next renewal makes (a cheaper plan, another period, or fewer seats), at the price that the buyer has seen. */
    scheduled: jsonb().$type<{ planId: string; quantity: number; price: number }>(),
    /** The charge that this one replaces, because a plan with another period began. */
    replacesId: text('replaces_id'),
  },
  (table) => [
    index('recurrent_charges_organization').on(table.organizationId, table.createdAt, table.id),
    index('recurrent_charges_due').on(table.dueAt),
    index('recurrent_charges_application').on(table.applicationId),
    index('recurrent_charges_client').on(table.orderClientId),
    index('recurrent_charges_agreed')
      .on(table.acceptedAt)
      .where(sql`${table.state} = 'accepted'`),
    // Of the charges that applications create, only one with each name may be live.
    uniqueIndex('recurrent_charges_live')
      .on(table.organizationId, table.sellerClientId, table.name)
      .where(sql`${table.planId} is null and ${table.state} in ('processed', 'active', 'past_due', 'frozen')`),
    check('recurrent_charges_price', sql`${table.price} between 0 and 99999999 and ${table.quantity} between 1 and 10000`),
    check('recurrent_charges_discount', sql`${table.discount} >= 0`),
    check('recurrent_charges_months', sql`${table.months} between 1 and 12 and ${table.trialDays} >= 0`),
  ],
)

/** A charge of an organization that is paid once. */
export const directCharges = pgTable(
  'direct_charges',
  {
    ...chargeColumns(),
    state: text().$type<DirectState>().notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [
    index('direct_charges_organization').on(table.organizationId, table.createdAt, table.id),
    index('direct_charges_application').on(table.applicationId),
    index('direct_charges_client').on(table.orderClientId),
    index('direct_charges_agreed')
      .on(table.acceptedAt)
      .where(sql`${table.state} = 'accepted'`),
    check('direct_charges_discount', sql`${table.discount} >= 0`),
    check('direct_charges_price', sql`${table.price} between 0 and 99999999 and ${table.quantity} between 1 and 10000`),
  ],
)

/**
 * A change of plan or seats that began at once, with the amounts for the rest of the period that the buyer has seen and paid:
 * docs/decisions/0054.
 */
export const chargeChanges = pgTable(
  'charge_changes',
  {
    id: text().primaryKey(),
    chargeId: text('charge_id')
      .notNull()
      .references(() => recurrentCharges.id, { onDelete: 'restrict' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    state: text().$type<'paying' | 'applied' | 'failed'>().notNull(),
    /** The checksum of the quote that the buyer agreed to. */
    checksum: text().notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    quantity: integer().notNull(),
    price: bigint({ mode: 'number' }).notNull(),
    /** Cents before tax for the rest of the period, and the part of them that was paid before. */
    full: bigint({ mode: 'number' }).notNull(),
    credit: bigint({ mode: 'number' }).notNull(),
    taxRate: integer('tax_rate').notNull(),
    total: bigint({ mode: 'number' }).notNull(),
    /** The scheduled change for the next renewal, if one stays. */
    scheduled: jsonb().$type<{ planId: string; quantity: number; price: number }>(),
    description: text().notNull(),
    /** The rest of the period; null in a trial, in which nothing is sold. */
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    // A charge has only one live change at a time.
    uniqueIndex('charge_changes_live')
      .on(table.chargeId)
      .where(sql`${table.state} = 'paying'`),
    index('charge_changes_charge').on(table.chargeId),
    check('charge_changes_amounts', sql`${table.credit} between 0 and ${table.full} and ${table.total} >= 0`),
    check('charge_changes_target', sql`${table.price} between 0 and 99999999 and ${table.quantity} between 1 and 10000`),
    check('charge_changes_ended', sql`(${table.state} = 'paying') = (${table.endedAt} is null)`),
  ],
)

/** A period of a recurrent charge that was settled: charged once, or waived. */
export const chargePeriods = pgTable(
  'charge_periods',
  {
    chargeId: text('charge_id')
      .notNull()
      .references(() => recurrentCharges.id, { onDelete: 'restrict' }),
    index: integer().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    outcome: text().$type<'charged' | 'waived'>().notNull(),
    /** Why a period was waived. */
    reason: text().$type<'outage' | 'frozen' | 'suspended' | 'test' | 'too-small'>(),
    attemptId: text('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.index] }),
    check('charge_periods_attempt', sql`${table.outcome} = 'waived' or ${table.attemptId} is not null`),
  ],
)

/** The right of an organization to use a paid application. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'restrict' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    /** `earlier`: the application was installed before it had a price. */
    source: text().$type<'recurrent_charge' | 'direct_charge' | 'earlier'>().notNull(),
    chargeId: text('charge_id'),
    startsAt: instant('starts_at').notNull(),
    /** The end of the paid period after a cancellation; null before a cancellation. */
    endsAt: instant('ends_at'),
    /** When the right ended: at the end of the paid period, or because the purchase was rolled back. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('entitlements_live')
      .on(table.organizationId, table.applicationId)
      .where(sql`${table.endedAt} is null`),
    index('entitlements_ending')
      .on(table.endsAt)
      .where(sql`${table.endedAt} is null`),
    index('entitlements_charge').on(table.chargeId),
  ],
)

/** The trials of organizations. Each organization gets only one trial of each application. */
export const trials = pgTable(
  'trials',
  {
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'restrict' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    chargeId: text('charge_id').notNull(),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.applicationId] })],
)

/**
 * What an account was shown of a charge that has not ended: docs/decisions/0062. If a client agrees to a charge without saying the total,
 * this is what its account agrees to.
 */
export const shownCharges = pgTable(
  'shown_charges',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    chargeId: text('charge_id').notNull(),
    /** Cents, tax included. */
    total: bigint({ mode: 'number' }).notNull(),
    /** Price, quantity, months and days of trial, so that an equal total for something else is not taken for the same. */
    terms: text().notNull(),
    /** Whether a list showed it. A list never replaces what the charge's own answer showed. */
    listed: boolean().notNull(),
    shownAt: instant('shown_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.chargeId] }),
    index('shown_charges_newest').on(table.accountId, table.shownAt),
    check('shown_charges_total', sql`${table.total} >= 0`),
  ],
)
