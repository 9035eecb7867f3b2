import { applicationSchema, developerProfileSchema, resourceSchema } from '@marketplace/contracts/catalogue/schemas'
import { describe, expect, test } from 'vitest'
import type { OrganizationId } from '../../core/caller.ts'
import { presentApplication, presentDeveloper, presentResource } from './present.ts'
import type { ApplicationRecord, CatalogueEntry, DeveloperRecord, PlanRecord } from './stored/records.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const URL_OF = 'https://shop.test'
const snapshot = {
  categoryById: new Map([[5, { id: 5, slug: 'crm', name: 'CRM' }]]),
} as unknown as CatalogueSnapshot
const plan = (given: Partial<PlanRecord> = {}): PlanRecord => ({
  id: 'p1',
  key: 'pay-monthly:per-agent:pro',
  name: 'Pro',
  billingCycle: 'pay-monthly',
  pricingType: 'per-agent',
  priceCents: 2_000,
  trialDays: 14,
  ...given,
})
const record = (given: Partial<ApplicationRecord> = {}): ApplicationRecord =>
  ({
    id: 'a1', slug: 'calendar', name: 'Calendar', product: 'livechat', categoryId: 5, developerId: 'd1',
    company: { name: 'Larkspur', website: null, email: 'support@larkspur.example', vendor: null },
    hidden: false, underMaintenance: false, installable: true, private: false, installations: 12, ratingRate: 4.5, ratingVotes: 2,
    ratingHistogram: null, shortDescription: 'Short.', longDescription: 'Long.', summary: null, changelog: null, websiteUrl: null,
    privacyPolicyUrl: null, termsUrl: null, tutorialUrl: null, directInstallUrl: null, webhookUrl: 'https://hooks.larkspur.example/secret',
    brandColor: null, iconId: 'i1', screenshots: [{ pictureId: 's1', caption: 'First' }], features: [], benefits: [], triggers: [],
    widgets: [{ id: 'plugin-1', placement: 'plugin', url: 'https://a.example', initialState: null }], authorization: null, elements: null,
    customProps: {}, payment: null, version: null, designation: null, theme: null, country: null, languages: [], industries: [], types: [],
    collections: [], tags: [], submittedAt: NOW, acceptedAt: NOW, publishedAt: NOW, createdAt: NOW, updatedAt: NOW,
    imported: { licence: 'what an import brought' }, importedPictures: { 'icons/calendar.png': 'i1' }, plans: [], resources: [],
    ownRatings: null, ...given,
  }) as unknown as ApplicationRecord // prettier-ignore
const shown = (given: Partial<ApplicationRecord> = {}) =>
  presentApplication(record(given), { publicUrl: URL_OF, snapshot, now: NOW })

describe('an application in the API', () => {
  test('has every declared field, and no other', () => {
    expect(applicationSchema.strict().parse(shown())).toEqual(shown())
  })

  test('keeps to itself where it is told of events, and what its import brought', () => {
    const text = JSON.stringify(shown())
    expect(text).not.toContain('hooks.larkspur.example')
    expect(text).not.toContain('what an import brought')
    expect(text).not.toContain('icons/calendar.png')
  })

  test.each<[string, Partial<ApplicationRecord>, string]>([
    ['published', {}, 'PUBLISHED'],
    ['accepted, and to be published', { publishedAt: new Date('2027-01-01T00:00:00Z') }, 'ACCEPTED'],
    ['accepted', { publishedAt: null }, 'ACCEPTED'],
    ['in review', { publishedAt: null, acceptedAt: null }, 'IN_REVIEW'],
    ['in development', { publishedAt: null, acceptedAt: null, submittedAt: null }, 'IN_DEVELOPMENT'],
  ])('that is %s says so', (_, given, status) => expect(shown(given).status).toBe(status))

  test('has absolute addresses of its pictures', () => {
    const { icon, icons, screenshots } = shown()
    for (const address of [icon, icons?.small, icons?.large, screenshots[0]?.large, screenshots[0]?.small])
      expect(address).toMatch(/^https:\/\/shop\.test\/pictures\//)
    expect(screenshots[0]).toMatchObject({ id: 's1', title: 'First' })
    expect(shown({ iconId: null })).toMatchObject({ icon: null, icons: null })
  })

  test('names its widgets so that no two applications have the same', () => {
    const [widget] = shown().widgets
    expect(widget).toMatchObject({ id: 'a1-plugin-1', placement: 'plugin', shortcut: null })
    expect(shown({ id: 'a2' }).widgets[0]?.id).toBe('a2-plugin-1')
  })

  test('is in no category that there is not', () => {
    expect(shown({ categoryId: 99 }).category).toBeNull()
    expect(shown({ categoryId: null }).category).toBeNull()
    expect(shown().category).toEqual({ id: 5, slug: 'crm', name: 'CRM' })
  })

  test('costs its plan’s price, less the discount of that day', () => {
    const half = { discountPercent: '50', discountFrom: '2026-11-01', discountTo: '2026-11-30' }
    const priceAt = (customProps: ApplicationRecord['customProps']) => shown({ plans: [plan()], customProps }).plan?.price.total
    expect(priceAt({})).toBe(2_000)
    expect(priceAt(half)).toBe(1_000)
    expect(priceAt({ ...half, discountTo: '2026-11-21' })).toBe(2_000)
    expect(priceAt({ ...half, discountFrom: '2026-11-23' })).toBe(2_000)
  })

  test('shows the first of its plans, and none where it has none', () => {
    const plans = [plan(), plan({ id: 'p2', name: 'Team', priceCents: 5_000 })]
    expect(shown({ plans }).plan).toMatchObject({ id: 'p1', name: 'Pro', price: { total: 2_000 } })
    expect(shown({ plans }).plans.map(({ id }) => id)).toEqual(['p1', 'p2'])
    expect(shown().plan).toBeNull()
  })

  test('without votes has no rating', () => {
    expect(shown({ ratingRate: null, ratingVotes: 0 }).rating).toMatchObject({ rate: 0, votes: 0 })
    expect(shown().rating).toMatchObject({ rate: 4.5, votes: 2 })
  })
})

describe('a resource and a developer in the API', () => {
  const entry = (given: Partial<CatalogueEntry>): CatalogueEntry =>
    ({ ...record(), rating: { rate: 0, votes: 0 }, ...given }) as never
  const resource = {
    id: 'r1', applicationId: 'a1', position: 1, name: 'More seats', description: null, url: null, multiplied: true, priceCents: 500,
    perAgent: false, months: 12,
  } // prettier-ignore
  const developer: DeveloperRecord = {
    id: 'd1', slug: 'larkspur', name: 'Larkspur', description: null, website: null, email: null, country: null,
    organizationId: 'an organization' as OrganizationId, createdAt: NOW,
  } // prettier-ignore

  test('a resource names its application, and counts from one', () => {
    const presented = presentResource(resource, entry({}), URL_OF)
    expect(resourceSchema.strict().parse(presented)).toEqual(presented)
    expect(presented.product).toEqual({
      id: 'r1',
      sid: 'calendar-2',
      name: 'More seats',
      price: { cents: 500, perAgent: false, months: 12 },
    })
  })

  test('a developer has applications and services apart, and says nothing of its organization', () => {
    const service = entry({ id: 's1', slug: 'setup', name: 'Set-up', customProps: { isService: 'true' } })
    const presented = presentDeveloper(developer, [entry({}), service])
    expect(developerProfileSchema.strict().parse(presented)).toEqual(presented)
    expect(presented.applications).toEqual([{ id: 'a1', slug: 'calendar', name: 'Calendar' }])
    expect(presented.services).toEqual([{ id: 's1', slug: 'setup', name: 'Set-up' }])
    expect(JSON.stringify(presented)).not.toContain('an organization')
  })

  test.each([
    [{ verified: 'true' }, true],
    [{ verified: 'false' }, false],
    [{}, false],
  ])('a developer of an application with %j is verified: %s', (customProps, verified) => {
    expect(presentDeveloper(developer, [entry({ customProps })]).verified).toBe(verified)
  })
})
