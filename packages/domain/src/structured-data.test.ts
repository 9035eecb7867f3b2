import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breadcrumbList, professionalService, softwareApplication, type StructuredApplication } from './structured-data.ts'

const application = (changes: Partial<StructuredApplication> = {}): StructuredApplication => ({
  name: 'Parcel Post',
  description: 'Tracks parcels in every chat.',
  url: 'https://marketplace.test/apps/parcel-post/',
  image: null,
  categoryName: null,
  developer: null,
  payment: null,
  rating: null,
  ...changes,
})

describe('softwareApplication', () => {
  test('with all fields', () => {
    const given = application({
      image: 'https://marketplace.test/pictures/1/large.webp',
      categoryName: 'E-commerce',
      developer: { name: 'Northwind', url: 'https://marketplace.test/developers/northwind/' },
      payment: { price: 1250, frequency: 'monthly' },
      rating: { rate: 4.256, votes: 12 },
    })
    expect(softwareApplication(given)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: 'Parcel Post',
      description: 'Tracks parcels in every chat.',
      url: 'https://marketplace.test/apps/parcel-post/',
      applicationCategory: 'BusinessApplication',
      applicationSubCategory: 'E-commerce',
      operatingSystem: 'Web',
      image: 'https://marketplace.test/pictures/1/large.webp',
      author: { '@type': 'Organization', name: 'Northwind', url: 'https://marketplace.test/developers/northwind/' },
      offers: {
        '@type': 'Offer',
        url: 'https://marketplace.test/apps/parcel-post/',
        price: '12.50',
        priceCurrency: 'USD',
        priceSpecification: { '@type': 'UnitPriceSpecification', price: '12.50', priceCurrency: 'USD', unitCode: 'MON' },
      },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.26, ratingCount: 12, bestRating: 5, worstRating: 1 },
    })
  })

  test('leaves out missing fields', () => {
    expect(Object.keys(softwareApplication(application())).toSorted()).toEqual(
      ['@context', '@type', 'applicationCategory', 'description', 'name', 'offers', 'operatingSystem', 'url'].toSorted(),
    )
    expect(softwareApplication(application({ developer: { name: 'Northwind', url: null } }))).toMatchObject({
      author: { '@type': 'Organization', name: 'Northwind' },
    })
  })

  test.each([
    [null, '0.00', undefined],
    [{ price: 0, frequency: 'monthly' }, '0.00', undefined],
    [{ price: 4900, frequency: 'once' }, '49.00', undefined],
    [{ price: 1200, frequency: 'monthly' }, '12.00', 'MON'],
    [{ price: 8005, frequency: 'hourly' }, '80.05', 'HUR'],
    [{ price: 123_456_700, frequency: 'once' }, '1234567.00', undefined],
  ] as const)('%j costs %s', (payment, price, unitCode) => {
    const { offers } = softwareApplication(application({ payment }))
    expect(offers).toMatchObject({ price, priceCurrency: 'USD' })
    expect(offers.priceSpecification?.unitCode).toBe(unitCode)
  })

  test.each([12.5, -100])('a price of %d cents is refused', (price) => {
    expect(() => softwareApplication(application({ payment: { price, frequency: 'once' } }))).toThrow(RangeError)
  })

  test.each([
    [{ rate: 5, votes: 1 }, 5],
    [{ rate: 0.4, votes: 3 }, 1],
    [{ rate: 7, votes: 3 }, 5],
    [{ rate: 0, votes: 0 }, undefined],
    [{ rate: 4, votes: 0 }, undefined],
    [null, undefined],
  ])('a rating of %j is %j', (rating, expected) => {
    expect(softwareApplication(application({ rating })).aggregateRating?.ratingValue).toBe(expected)
  })

  test('a rating is always on its scale', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), fc.integer({ min: 1 }), (rate, votes) => {
        const value = softwareApplication(application({ rating: { rate, votes } })).aggregateRating?.ratingValue
        expect(value).toBeGreaterThanOrEqual(1)
        expect(value).toBeLessThanOrEqual(5)
      }),
    )
  })
})

test('a service is a Service of its provider, with the same offer and rating', () => {
  const given = application({ developer: { name: 'Larkspur', url: null }, rating: { rate: 4.5, votes: 2 } })
  const { offers, aggregateRating } = softwareApplication(given)
  expect(professionalService(given)).toMatchObject({
    '@type': 'Service',
    provider: { '@type': 'Organization', name: 'Larkspur' },
    offers,
    aggregateRating,
  })
  expect(professionalService(given)).not.toHaveProperty('operatingSystem')
})

test('breadcrumbList counts from 1, root first', () => {
  expect(
    breadcrumbList([
      { name: 'Marketplace', url: 'https://marketplace.test/' },
      { name: 'Apps', url: 'https://marketplace.test/apps/' },
    ]),
  ).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Marketplace', item: 'https://marketplace.test/' },
      { '@type': 'ListItem', position: 2, name: 'Apps', item: 'https://marketplace.test/apps/' },
    ],
  })
})
