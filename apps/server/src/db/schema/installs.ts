import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { organizations, accounts } from './accounts.ts'
import { applications } from './catalogue.ts'
import { instant, lower } from './columns.ts'

/** An application that an organization has or had installed. Each install has its own row; an uninstall ends it. */
export const installations = pgTable(
  'installations',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    installedBy: text('installed_by').references(() => accounts.id, { onDelete: 'set null' }),
    installedAt: instant('installed_at').notNull(),
    /** When somebody marked the set-up as done. */
    setUpAt: instant('set_up_at'),
    /** Ids of the accounts that may use it; null if everybody may. */
    agents: text().array(),
    uninstalledBy: text('uninstalled_by').references(() => accounts.id, { onDelete: 'set null' }),
    uninstalledAt: instant('uninstalled_at'),
    /** The reason in the words of the person who uninstalled. */
    uninstallReason: text('uninstall_reason'),
  },
  (table) => [
    // At most one current installation, however many requests install it at once.
    uniqueIndex('installations_current')
      .on(table.organizationId, table.applicationId)
      .where(sql`${table.uninstalledAt} is null`),
    index('installations_application').on(table.applicationId),
  ],
)

/** A request to the administrators to install an application, or an invitation request for a product without an application. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
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
