import { z } from 'zod'
import {
  AUTHORIZATION_CLIENT_TYPES,
  BILLING_CYCLES,
  PAYMENT_FREQUENCIES,
  PLACEMENTS,
  PRICING_TYPES,
  PRODUCTS,
  PUBLICATION_STATUSES,
} from '../core/enumerations.ts'

/** An instant as ISO 8601 in UTC. */
const instant = z.string().meta({ format: 'date-time' })
/** Money in whole cents of US dollars. */
const cents = z.int().min(0)

export const productSchema = z.enum(PRODUCTS).meta({ id: 'Product' })

export const categorySchema = z.object({ id: z.int(), slug: z.string(), name: z.string() }).meta({ id: 'Category' })
export type Category = z.output<typeof categorySchema>

/** A picture: absolute addresses of the sizes in which it is served. */
export const pictureSchema = z
  .object({ id: z.string(), title: z.string().nullable(), original: z.string(), large: z.string(), small: z.string() })
  .meta({ id: 'Picture' })

export const ratingSchema = z
  .object({ rate: z.number().min(0).max(5), votes: z.int().min(0) })
  .meta({ id: 'Rating', description: 'Mean of all votes on a scale of 1 to 5; 0 where there are none.' })
export type Rating = z.output<typeof ratingSchema>

export const tierSchema = z.object({ accountsFrom: z.int().min(1), discount: z.number().min(0).max(100) })

export const paymentSchema = z
  .object({
    price: cents,
    oldPrice: cents.nullable(),
    discountPercent: z.number().nullable(),
    frequency: z.enum(PAYMENT_FREQUENCIES),
    trialDays: z.int().min(0),
    creditCardRequired: z.boolean(),
    perAccount: z.boolean(),
    tiersPricingConfig: z.object({ enabled: z.boolean(), tiers: z.array(tierSchema) }).nullable(),
  })
  .meta({ id: 'Payment', description: 'Price in cents; discounts that run today are already taken off.' })
export type Payment = z.output<typeof paymentSchema>

export const planSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    billingCycle: z.enum(BILLING_CYCLES),
    pricingType: z.enum(PRICING_TYPES),
    trialDays: z.int().min(0),
    price: z.object({ total: cents }),
  })
  .meta({ id: 'Plan' })

export const widgetSchema = z
  .object({
    id: z.string(),
    placement: z.enum(PLACEMENTS),
    url: z.string().nullable(),
    shortcut: z.object({ initialState: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Widget' })

const titled = z.object({ title: z.string(), description: z.string().nullable() })
const scope = z.object({ name: z.string(), required: z.boolean() })

/** Custom properties by name. Flags are the strings "true" and "false": docs/product/catalogue.md, Custom properties. */
export const customPropsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({ id: 'CustomProps' })
export type CustomProps = z.output<typeof customPropsSchema>

export const applicationSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    product: productSchema,
    status: z.enum(PUBLICATION_STATUSES),
    hidden: z.boolean(),
    underMaintenance: z.boolean(),
    installable: z.boolean(),
    category: categorySchema.nullable(),
    installations: z.int().nullable(),
    submittedAt: instant.nullable(),
    acceptedAt: instant.nullable(),
    publishedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    shortDescription: z.string().nullable(),
    longDescription: z.string().nullable(),
    company: z
      .object({ name: z.string(), website: z.string().nullable(), email: z.string().nullable(), vendor: z.string().nullable() })
      .nullable(),
    developerId: z.string().nullable(),
    icon: z.string().nullable(),
    icons: pictureSchema.nullable(),
    brandColor: z.string().nullable(),
    screenshots: z.array(pictureSchema),
    designation: z.string().nullable(),
    theme: z.string().nullable(),
    tutorialUrl: z.string().nullable(),
    directInstallUrl: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    privacyPolicyUrl: z.string().nullable(),
    termsUrl: z.string().nullable(),
    types: z.array(z.string()),
    languages: z.array(z.string()),
    industries: z.array(z.string()),
    country: z.string().nullable(),
    collections: z.array(z.string()),
    tags: z.array(z.string()),
    features: z.array(titled),
    benefits: z.array(titled),
    triggers: z.array(titled),
    elements: z.record(z.string(), z.json()).nullable(),
    authorization: z
      .object({
        clientId: z.string().nullable(),
        clientType: z.enum(AUTHORIZATION_CLIENT_TYPES).nullable(),
        redirectUri: z.string().nullable(),
        type: z.string().nullable(),
        scopes: z.array(scope),
      })
      .nullable(),
    rating: ratingSchema,
    widgets: z.array(widgetSchema),
    payment: paymentSchema.nullable(),
    plans: z.array(planSchema),
    plan: planSchema.nullable(),
    customProps: customPropsSchema,
    version: z.string().nullable(),
    changelog: z.string().nullable(),
  })
  .meta({ id: 'Application' })
export type Application = z.output<typeof applicationSchema>

export const resourceSchema = z
  .object({
    id: z.string(),
    application: z.object({ id: z.string(), slug: z.string(), name: z.string(), icon: z.string().nullable() }),
    description: z.string().nullable(),
    url: z.string().nullable(),
    multiplied: z.boolean(),
    product: z.object({
      id: z.string(),
      sid: z.string(),
      name: z.string(),
      price: z.object({ cents, perAgent: z.boolean(), months: z.int().min(1) }),
    }),
  })
  .meta({ id: 'Resource', description: 'An upgrade that an application offers.' })
export type Resource = z.output<typeof resourceSchema>

export const developerProfileSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    website: z.string().nullable(),
    email: z.string().nullable(),
    country: z.string().nullable(),
    verified: z.boolean(),
    createdAt: instant,
    applications: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
    services: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
  })
  .meta({ id: 'DeveloperProfile' })
export type DeveloperProfile = z.output<typeof developerProfileSchema>
