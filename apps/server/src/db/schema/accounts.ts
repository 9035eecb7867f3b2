import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { PlanTier, Region, Role } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../core/caller.ts'
import { instant, lower } from './columns.ts'

/** A customer or a developer. Organizations install and buy applications, and get the bills. Their members are accounts. */
export const organizations = pgTable('organizations', {
  id: text().$type<OrganizationId>().primaryKey(),
  name: text().notNull(),
  region: text().$type<Region>().notNull(),
  /** Whether accounts need a second factor to get tokens for this organization. */
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A person who signs in. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    /** argon2id with its parameters; null if the account has no password. */
    passwordHash: text('password_hash'),
    emailVerifiedAt: instant('email_verified_at'),
    avatarUrl: text('avatar_url'),
    defaultProduct: text('default_product').$type<Product>().notNull().default('livechat'),
    defaultOrganizationId: text('default_organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id),
    /** Whether the person works for the marketplace. */
    staff: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email').on(lower(table.email))],
)

/** The role of an account in a product of an organization. Without a row the account is not a member there. */
export const memberships = pgTable(
  'memberships',
  {
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    product: text().$type<Product>().notNull(),
    role: text().$type<Role>().notNull(),
    suspended: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.accountId, table.product] }),
    index('memberships_account').on(table.accountId),
  ],
)

/**
 * An organization's licence of a product, with the state of its subscription. Without a row, the organization does not have the product.
 */
export const licenses = pgTable(
  'licenses',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100_000 }),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    product: text().$type<Product>().notNull(),
    /** Null if no plan was chosen. */
    plan: text().$type<PlanTier>(),
    seats: integer().notNull().default(1),
    active: boolean().notNull(),
    /** Set for a trial, and kept after its end. */
    trialEndsAt: instant('trial_ends_at'),
    subscribedAt: instant('subscribed_at'),
    cancelledAt: instant('cancelled_at'),
    /** The kind of reseller that the organization is; null if it is not a reseller. */
    partnerType: text('partner_type'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('licenses_organization_product').on(table.organizationId, table.product),
    check('licenses_seats', sql`${table.seats} > 0`),
  ],
)
