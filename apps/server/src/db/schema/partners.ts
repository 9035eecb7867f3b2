import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Product, ServiceType } from '@marketplace/contracts/core/enumerations'
import { type Titled, pictures } from './catalogue.ts'
import { instant, lower } from './columns.ts'

/** A partner expert. `email` receives the messages and is never shown. */
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
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('expert_comments_once').on(table.expertId, lower(table.email))],
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
