import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CustomProps, Payment } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, Placement, PricingType, Product } from '@marketplace/contracts/core/enumerations'
import type { OrganizationId } from '../../core/caller.ts'
import { organizations } from './accounts.ts'
import { instant, lower } from './columns.ts'

/** A text with a title, such as a feature, benefit or trigger. */
export type Titled = { title: string; description: string | null }
export type ApplicationScope = { name: string; required: boolean }
export type Authorization = {
  type: string | null
  clientId: string | null
  clientType: 'server_side_app' | 'javascript_app' | null
  redirectUri: string | null
  scopes: ApplicationScope[]
}
export type Company = { name: string; website: string | null; email: string | null; vendor: string | null }
export type Screenshot = { pictureId: string; caption: string | null }
export type Widget = { id: string; placement: Placement; url: string | null; initialState: string | null }

export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
})

export const developers = pgTable(
  'developers',
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text(),
    website: text(),
    email: text(),
    country: text(),
    /** The developer's organization; null if the developer is known from a catalogue only. */
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .references((): AnyPgColumn => organizations.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('developers_name_unique').on(lower(table.name)),
    index('developers_organization').on(table.organizationId),
  ],
)

/** A picture after decoding and re-encoding. Its id is the SHA-256 of the original. */
export const pictures = pgTable('pictures', {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** The original's format: svg, png, webp, jpeg, gif or avif. */
  format: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/**
 * An application or service. Data that is only read together with it is in JSON columns. Data that other tables refer to (plans, resources,
 * developer, category, pictures) has its own table.
 */
export const applications = pgTable(
  'applications',
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    product: text().$type<Product>().notNull().default('livechat'),
    categoryId: integer('category_id').references(() => categories.id),
    developerId: text('developer_id').references(() => developers.id),
    company: jsonb().$type<Company>(),
    hidden: boolean().notNull().default(false),
    underMaintenance: boolean('under_maintenance').notNull().default(false),
    installable: boolean().notNull().default(true),
    /** Visible to its developer's organization only. A private application is never submitted. */
    private: boolean().notNull().default(false),
    installations: integer(),
    ratingRate: doublePrecision('rating_rate'),
    ratingVotes: integer('rating_votes').notNull().default(0),
    /** Votes for one to five stars, if the catalogue has them. Their sum is rating_votes. */
    ratingHistogram: integer('rating_histogram').array(),
    shortDescription: text('short_description'),
    longDescription: text('long_description'),
    /** longDescription as sanitized HTML, made when the row is written. */
    longDescriptionHtml: text('long_description_html'),
    summary: text(),
    changelog: text(),
    changelogHtml: text('changelog_html'),
    /** The version of the text renderer that made the HTML; see render-text.ts. */
    textVersion: integer('text_version').notNull().default(0),
    websiteUrl: text('website_url'),
    privacyPolicyUrl: text('privacy_policy_url'),
    termsUrl: text('terms_url'),
    tutorialUrl: text('tutorial_url'),
    directInstallUrl: text('direct_install_url'),
    /** The address to which the application's events are sent. No page shows it. */
    webhookUrl: text('webhook_url'),
    brandColor: text('brand_color'),
    iconId: text('icon_id').references(() => pictures.id),
    screenshots: jsonb().$type<Screenshot[]>().notNull().default([]),
    features: jsonb().$type<Titled[]>().notNull().default([]),
    benefits: jsonb().$type<Titled[]>().notNull().default([]),
    triggers: jsonb().$type<Titled[]>().notNull().default([]),
    widgets: jsonb().$type<Widget[]>().notNull().default([]),
    authorization: jsonb().$type<Authorization>(),
    elements: jsonb().$type<Record<string, unknown>>(),
    customProps: jsonb('custom_props').$type<CustomProps>().notNull().default({}),
    payment: jsonb().$type<Payment>(),
    version: text(),
    designation: text(),
    theme: text(),
    country: text(),
    languages: text().array().notNull().default([]),
    industries: text().array().notNull().default([]),
    types: text().array().notNull().default([]),
    collections: text().array().notNull().default([]),
    tags: text().array().notNull().default([]),
    submittedAt: instant('submitted_at'),
    acceptedAt: instant('accepted_at'),
    publishedAt: instant('published_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The catalogue's line as imported, unknown fields included, so that an export returns it unchanged. */
    imported: json().$type<Record<string, unknown>>(),
    /** Maps each picture path of that line to the picture's id. */
    importedPictures: jsonb('imported_pictures').$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    // The sort order of exports.
    index('applications_slug_order').on(sql`${table.slug} collate "C"`),
    index('applications_developer').on(table.developerId),
    index('applications_category').on(table.categoryId),
    check('applications_private', sql`not ${table.private} or ${table.submittedAt} is null`),
    check('applications_rating', sql`${table.ratingRate} between 0 and 5 and ${table.ratingVotes} >= 0`),
  ],
)

/** A plan of an application. Prices are whole cents of US dollars. */
export const plans = pgTable(
  'plans',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Unique within an application and unchanged by imports, so that an import changes a plan instead of replacing it. */
    key: text().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    billingCycle: text('billing_cycle').$type<BillingCycle>().notNull(),
    pricingType: text('pricing_type').$type<PricingType>().notNull(),
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    trialDays: integer('trial_days').notNull().default(0),
    /** When the plan was withdrawn. The row stays, because organizations may have bought the plan. */
    retiredAt: instant('retired_at'),
  },
  (table) => [
    uniqueIndex('plans_application_key').on(table.applicationId, table.key),
    check('plans_price', sql`${table.priceCents} >= 0 and ${table.trialDays} >= 0`),
    // One-time payments are charged at once, so they cannot have a trial.
    check('plans_once', sql`${table.billingCycle} <> 'pay-once' or ${table.trialDays} = 0`),
  ],
)

/** An optional extra that an application offers. */
export const resources = pgTable(
  'resources',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    description: text(),
    url: text(),
    multiplied: boolean().notNull().default(false),
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    perAgent: boolean('per_agent').notNull().default(false),
    months: integer().notNull().default(1),
  },
  (table) => [uniqueIndex('resources_application_position').on(table.applicationId, table.position)],
)
