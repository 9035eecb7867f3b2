import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../core/caller.ts'
import { accounts, organizations } from './accounts.ts'
import { applications } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * An account's rating of an application. Ratings from a catalogue are stored in the application's row, and these are added to
 * them. `accountId` and `organizationId` are null for ratings from before accounts existed.
 */
export const ratings = pgTable(
  'ratings',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The organization for which the account rated. */
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    rate: integer().notNull(),
    name: text(),
    review: text(),
    /** The organization's use of the application at the time of the rating: the date of the install, and the plan that was bought. */
    installedSince: instant('installed_since'),
    plan: text(),
    /** Whether the author gets a mail when the operator decides on the text, or when the developer answers. */
    wantsMail: boolean('wants_mail').notNull().default(true),
    /** When the current text was written. The operator decides on this version of the text. */
    writtenAt: instant('written_at'),
    /** When the operator approved the text. */
    verifiedAt: instant('verified_at'),
    /** When the operator rejected the text or hid it again, and why. */
    rejectedAt: instant('rejected_at'),
    rejection: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ratings_application_account').on(table.applicationId, table.accountId),
    index('ratings_application_created').on(table.applicationId, table.createdAt),
    index('ratings_account').on(table.accountId),
    index('ratings_waiting')
      .on(table.writtenAt)
      .where(sql`${table.review} is not null and ${table.verifiedAt} is null and ${table.rejectedAt} is null`),
    check('ratings_rate', sql`${table.rate} between 1 and 5`),
    check('ratings_decided_once', sql`${table.verifiedAt} is null or ${table.rejectedAt} is null`),
  ],
)

/** The sums of the accounts' ratings of an application: docs/decisions/0047. */
export const ratingTotals = pgTable('rating_totals', {
  applicationId: text('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  /** Votes with one to five stars. */
  counts: integer().array().notNull(),
  /** The weights of votes from settled and from fresh installs, and their stars times weights. */
  settledWeight: doublePrecision('settled_weight').notNull(),
  settledStars: doublePrecision('settled_stars').notNull(),
  freshWeight: doublePrecision('fresh_weight').notNull(),
  freshStars: doublePrecision('fresh_stars').notNull(),
  /** The mean of the catalogue, towards which ratings with few votes are moved. */
  prior: doublePrecision().notNull(),
})

/** An organization's votes on an application, which together have the weight of one vote. */
export const ratingShares = pgTable(
  'rating_shares',
  {
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    votes: integer().notNull(),
    stars: integer().notNull(),
    /** The weight of the share in the totals, and whether it counts as settled. */
    weight: doublePrecision().notNull(),
    settled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.organizationId] })],
)

/** A developer's answer to a review. */
export const reviewAnswers = pgTable(
  'review_answers',
  {
    ratingId: text('rating_id')
      .primaryKey()
      .references(() => ratings.id, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    answer: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    verifiedAt: instant('verified_at'),
    rejectedAt: instant('rejected_at'),
    rejection: text(),
  },
  (table) => [
    index('review_answers_waiting')
      .on(table.writtenAt)
      .where(sql`${table.verifiedAt} is null and ${table.rejectedAt} is null`),
    check('review_answers_decided_once', sql`${table.verifiedAt} is null or ${table.rejectedAt} is null`),
  ],
)

/** A report of a review. `closedAt` is when the operator decided. */
export const reviewReports = pgTable(
  'review_reports',
  {
    ratingId: text('rating_id')
      .notNull()
      .references(() => ratings.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    note: text(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.ratingId, table.accountId] }),
    index('review_reports_open')
      .on(table.createdAt)
      .where(sql`${table.closedAt} is null`),
  ],
)
