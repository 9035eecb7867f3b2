import { describe, expect, test } from 'vitest'
import { catalogueLineSchema } from '@marketplace/contracts/catalogue/catalogue-line'
import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/catalogue/collections'
import { isSlug } from '@marketplace/domain/slugs'
import { inventApplications } from './applications.ts'
import { inventReviews } from './reviews.ts'
import { CATEGORY_WEIGHTS } from './values.ts'

const COUNT = 2_000
const lines = [...inventApplications(COUNT, 7)]
const lengths = (values: readonly (string | null | undefined)[]) =>
  values.map((value) => value?.length ?? 0).toSorted((a, b) => a - b)

describe('an invented catalogue', () => {
  test('is the same for the same seed, and another for another', () => {
    expect([...inventApplications(50, 7)]).toEqual([...inventApplications(50, 7)])
    const other = new Set([...inventApplications(50, 8)].map(({ slug }) => slug))
    expect([...inventApplications(50, 7)].filter(({ slug }) => other.has(slug))).toEqual([])
  })

  test('has as many applications as were wanted, each with a slug of its own that an import takes', () => {
    const slugs = lines.map(({ slug }) => slug)
    expect(slugs).toHaveLength(COUNT)
    expect(new Set(slugs).size).toBe(COUNT)
    expect(slugs.filter((slug) => !isSlug(slug))).toEqual([])
    const others = new Set<string>([...RESERVED_APPLICATION_SLUGS, ...CATEGORY_WEIGHTS.map(([slug]) => slug)])
    expect(slugs.filter((slug) => others.has(slug))).toEqual([])
  })

  test('is valid, and loses nothing in the schema', () => {
    for (const line of lines.slice(0, 500)) expect(catalogueLineSchema.parse(line)).toMatchObject(line)
  })

  test('has texts as long as in real catalogues', () => {
    const long = lengths(lines.map(({ longDescription }) => longDescription))
    expect(long[COUNT / 2]).toBeGreaterThan(1_200)
    expect(long[COUNT / 2]).toBeLessThan(2_600)
    expect(long.at(-1)).toBeGreaterThan(10_000)
    expect(lengths(lines.map(({ shortDescription }) => shortDescription)).at(-1)).toBeLessThanOrEqual(160)
  })

  test('a few developers have many applications, most have few', () => {
    const counts = new Map<string, number>()
    for (const { company } of lines) counts.set(company?.name ?? '', (counts.get(company?.name ?? '') ?? 0) + 1)
    const sorted = [...counts.values()].toSorted((a, b) => b - a)
    expect(sorted[0]).toBeGreaterThan(COUNT / 25)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(2)
  })

  test.each([
    ['hidden', ({ hidden }) => hidden === true],
    ['under maintenance', ({ underMaintenance }) => underMaintenance === true],
    ['a service', ({ customProps }) => customProps?.isService === 'true'],
    ['free', ({ payment }) => payment === null],
    ['paid per agent', ({ payment }) => payment?.perAccount === true],
    ['for the help desk', ({ product }) => product === 'helpdesk'],
  ] satisfies [string, (line: (typeof lines)[number]) => boolean][])('some are %s, and some are not', (_, is) => {
    const share = lines.filter(is).length / COUNT
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(0.6)
  })

  test('its categories fill a page of 24 in a catalogue of 200 too', () => {
    const counts = new Map<string, number>()
    for (const { category } of inventApplications(200, 1))
      counts.set(category?.slug ?? '', (counts.get(category?.slug ?? '') ?? 0) + 1)
    expect([...counts.values()].filter((count) => count > 30).length).toBeGreaterThanOrEqual(2)
  })

  test('reviews are the same for the same application, within the rules', () => {
    const reviewsOf = inventReviews(7)
    expect(inventReviews(7)(3)).toEqual(reviewsOf(3))
    const all = Array.from({ length: 200 }, (_, place) => reviewsOf(place)).flat()
    expect(all.length).toBeGreaterThan(100)
    for (const { rate, review } of all) {
      expect(rate).toBeGreaterThanOrEqual(1)
      expect(rate).toBeLessThanOrEqual(5)
      if (review !== null) expect(review.length).toBeGreaterThanOrEqual(10)
    }
  })
})
