import { describe, expect, test } from 'vitest'
import { CATEGORIES, FIRST_IMPORTED_CATEGORY_ID, LEAD_GENERATION, leadGenerationId } from '../core/enumerations.ts'
import { SLUG_LIMIT, SLUG_PATTERN } from '../core/slug.ts'
import { ADDRESSES, pageAt } from '../pages/addresses.ts'
import { paths } from '../pages/paths.ts'
import { catalogueLineSchema } from './catalogue-line.ts'
import { COLLECTIONS, LANDINGS, RESERVED_APPLICATION_SLUGS } from './collections.ts'

const slugsOf = (things: readonly { slug: string }[]) => things.map(({ slug }) => slug)
const categories = [...CATEGORIES, { id: leadGenerationId(true), ...LEAD_GENERATION }]

describe('the slugs below /apps/', () => {
  const under = [...slugsOf(COLLECTIONS), ...slugsOf(categories)]
  test.each(under)('%s is a slug, and its page is that of a list or an application', (slug) => {
    expect(slug).toMatch(SLUG_PATTERN)
    expect(slug.length).toBeLessThanOrEqual(SLUG_LIMIT)
    expect(pageAt(paths.underApps(slug))).toEqual({ page: 'underApps', slug })
  })

  test('are unique', () => {
    expect(new Set(under).size).toBe(under.length)
    expect(new Set(categories.map(({ id }) => id)).size).toBe(categories.length)
  })

  test.each(slugsOf(COLLECTIONS))('%s is reserved: an application with this slug would have no page', (slug) => {
    expect(RESERVED_APPLICATION_SLUGS).toContain(slug)
  })

  test('of pages with an address of their own are reserved too', () => {
    const own = Object.values(ADDRESSES).flatMap((address) => /^\/apps\/([^/*]+)\/$/.exec(address)?.[1] ?? [])
    expect(own).toEqual(['coming-soon'])
    for (const slug of own) expect(RESERVED_APPLICATION_SLUGS).toContain(slug)
  })
})

describe('the slugs at the root', () => {
  test.each(slugsOf(LANDINGS))('%s is the page of a list, and hides no other page', (slug) => {
    expect(slug).toMatch(SLUG_PATTERN)
    expect(pageAt(paths.landing(slug))).toEqual({ page: 'landing', slug })
  })

  test('a list of a category names an existing category', () => {
    const named = LANDINGS.flatMap(({ rule }) => ('category' in rule ? [rule.category] : []))
    expect(named.length).toBeGreaterThan(0)
    for (const slug of named) expect(slugsOf(CATEGORIES)).toContain(slug)
  })
})

describe('each collection and list', () => {
  test.each([...COLLECTIONS, ...LANDINGS])('$slug has a name and a description of one sentence', ({ name, description }) => {
    expect(name).toMatch(/^[A-Z][^.]+$/)
    expect(description).toMatch(/^[A-Z].+[^\s]\.$/)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  test('of a custom property names a property that an import knows', () => {
    const known = Object.keys(catalogueLineSchema.shape.customProps.unwrap().unwrap().shape)
    const read = COLLECTIONS.flatMap(({ rule }) => (rule.kind === 'flag' ? [rule.customProp] : []))
    expect(read.length).toBeGreaterThan(0)
    for (const name of read) expect(known).toContain(name)
  })

  test('of members can be written into a catalogue', () => {
    const members = [...COLLECTIONS, ...LANDINGS].filter(({ rule }) => rule.kind === 'member' || rule.kind === 'newest')
    for (const { slug } of members) expect(catalogueLineSchema.safeParse({ slug: 'a', collections: [slug] }).success).toBe(true)
  })
})

test('lead-generation has another id in production, and imported categories get ids above all existing ones', () => {
  expect([leadGenerationId(true), leadGenerationId(false)]).toEqual([14, 15])
  for (const { id } of categories) expect(id).toBeLessThan(FIRST_IMPORTED_CATEGORY_ID)
  expect(leadGenerationId(false)).toBeLessThan(FIRST_IMPORTED_CATEGORY_ID)
})
