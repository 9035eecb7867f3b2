// JSON-LD documents for search engines: docs/product/pages.md, Addresses. They are objects; code that writes them into a page has to escape
// them for a script element.
import type { PaymentFrequency } from '@marketplace/contracts/core/enumerations'
import { assertCents, divideDown } from './money.ts'

/** Addresses are absolute. `payment` is after discounts, in cents; null means free. `rating` is on a scale of 1 to 5. */
export type StructuredApplication = {
  name: string
  description: string
  url: string
  image: string | null
  categoryName: string | null
  developer: { name: string; url: string | null } | null
  payment: { price: number; frequency: PaymentFrequency } | null
  rating: { rate: number; votes: number } | null
}

const CURRENCY = 'USD'
const CONTEXT = 'https://schema.org'
const WORST = 1
const BEST = 5

/** The unit of a price as a UN/CEFACT code, as schema.org requires; null for a one-time price. */
const UNIT_CODES: Record<PaymentFrequency, string | null> = { once: null, monthly: 'MON', hourly: 'HUR' }

/** Cents as a price of schema.org: "12.00", without currency or separators. Throws a RangeError for anything but whole cents. */
const decimal = (cents: number): string => {
  assertCents(cents)
  return `${divideDown(cents, 100)}.${String(cents % 100).padStart(2, '0')}`
}

const offer = (payment: StructuredApplication['payment'], url: string) => {
  const price = decimal(payment?.price ?? 0)
  const unitCode = payment && payment.price > 0 ? UNIT_CODES[payment.frequency] : null
  return {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: CURRENCY,
    ...(unitCode && {
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: CURRENCY, unitCode },
    }),
  }
}

/** Clamped to the scale, because search engines refuse a rating outside of it. Callers leave out a rating without votes. */
const aggregateRating = ({ rate, votes }: { rate: number; votes: number }) => ({
  '@type': 'AggregateRating',
  ratingValue: Math.round(Math.min(Math.max(rate, WORST), BEST) * 100) / 100,
  ratingCount: votes,
  bestRating: BEST,
  worstRating: WORST,
})

/**
 * A schema.org SoftwareApplication with its offer in USD and, if it has votes, its rating from 1 to 5. Throws a RangeError for a price that is
 * not whole cents.
 */
export const softwareApplication = (application: StructuredApplication) => {
  const { name, description, url, image, categoryName, developer, payment, rating } = application
  return {
    '@context': CONTEXT,
    '@type': 'SoftwareApplication',
    name,
    description,
    url,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    ...(categoryName && { applicationSubCategory: categoryName }),
    ...(image && { image }),
    ...(developer && {
      author: { '@type': 'Organization', name: developer.name, ...(developer.url && { url: developer.url }) },
    }),
    offers: offer(payment, url),
    ...(rating && rating.votes > 0 && { aggregateRating: aggregateRating(rating) }),
  }
}

/** A schema.org Service with its offer, for a service of the marketplace. Throws a RangeError as softwareApplication does. */
export const professionalService = (service: StructuredApplication) => {
  const { name, description, url, image, developer, payment, rating } = service
  return {
    '@context': CONTEXT,
    '@type': 'Service',
    name,
    description,
    url,
    ...(image && { image }),
    ...(developer && {
      provider: { '@type': 'Organization', name: developer.name, ...(developer.url && { url: developer.url }) },
    }),
    offers: offer(payment, url),
    ...(rating && rating.votes > 0 && { aggregateRating: aggregateRating(rating) }),
  }
}

/** A schema.org BreadcrumbList of absolute addresses, from the root of the marketplace down to the page itself. */
export const breadcrumbList = (crumbs: readonly { name: string; url: string }[]) => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
})
