import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicationTitle, DESCRIPTION_LIMIT, homeTitle, listingTitle, metaDescription } from './titles.ts'

describe('applicationTitle', () => {
  const title = { name: 'Parcel Post', categoryName: 'E-commerce', developerName: 'Northwind', nameIsShared: false }

  test.each([
    // '{app} | {category} Integrations'
    [{}, 'Parcel Post | E-commerce Integrations'],
    [{ categoryName: null }, 'Parcel Post | Integrations'],
    [{ nameIsShared: true }, 'Parcel Post by Northwind | E-commerce Integrations'],
    [{ nameIsShared: true, categoryName: null }, 'Parcel Post by Northwind | Integrations'],
    [{ nameIsShared: true, developerName: null }, 'Parcel Post | E-commerce Integrations'],
  ])('%j', (changes, expected) => {
    expect(applicationTitle({ ...title, ...changes })).toBe(expected)
  })
})

describe('titles of lists', () => {
  test.each([
    [{ heading: 'CRM', page: 1, product: 'livechat' }, 'CRM | Live Chat Marketplace'],
    [{ heading: 'CRM', page: 2, product: 'livechat' }, 'CRM, page 2 | Live Chat Marketplace'],
    [{ heading: 'CRM', page: 1, product: 'helpdesk' }, 'CRM | Help Desk Marketplace'],
  ] as const)('%j', (listing, expected) => {
    expect(listingTitle(listing)).toBe(expected)
  })

  test('every page of every list has its own', () => {
    const all = (['livechat', 'helpdesk'] as const).flatMap((product) => [
      homeTitle(product),
      ...['CRM', 'CMS'].flatMap((heading) => [1, 2, 3].map((page) => listingTitle({ heading, page, product }))),
    ])
    expect(new Set(all).size).toBe(all.length)
  })

  test('the start page', () => {
    expect(homeTitle('livechat')).toBe('Live Chat Marketplace | Apps and integrations')
  })
})

describe('metaDescription', () => {
  const application = {
    id: 'app-1',
    slug: 'parcel-post',
    name: 'Parcel Post',
    shortDescription: 'Tracks  **parcels** in <i>every</i> chat.',
    developerName: 'Northwind',
  }
  const SENTENCE = 'Parcel Post by Northwind: what it does, what it costs and how to set it up, in the Marketplace.'

  test.each([
    ['the table, by id', {}, { 'app-1': 'By id.', 'parcel-post': 'By slug.' }, 'By id.'],
    ['the table, by slug', {}, { 'parcel-post': 'By slug.' }, 'By slug.'],
    ['the short description', {}, { other: 'Another.' }, 'Tracks parcels in every chat.'],
    ['the short description, for an empty entry', {}, { 'app-1': ' ' }, 'Tracks parcels in every chat.'],
    ['a sentence', { shortDescription: null }, {}, SENTENCE],
    ['a sentence, for a text of marks only', { shortDescription: '<br> **' }, {}, SENTENCE],
    ['a sentence without a developer', { shortDescription: '', developerName: null }, {}, SENTENCE.replace(' by Northwind', '')],
    ['no property that every object has', { slug: 'constructor' }, {}, 'Tracks parcels in every chat.'],
  ])('%s', (_, changes, table, expected) => {
    expect(metaDescription({ ...application, ...changes }, table as Record<string, string>)).toBe(expected)
  })

  test('is cut between words', () => {
    const description = metaDescription({ ...application, shortDescription: 'parcel '.repeat(50) }, {})
    expect(description).toMatch(/^(parcel )+parcel…$/)
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_LIMIT)
    expect(description.length).toBeGreaterThan(DESCRIPTION_LIMIT - 'parcel '.length)
  })

  test('is never empty and never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (shortDescription) => {
        const { length } = metaDescription({ ...application, shortDescription }, {})
        expect(length).toBeGreaterThan(0)
        expect(length).toBeLessThanOrEqual(160)
      }),
    )
  })
})
