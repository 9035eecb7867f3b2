import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Product, ServiceType } from '@marketplace/contracts/core/enumerations'
import { type Titled, pictures } from './catalogue.ts'
import { instant, lower } from './columns.ts'
import { mails } from './records.ts'

/** A partner expert. Messages are sent to `email`, which is never shown. */
export const experts = pgTable('experts', {
  id: text().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  headline: text(),
  description: text(),
  website: text(),
  email: text().notNull(),
  city: text(),
  country: text(),
  languages: text().array().notNull().default([]),
  industries: text().array().notNull().default([]),
  services: text().array().$type<ServiceType[]>().notNull().default([]),
  products: text().array().$type<Product[]>().notNull().default([]),
  /** Slugs of the applications that the expert sets up. */
  applications: text().array().notNull().default([]),
  brandColor: text('brand_color'),
  logoId: text('logo_id').references(() => pictures.id),
  verified: boolean().notNull().default(false),
  recommended: boolean().notNull().default(false),
  foundedYear: integer('founded_year'),
  /** A text such as "2 to 10 people". */
  teamSize: text('team_size'),
  publishedAt: instant('published_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A customer's comment on an expert. It is shown after the operator has verified it. */
export const expertComments = pgTable(
  'expert_comments',
  {
    id: text().primaryKey(),
    expertId: text('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    website: text(),
    comment: text().notNull(),
    verifiedAt: instant('verified_at'),
    /** When staff rejected the comment. */
    rejectedAt: instant('rejected_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('expert_comments_once').on(table.expertId, lower(table.email)),
    index('expert_comments_by_time').on(table.createdAt),
  ],
)

/** A prospect: an expert who is not in the program yet. */
export const prospects = pgTable('prospects', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text(),
  country: text(),
  website: text(),
  claimedAt: instant('claimed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A page about one kind of help, with experts who offer it. */
export const campaigns = pgTable('campaigns', {
  slug: text().primaryKey(),
  title: text().notNull(),
  lead: text().notNull(),
  description: text(),
  points: jsonb().$type<Titled[]>().notNull().default([]),
  /** Slugs of experts, in display order. */
  experts: text().array().notNull().default([]),
  publishedAt: instant('published_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A visitor's message to one expert, or, with a campaign's form, to several. It is deleted after a time: docs/product/experts.md. */
export const expertInquiries = pgTable(
  'expert_inquiries',
  {
    id: text().primaryKey(),
    /** Null for a message from an expert's page. */
    campaignSlug: text('campaign_slug'),
    name: text().notNull(),
    surname: text(),
    email: text().notNull(),
    website: text(),
    message: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('expert_inquiries_by_time').on(table.createdAt)],
)

/** An expert to whom an inquiry is sent. The state of its mail is the state of the inquiry. */
export const expertInquiryRecipients = pgTable(
  'expert_inquiry_recipients',
  {
    inquiryId: text('inquiry_id')
      .notNull()
      .references(() => expertInquiries.id, { onDelete: 'cascade' }),
    expertId: text('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    mailId: text('mail_id').references(() => mails.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.inquiryId, table.expertId] }),
    index('expert_inquiry_recipients_by_mail').on(table.mailId),
  ],
)

/** An address that gets one mail when a prospect joins the program. */
export const prospectWaiting = pgTable(
  'prospect_waiting',
  {
    prospectId: text('prospect_id')
      .notNull()
      .references(() => prospects.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the mail was queued. */
    toldAt: instant('told_at'),
  },
  (table) => [uniqueIndex('prospect_waiting_once').on(table.prospectId, lower(table.email))],
)

/** The number of visits of an expert's page on a day (UTC). */
export const expertVisits = pgTable(
  'expert_visits',
  {
    expertId: text('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    visits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.expertId, table.day] })],
)

/** The number of visits of a prospect on a day (UTC). */
export const prospectVisits = pgTable(
  'prospect_visits',
  {
    prospectId: text('prospect_id')
      .notNull()
      .references(() => prospects.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    visits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.prospectId, table.day] })],
)
