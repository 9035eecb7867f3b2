import { z } from 'zod'
import {
  AUTHORIZATION_CLIENT_TYPES,
  BILLING_CYCLES,
  PAYMENT_FREQUENCIES,
  PLACEMENTS,
  PRICING_TYPES,
  PRODUCTS,
} from '../core/enumerations.ts'
import { NUMERIC_TEXT } from '../core/numeric-text.ts'
import { SLUG_LIMIT, SLUG_PATTERN } from '../core/slug.ts'

/** Largest size of one text of a catalogue, in bytes of UTF-8: docs/product/import.md. */
export const TEXT_LIMIT_BYTES = 256 * 1024

/** Size in bytes of UTF-8. TextEncoder would copy the text, and is not part of the language's own library. */
const utf8Length = (value: string): number => {
  let bytes = 0
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

const slug = z
  .string()
  .max(SLUG_LIMIT)
  .regex(SLUG_PATTERN, 'is not a slug: lower-case letters and digits, joined by single hyphens')

/** Invisible characters. In a name they could reverse the direction of the text around it or break the line. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const line1 = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !INVISIBLE.test(value), 'has invisible control characters')
const text = z
  .string()
  .refine((value) => value.length <= TEXT_LIMIT_BYTES && utf8Length(value) <= TEXT_LIMIT_BYTES, 'is longer than 256 KB')
const instant = z.iso.datetime({ offset: true, local: false })
const webUrl = z.url({ protocol: /^https?$/, error: 'is not an http or https address' }).max(2048)
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #1f2937')
const cents = z.int().min(0).max(100_000_000)
/** A path relative to the catalogue's folder and inside it. */
const picturePath = z
  .string()
  .max(500)
  .refine(
    (value) => !/^([a-z]+:|[/\\])/i.test(value) && !value.split(/[/\\]/).includes('..'),
    'is not a path inside the folder of the catalogue',
  )
const flag = z.enum(['true', 'false'])
const numeric = z.union([z.number(), z.string().max(40).regex(NUMERIC_TEXT, 'is not a number')], 'is not a number')
/** `dayProp` in the domain package defines which numbers and texts are days. */
const day = z.union([z.number(), z.string().max(40)], 'is not a date')
const titled = z
  .object({ title: z.string().max(500).optional(), name: z.string().max(500).optional(), description: text.nullish() })
  .refine((value) => value.title || value.name, 'has no title')
const strings = z.array(z.string().max(200)).max(200)

/** Votes for one to five stars. One custom type instead of an array, so that a wrong entry invalidates the whole histogram. */
const histogram = z.custom<number[]>(
  (value) => Array.isArray(value) && value.length === 5 && value.every((votes) => Number.isSafeInteger(votes) && votes >= 0),
  'is not five whole numbers, the votes for one to five stars',
)

/** The custom properties that the marketplace knows: docs/product/catalogue.md. Unknown ones are kept as given. */
const customProps = z
  .object({
    isService: flag,
    isPremium: flag,
    isTeamPlan: flag,
    verified: flag,
    isAiPowered: flag,
    internalProduct: flag,
    agentAppReport: flag,
    alternativeSettingUrl: webUrl,
    alternativeFullscreenPath: z.string().max(500),
    directInstallUrlInNewTab: flag,
    finishInstallUrl: webUrl,
    finishInstallCopy: z.string().max(500),
    trustedUrl: webUrl,
    onlyOwnerCanInstall: flag,
    usingBeta: flag,
    hiddenForBeta: flag,
    order: numeric,
    discountFrom: day,
    discountTo: day,
    discountPercent: numeric,
  })
  .partial()
  .catchall(z.union([z.string().max(2000), z.number(), z.null()]))

/** Fields of one application in a catalogue, besides its slug. An absent field leaves the stored value; null clears it. */
const fields = {
  name: line1(120),
  product: z.enum(PRODUCTS).nullable(),
  category: z.object({ slug, name: line1(80).optional() }).nullable(),
  shortDescription: text.nullable(),
  longDescription: text.nullable(),
  summary: text.nullable(),
  changelog: text.nullable(),
  company: z
    .object({
      name: line1(120),
      website: webUrl.nullish(),
      email: z.string().max(320).nullish(),
      vendor: z.string().max(200).nullish(),
      description: z.string().max(4000).nullish(),
      country: z.string().max(80).nullish(),
    })
    .nullable(),
  websiteUrl: webUrl.nullable(),
  privacyPolicyUrl: webUrl.nullable(),
  termsUrl: webUrl.nullable(),
  tutorialUrl: webUrl.nullable(),
  directInstallUrl: webUrl.nullable(),
  webhookUrl: webUrl.nullable(),
  brandColor: colour.nullable(),
  icon: picturePath.nullable(),
  screenshots: z
    .array(z.object({ large: picturePath, caption: z.string().max(500).nullish() }))
    .max(20)
    .nullable(),
  features: z.array(titled).max(500).nullable(),
  benefits: z.array(titled).max(100).nullable(),
  triggers: z.array(titled).max(500).nullable(),
  authorization: z
    .object({
      type: z.string().max(40).nullish(),
      clientId: z.string().max(200).nullish(),
      clientType: z.enum(AUTHORIZATION_CLIENT_TYPES).nullish(),
      redirectUri: webUrl.nullish(),
      scopes: z
        .array(z.union([z.string().max(20_000), z.object({ name: z.string().max(500), required: z.boolean().default(true) })]))
        .max(500)
        .default([]),
    })
    .nullable(),
  version: z.string().max(100).nullable(),
  designation: z.string().max(100).nullable(),
  theme: z.string().max(100).nullable(),
  verified: z.boolean().nullable(),
  languages: strings.nullable(),
  industries: strings.nullable(),
  types: strings.nullable(),
  country: z.string().max(80).nullable(),
  collections: z.array(slug).max(50).nullable(),
  tags: z.array(slug).max(50).nullable(),
  hidden: z.boolean().nullable(),
  underMaintenance: z.boolean().nullable(),
  installable: z.boolean().nullable(),
  submittedAt: instant.nullable(),
  acceptedAt: instant.nullable(),
  publishedAt: instant.nullable(),
  createdAt: instant.nullable(),
  updatedAt: instant.nullable(),
  installations: z.int().min(0).max(1_000_000_000).nullable(),
  rating: z
    .object({ rate: z.number().min(0).max(5), votes: z.int().min(0), histogram: histogram.nullish() })
    .refine(
      ({ votes, histogram: counts }) => !counts || counts.reduce((sum, count) => sum + count, 0) === votes,
      'has a histogram that does not add up to its votes',
    )
    .nullable(),
  payment: z
    .object({
      price: cents,
      frequency: z.enum(PAYMENT_FREQUENCIES),
      oldPrice: cents.nullish(),
      discountPercent: z.number().min(0).max(100).nullish(),
      trialDays: z.int().min(0).max(365).nullish(),
      creditCardRequired: z.boolean().nullish(),
      perAccount: z.boolean().nullish(),
      tiersPricingConfig: z
        .object({
          enabled: z.boolean(),
          tiers: z.array(z.object({ accountsFrom: z.int().min(1), discount: z.number().min(0).max(100) })).max(20),
        })
        .nullish(),
    })
    .nullable(),
  plans: z
    .array(
      z.object({
        name: line1(80),
        billingCycle: z.enum(BILLING_CYCLES),
        pricingType: z.enum(PRICING_TYPES),
        price: cents,
        trialDays: z.int().min(0).max(365).optional(),
      }),
    )
    .max(20)
    .nullable(),
  widgets: z
    .array(
      z.object({
        placement: z.enum(PLACEMENTS),
        url: webUrl.nullish(),
        shortcut: z.object({ initialState: z.string().max(200).nullish() }).nullish(),
      }),
    )
    .max(20)
    .nullable(),
  elements: z.record(z.string().max(100), z.json()).nullable(),
  resources: z
    .array(
      z.object({
        name: line1(120),
        description: z.string().max(2000).nullish(),
        url: webUrl.nullish(),
        multiplied: z.boolean().default(false),
        price: cents,
        perAgent: z.boolean().default(false),
        months: z.int().min(1).max(12).default(1),
      }),
    )
    .max(50)
    .nullable(),
  customProps: customProps.nullable(),
}

/**
 * One line of a catalogue: an application in the format that the import reads and the export writes. The import keeps fields that this
 * schema does not know, and the export writes them back. The rules are in docs/CATALOGUES.md.
 */
export const catalogueLineSchema = z.object(fields).partial().extend({ slug })
export type CatalogueLine = z.output<typeof catalogueLineSchema>

/**
 * If one of these fields is invalid, the import refuses the line, because without the field it would publish something else than its author
 * wrote. An invalid value of any other field is left out of the line and reported.
 */
export const DECISIVE_FIELDS: ReadonlySet<string> = new Set<keyof CatalogueLine>([
  'slug', 'name', 'product', 'category', 'shortDescription', 'longDescription', 'summary', 'changelog', 'payment', 'plans', 'resources',
  'hidden', 'underMaintenance', 'installable', 'submittedAt', 'acceptedAt', 'publishedAt',
]) // prettier-ignore
