import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { OrganizationId } from '../../core/caller.ts'
import { organizations, accounts } from './accounts.ts'
import { applications } from './catalogue.ts'
import { instant, lower } from './columns.ts'

/** An application that an organization has or had installed. Each install has its own row; an uninstall ends it. */
export const installations = pgTable(
  'installations',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    installedBy: text('installed_by').references(() => accounts.id, { onDelete: 'set null' }),
    installedAt: instant('installed_at').notNull(),
    /** When somebody marked the set-up as done. */
    setUpAt: instant('set_up_at'),
    /** The deadline for another product's answer to the install; null if it has answered, or if no product takes part. */
    answerDueAt: instant('answer_due_at'),
    /** The account ids of the people who may use the application; null for everybody. */
    agents: text().array(),
    uninstalledBy: text('uninstalled_by').references(() => accounts.id, { onDelete: 'set null' }),
    uninstalledAt: instant('uninstalled_at'),
    /** The reason that the person who uninstalled has typed. */
    uninstallReason: text('uninstall_reason'),
    /** The last known use, to within a day; null if none is known. */
    lastUsedAt: instant('last_used_at'),
    /** The instant from which use is recorded: the install, or for older installs the update of the marketplace. */
    useRecordedSince: instant('use_recorded_since').notNull().defaultNow(),
  },
  (table) => [
    // At most one current installation, however many requests install it at once.
    uniqueIndex('installations_current')
      .on(table.organizationId, table.applicationId)
      .where(sql`${table.uninstalledAt} is null`),
    index('installations_application').on(table.applicationId),
    index('installations_unanswered')
      .on(table.answerDueAt)
      .where(sql`${table.answerDueAt} is not null and ${table.uninstalledAt} is null`),
  ],
)

/** A request to the administrators to install an application; without an application, a request for access to a product. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    product: text().$type<Product>().notNull(),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('access_requests_account').on(table.organizationId, table.accountId, table.createdAt)],
)

/** A person who wants a mail when a coming-soon application is published. */
export const awaitingApps = pgTable(
  'awaiting_apps',
  {
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the mail was queued. */
    toldAt: instant('told_at'),
  },
  (table) => [uniqueIndex('awaiting_apps_once').on(table.applicationId, lower(table.email))],
)

/** The facts of an uninstall: what ended, and what continues. The row is written with the uninstall, and never changed. */
export const uninstallReceipts = pgTable(
  'uninstall_receipts',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'set null' }),
    /** Who uninstalled; null for the marketplace itself. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    facts: jsonb().$type<ReceiptFacts>().notNull(),
  },
  (table) => [index('uninstall_receipts_organization').on(table.organizationId, table.at, table.id)],
)

/** The applications that an organization may install and buy: only the listed ones, or all except these. Without a row, all. */
export const applicationRules = pgTable('application_rules', {
  organizationId: text('organization_id')
    .$type<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  mode: text().$type<'off' | 'allow' | 'block'>().notNull(),
  /** The owner's reason for refusals; empty for the default one. */
  reason: text().notNull(),
  /** The number of changes. A change that is based on an older revision is refused, so that it does not overwrite a newer one. */
  revision: integer().notNull(),
  changedBy: text('changed_by').references(() => accounts.id, { onDelete: 'set null' }),
  changedAt: instant('changed_at').notNull(),
})

/** An application on an organization's list. */
export const ruledApplications = pgTable(
  'ruled_applications',
  {
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.applicationId] }),
    index('ruled_applications_application').on(table.applicationId),
  ],
)
