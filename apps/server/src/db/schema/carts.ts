import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import type { OrganizationId } from '../../core/caller.ts'
import { accounts, licenses, organizations } from './accounts.ts'
import { coupons } from './billing.ts'
import { applications, plans } from './catalogue.ts'
import { instant } from './columns.ts'

/** A cart of an organization's licence: docs/product/buying.md, Carts. */
export const carts = pgTable(
  'carts',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'restrict' }),
    licenseId: integer('license_id')
      .notNull()
      .references(() => licenses.id, { onDelete: 'restrict' }),
    createdBy: text('created_by').references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** The ids of the agents who will use the bought applications; null for everybody. */
    agents: text().array(),
    couponCode: text('coupon_code').references(() => coupons.code, { onDelete: 'restrict' }),
    /** The account whose checkout locks the cart, and the time at which the lock expires. */
    lockedBy: text('locked_by').references(() => accounts.id, { onDelete: 'set null' }),
    checkedOutUntil: instant('checked_out_until'),
    /** The quote that the checkout showed. The purchase compares it with the current one. */
    quote: jsonb().$type<CartQuote>(),
    checksum: text(),
    /** When the buyer agreed to the terms. */
    acceptedUntil: instant('accepted_until'),
    purchasedAt: instant('purchased_at'),
    closedAt: instant('closed_at'),
    /** Increased with each change, so that other viewers notice it. */
    revision: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('carts_open')
      .on(table.organizationId, table.licenseId)
      .where(sql`${table.purchasedAt} is null and ${table.closedAt} is null`),
    index('carts_organization').on(table.organizationId, table.createdAt),
    index('carts_locked')
      .on(table.checkedOutUntil)
      .where(sql`${table.checkedOutUntil} is not null and ${table.purchasedAt} is null and ${table.closedAt} is null`),
    check('carts_end', sql`${table.purchasedAt} is null or ${table.closedAt} is null`),
    check(
      'carts_lock',
      sql`(${table.checkedOutUntil} is null) or (${table.quote} is not null and ${table.checksum} is not null)`,
    ),
  ],
)

/** An application in a cart. */
export const cartItems = pgTable(
  'cart_items',
  {
    cartId: text('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    addedBy: text('added_by').references(() => accounts.id, { onDelete: 'set null' }),
    addedAt: instant('added_at').notNull(),
    purchasedAt: instant('purchased_at'),
    /** Why the item was not purchased. */
    note: text().$type<'billing-error' | 'product-inactive' | 'not-installed'>(),
    /** The charge that the purchase created. */
    chargeId: text('charge_id'),
  },
  (table) => [
    primaryKey({ columns: [table.cartId, table.applicationId] }),
    check('cart_items_outcome', sql`${table.purchasedAt} is null or ${table.note} is null`),
  ],
)
