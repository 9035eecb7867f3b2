import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/catalogue/collections'
import { CATEGORIES } from '@marketplace/contracts/core/enumerations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SLUG_LIMIT } from '@marketplace/contracts/core/slug'
import { isSlug, slugConflict, slugify } from './slugs.ts'

describe('slugify', () => {
  test.each([
    ['Parcel Post', 'parcel-post'],
    ['  Parcel -- Post!  ', 'parcel-post'],
    ['Ærøskøbing Straße', 'aeroskobing-strasse'],
    ['ÉCOLE Łódź', 'ecole-lodz'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['R&D', 'r-and-d'],
    ["Don't Panic", 'dont-panic'],
    ['Parcel™ 2.0', 'parcel-2-0'],
    ['ﬁle １２', 'file-12'],
    ['123', '123'],
    ['日本語', ''],
    ['!!!', ''],
    ['', ''],
  ])('%j is %j', (name, expected) => {
    expect(slugify(name)).toBe(expected)
  })

  test('returns a slug or nothing, and keeps a slug as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (name) => {
        const slug = slugify(name)
        expect(slug === '' || isSlug(slug)).toBe(true)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })

  test('is cut to the limit, without a hyphen at its end', () => {
    expect(slugify('a'.repeat(150))).toBe('a'.repeat(SLUG_LIMIT))
    expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
  })
})

describe('isSlug', () => {
  test.each([
    ['parcel-post', true],
    ['1', true],
    ['a'.repeat(100), true],
    ['a'.repeat(101), false],
    ['', false],
    ['Parcel', false],
    ['parcel--post', false],
    ['-parcel', false],
    ['parcel-', false],
    ['parcel_post', false],
    ['parcel post', false],
    ['a/b', false],
    ['a\n', false],
    ['é', false],
  ])('%j: %s', (text, expected) => {
    expect(isSlug(text)).toBe(expected)
  })
})

describe('slugConflict', () => {
  const categorySlugs = new Set(CATEGORIES.map(({ slug }) => slug as string))

  test.each(['parcel-post', '123', 'crm-helper'])('%s is free', (slug) => {
    expect(slugConflict(slug, { categorySlugs })).toBeNull()
  })

  test.each([...RESERVED_APPLICATION_SLUGS])('%s is reserved', (slug) => {
    expect(slugConflict(slug, { categorySlugs })).toEqual({
      code: 'reserved-slug',
      message: expect.stringContaining(`"${slug}"`),
    })
  })

  test.each(['coming-soon', 'settings', 'marketplace', 'ai-powered'])('the product reserves %s', (slug) => {
    expect(slugConflict(slug, { categorySlugs: new Set() })?.code).toBe('reserved-slug')
  })

  test.each([...categorySlugs])('%s is a category', (slug) => {
    expect(slugConflict(slug, { categorySlugs })?.code).toBe('category-slug')
    expect(slugConflict(slug, { categorySlugs: new Set() })).toBeNull()
  })

  test.each(['', 'Parcel Post', '../etc', 'x'.repeat(5000)])('%j is not a slug, with a short message', (slug) => {
    const conflict = slugConflict(slug, { categorySlugs })
    expect(conflict?.code).toBe('not-a-slug')
    expect(conflict?.message.length).toBeLessThan(250)
  })
})
