// A line that is imported, exported and imported again makes the same application, whatever it contains. The test needs no database, so
// it can try many lines.
import fc from 'fast-check'
import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { BILLING_CYCLES, PAYMENT_FREQUENCIES, PLACEMENTS, PRICING_TYPES } from '@marketplace/contracts/core/enumerations'
import { describe, expect, test } from 'vitest'
import type { ApplicationRecord, CategoryRecord, DeveloperRecord } from '../stored/records.ts'
import { columnsOfLine, type LineReferences } from './columns-of-line.ts'
import { lineOfApplication, type LineSources } from './line-of-application.ts'
import { readLine } from './parse-line.ts'
import { plansOfLine, resourcesOfLine, timestampsOf } from './write-line.ts'

const AT = new Date('2026-03-01T10:00:00.000Z')
const CATEGORIES: CategoryRecord[] = [
  { id: 5, slug: 'crm', name: 'CRM' },
  { id: 11, slug: 'analytics', name: 'Analytics' },
]
const DEVELOPERS: DeveloperRecord[] = ['Larkspur', 'Northwind'].map((name) => ({
  id: `developer ${name}`,
  slug: name.toLowerCase(),
  name,
  description: null,
  website: null,
  email: null,
  country: null,
  organizationId: null,
  createdAt: AT,
}))
const byKey = <T, K>(items: readonly T[], keyOf: (item: T) => K) => new Map(items.map((item) => [keyOf(item), item]))

/** A picture keeps the id that the first catalogue gave it, even under another path. */
const references = (files: ReadonlyMap<string, string>): LineReferences => ({
  categoryId: (slug) => CATEGORIES.find((category) => category.slug === slug)?.id ?? null,
  developerId: (name) => DEVELOPERS.find((developer) => developer.name === name)?.id ?? null,
  pictureId: (path) => files.get(path) ?? `picture of ${path}`,
})
const sources = (): LineSources => ({
  categoryById: byKey(CATEGORIES, ({ id }) => id),
  categoryBySlug: byKey(CATEGORIES, ({ slug }) => slug),
  developerById: byKey(DEVELOPERS, ({ id }) => id),
  developerByName: byKey(DEVELOPERS, ({ name }) => name.toLowerCase()),
  pictures: new Map(),
  claimed: new Map(),
})

/** The application that a line makes. */
const applicationOf = (line: CatalogueLine, files: ReadonlyMap<string, string> = new Map()): ApplicationRecord => {
  const empty = {
    id: 'a', name: '', product: 'livechat', categoryId: null, developerId: null, company: null, hidden: false, underMaintenance: false,
    installable: true, private: false, installations: null, ratingRate: null, ratingVotes: 0, ratingHistogram: null,
    shortDescription: null, longDescription: null, summary: null, changelog: null, websiteUrl: null, privacyPolicyUrl: null, termsUrl: null,
    tutorialUrl: null, directInstallUrl: null, webhookUrl: null, brandColor: null, iconId: null, screenshots: [], features: [], benefits: [],
    triggers: [], widgets: [], authorization: null, elements: null, customProps: {}, payment: null, version: null, designation: null,
    theme: null, country: null, languages: [], industries: [], types: [], collections: [], tags: [], submittedAt: AT, acceptedAt: AT,
    publishedAt: AT, createdAt: AT, updatedAt: AT, imported: null, importedPictures: {}, ownRatings: null,
  } // prettier-ignore
  return {
    ...empty,
    ...columnsOfLine({ line, references: references(files), existing: null }),
    ...timestampsOf(line, undefined, AT),
    plans: (plansOfLine(line, undefined) ?? []).map((plan, position) => ({ ...plan, id: `plan ${position}` })),
    resources: resourcesOfLine(line.resources ?? []).map((resource, position) => ({
      ...resource,
      id: `resource ${position}`,
      applicationId: 'a',
      position,
    })),
  } as unknown as ApplicationRecord
}

const words = fc.string({ maxLength: 20, unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0'))
const name = fc.constantFrom('Calendar', 'Ünïcode & <b>', 'A'.repeat(80), 'تقويم')
const slug = fc.constantFrom('one', 'two-words', 'three3')
const address = fc.constantFrom('https://a.example', 'http://b.example/x?y=1&z=ü#h')
const path = fc.constantFrom('icon.webp', 'shots/1.png', 'shots/2.png', 'ü b.svg')
const at = fc.constantFrom('2026-01-31T00:00:00.000Z', '2025-06-01T12:34:56.789Z')
const titled = fc.array(fc.record({ title: name, description: fc.option(words) }, { requiredKeys: ['title'] }), { maxLength: 3 })
const list = fc.array(name, { maxLength: 3 })
const cents = fc.integer({ min: 0, max: 100_000_000 })
const flag = fc.constantFrom('true', 'false')

const FIELDS = {
  name,
  product: fc.constantFrom('livechat', 'helpdesk', null),
  category: fc.constantFrom({ slug: 'crm', name: 'CRM' }, { slug: 'analytics' }, null),
  shortDescription: fc.option(words),
  longDescription: fc.option(words),
  summary: fc.option(words),
  changelog: fc.option(words),
  company: fc.option(
    fc.record(
      {
        name: fc.constantFrom('Larkspur', 'Northwind'),
        website: fc.option(address),
        email: fc.option(words),
        vendor: fc.option(words),
      },
      { requiredKeys: ['name'] },
    ),
  ),
  websiteUrl: fc.option(address),
  privacyPolicyUrl: fc.option(address),
  termsUrl: fc.option(address),
  tutorialUrl: fc.option(address),
  directInstallUrl: fc.option(address),
  webhookUrl: fc.option(address),
  brandColor: fc.constantFrom('#1f2937', '#FFFFFF', null),
  icon: fc.option(path),
  screenshots: fc.option(
    fc.uniqueArray(fc.record({ large: path, caption: fc.option(words) }), { maxLength: 3, selector: ({ large }) => large }),
  ),
  features: fc.option(titled),
  benefits: fc.option(titled),
  triggers: fc.option(titled),
  authorization: fc.option(
    fc.record(
      {
        type: fc.option(words),
        clientId: fc.option(words),
        clientType: fc.constantFrom('server_side_app', 'javascript_app', null),
        redirectUri: fc.option(address),
        scopes: fc.array(fc.oneof(fc.constantFrom('chats--all:rw', 'a b'), fc.record({ name, required: fc.boolean() })), {
          maxLength: 3,
        }),
      },
      { requiredKeys: [] },
    ),
  ),
  version: fc.option(words),
  designation: fc.option(words),
  theme: fc.option(words),
  verified: fc.option(fc.boolean()),
  languages: fc.option(list),
  industries: fc.option(list),
  types: fc.option(list),
  country: fc.option(words),
  collections: fc.option(fc.array(slug, { maxLength: 3 })),
  tags: fc.option(fc.array(slug, { maxLength: 3 })),
  hidden: fc.option(fc.boolean()),
  underMaintenance: fc.option(fc.boolean()),
  installable: fc.option(fc.boolean()),
  submittedAt: fc.option(at),
  acceptedAt: fc.option(at),
  publishedAt: fc.option(at),
  createdAt: at,
  updatedAt: at,
  installations: fc.option(fc.nat(1_000_000_000)),
  rating: fc.constantFrom(
    { rate: 4.5, votes: 2 },
    { rate: 4, votes: 3, histogram: [0, 0, 1, 1, 1] },
    { rate: 0, votes: 0 },
    null,
  ),
  payment: fc.option(
    fc.record(
      {
        price: cents,
        frequency: fc.constantFrom(...PAYMENT_FREQUENCIES),
        oldPrice: fc.option(cents),
        discountPercent: fc.option(fc.integer({ min: 0, max: 100 })),
        trialDays: fc.option(fc.integer({ min: 0, max: 365 })),
        creditCardRequired: fc.option(fc.boolean()),
        perAccount: fc.option(fc.boolean()),
      },
      { requiredKeys: ['price', 'frequency'] },
    ),
  ),
  plans: fc.option(
    fc.array(
      fc.record(
        {
          name,
          billingCycle: fc.constantFrom(...BILLING_CYCLES),
          pricingType: fc.constantFrom(...PRICING_TYPES),
          price: cents,
          trialDays: fc.integer({ min: 0, max: 365 }),
        },
        { requiredKeys: ['name', 'billingCycle', 'pricingType', 'price'] },
      ),
      { maxLength: 3 },
    ),
  ),
  widgets: fc.option(
    fc.array(
      fc.record({
        placement: fc.constantFrom(...PLACEMENTS),
        url: fc.option(address),
        shortcut: fc.option(fc.record({ initialState: fc.option(words) })),
      }),
      { maxLength: 3 },
    ),
  ),
  elements: fc.option(fc.record({ onboarding: fc.jsonValue({ maxDepth: 2 }) })),
  resources: fc.option(
    fc.array(
      fc.record({
        name,
        description: fc.option(words),
        price: cents,
        perAgent: fc.boolean(),
        months: fc.integer({ min: 1, max: 12 }),
      }),
      {
        maxLength: 3,
      },
    ),
  ),
  customProps: fc.option(
    fc.record(
      { isPremium: flag, verified: flag, order: fc.oneof(fc.integer(), fc.constant('12')), trustedUrl: address, ownWords: words },
      { requiredKeys: [] },
    ),
  ),
}
const lines = fc.record({ slug: fc.constant('a'), ...FIELDS }, { requiredKeys: ['slug', 'name'] })

const read = (raw: object): CatalogueLine => {
  const result = readLine({ ...raw })
  if ('reason' in result) throw new Error(result.reason)
  expect(result.remarks).toEqual([])
  return result.line
}

describe('an application that was changed here since its import', () => {
  test('is exported as a line that makes the same application', () => {
    fc.assert(
      fc.property(lines, (raw) => {
        const application = applicationOf(read(raw))
        const { line, files } = lineOfApplication(application, sources())
        expect(applicationOf(read(line), files)).toEqual(application)
      }),
      { numRuns: 300 },
    )
  })
})

describe('an application as it was imported', () => {
  test('is exported as the line that it came from, to the letter, with fields that nobody knows', () => {
    fc.assert(
      fc.property(
        lines,
        fc.dictionary(fc.constantFrom('licence', 'summaryOfSource', 'x'), fc.jsonValue({ maxDepth: 2 })),
        (raw, more) => {
          const imported = JSON.parse(JSON.stringify({ ...raw, ...more })) as Record<string, unknown>
          const line = read(imported)
          const paths = [line.icon, ...(line.screenshots ?? []).map(({ large }) => large)].flatMap((each) => each ?? [])
          const importedPictures = Object.fromEntries(paths.map((each) => [each, `picture of ${each}`]))
          const exported = lineOfApplication({ ...applicationOf(line), imported, importedPictures }, sources()).line
          expect(Object.fromEntries(Object.keys(imported).map((field) => [field, exported[field]]))).toEqual(imported)
        },
      ),
      // The second value counts, and the first is still written back.
      { numRuns: 300, examples: [[{ slug: 'a', name: 'A', verified: null, customProps: { verified: 'true' } }, {}]] },
    )
  })
})
