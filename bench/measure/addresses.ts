import { APPLICATION_SORTS, PAYMENT_FILTERS } from '@marketplace/contracts/core/enumerations'
import { paths } from '@marketplace/contracts/pages/paths'
import { INDUSTRIES, LANGUAGES } from '../catalogue/values.ts'
import { facetKey } from '@marketplace/domain/facets'
import { mix, seeded } from '../catalogue/random.ts'

/** The number of cards on a full page of a list. A category with fewer would be a smaller page, which could not be compared. */
const FULL_PAGE = 24

/**
 * Addresses of the list of all applications, like those of people and crawlers: each order, its first pages and some far behind,
 * and filters that leave several pages.
 */
export const listingAddresses = (count: number, applications: number): string[] => {
  const random = seeded(mix(applications, 6))
  const pages = Math.floor((applications * 0.85) / FULL_PAGE)
  return Array.from({ length: count }, (_, number) => {
    const sortBy = random.pick(APPLICATION_SORTS)
    if (number % 2 === 0) return paths.apps({ sortBy, page: random.chance(0.5) ? 1 : random.int(1, pages) })
    const filters = random.pick([
      () => ({ payment: random.some(PAYMENT_FILTERS, 3) }),
      () => ({ language: random.some(LANGUAGES, 6) }),
      () => ({ industry: random.some(INDUSTRIES, 7).map(facetKey) }),
      () => ({ payment: random.some(PAYMENT_FILTERS, 3), language: random.some(LANGUAGES, 8) }),
    ])()
    return paths.apps({ filters, sortBy, page: random.int(1, 2) })
  })
}

/** Addresses of the pages of full categories, in each order. */
export const categoryAddresses = (categories: readonly string[]): string[] =>
  categories.flatMap((slug) => APPLICATION_SORTS.map((sortBy) => paths.underApps(slug, { sortBy })))

/** The categories that fill a page in each of the catalogues. */
export const fullCategories = (catalogues: readonly (readonly [string, number][])[]): string[] =>
  (catalogues[0] ?? [])
    .map(([slug]) => slug)
    .filter((slug) => catalogues.every((counts) => (new Map(counts).get(slug) ?? 0) >= FULL_PAGE))
