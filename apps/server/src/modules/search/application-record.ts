import type { Category } from '@marketplace/contracts/catalogue/schemas'
import type { VariantModeName, VariantName } from '@marketplace/contracts/core/variants'
import { numericProp } from '@marketplace/domain/custom-props'
import { APPLICATION_FACETS, categoryFacet, SERVICE_FACETS } from '@marketplace/domain/facets'
import { effectivePayment } from '@marketplace/domain/pricing'
import { isService } from '@marketplace/domain/visibility'
import type { SearchDocument } from '@marketplace/search/document'
import type { ShownRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { CatalogueEntry } from '../catalogue/index.ts'
import { picturePath } from '../pictures/index.ts'
import { facetsOf } from './facets-of.ts'
import { BETA_FACET, BETA_ONLY } from './indexes.ts'
import { plainLine } from './plain-long-text.ts'

export type ApplicationSource = {
  entry: CatalogueEntry
  category: Category | null
  company: string | null
  /** The variants whose lists contain the application. */
  variants: readonly VariantName[]
  /** The variants whose lists contain the application in beta mode. */
  inBeta: readonly VariantModeName[]
}

/** Sorts records without a date after those with one. */
const NEVER = -8.64e15

/** The values of an application for each filter, under the names that the search uses. */
const listFacets = ({ entry, category }: ApplicationSource): Record<string, readonly string[]> =>
  facetsOf(entry, [categoryFacet<CatalogueEntry>(() => category), ...(isService(entry) ? SERVICE_FACETS : APPLICATION_FACETS)])

const isVerified = ({ customProps }: CatalogueEntry): boolean => customProps.verified === 'true'
const kindOf = (entry: CatalogueEntry) => (isService(entry) ? 'service' : 'application')

/** The short texts of an application. */
const textsOf = ({ entry, category, company }: ApplicationSource): Readonly<Record<string, string>> => ({
  name: plainLine(entry.name),
  shortDescription: plainLine(entry.shortDescription ?? ''),
  'category.name': plainLine(category?.name ?? ''),
  'company.name': plainLine(company ?? ''),
})

/** An application or service as a search record: with today's price, and without fields that only its own page shows. */
export const applicationDocument = (source: ApplicationSource, longDescription: string, now: Date): SearchDocument => {
  const { entry, category, variants, inBeta } = source
  const { id, name, product, installations, rating, publishedAt, customProps } = entry
  const payment = effectivePayment(entry.payment, customProps, now)
  const order = numericProp(customProps, 'order') ?? 0
  return {
    id,
    fields: { ...textsOf(source), longDescription },
    order,
    installations: installations ?? 0,
    facets: {
      ...listFacets(source),
      verified: [String(isVerified(entry))],
      kind: [kindOf(entry)],
      variants,
      [BETA_FACET]: variants.length === 0 ? [...inBeta, BETA_ONLY] : inBeta,
      // No list of the storefront filters by this facet, but published clients do.
      product: [product],
      hidden: ['false'],
      'category.slug': category ? [category.slug] : [],
    },
    numbers: {
      price: payment?.price ?? 0,
      ...(installations !== null && { installations }),
      ...(rating.votes > 0 && { 'rating.rate': rating.rate }),
      'rating.votes': rating.votes,
      ...(publishedAt && { publishedAt: publishedAt.getTime() }),
    },
    // Subtracted from 0, so that 0 does not become -0, which would be stored as a number of its own, while 0 needs no space.
    sortKeys: {
      name,
      order: 0 - order,
      installations: 0 - (installations ?? 0),
      rate: 0 - rating.rate,
      votes: 0 - rating.votes,
      publishedAt: -(publishedAt?.getTime() ?? NEVER),
      price: payment?.price ?? 0,
    },
  }
}

/** The fields of an application that search results show. */
export const shownApplication = (source: ApplicationSource, publicUrl: string, now: Date): ShownRecord => ({
  id: source.entry.id,
  texts: () => textsOf(source),
  fields: () => fieldsOf(source, publicUrl, now),
})

const fieldsOf = (source: ApplicationSource, publicUrl: string, now: Date): Readonly<Record<string, unknown>> => {
  const { entry, category, company, variants } = source
  const { 'category.name': _, payment: __, ...shown } = listFacets(source)
  const payment = effectivePayment(entry.payment, entry.customProps, now)
  return {
    slug: entry.slug,
    name: plainLine(entry.name),
    shortDescription: plainLine(entry.shortDescription ?? ''),
    product: entry.product,
    kind: kindOf(entry),
    icon: entry.iconId && `${publicUrl}${picturePath(entry.iconId, 256)}`,
    category,
    company: company === null ? null : { name: company, website: entry.company?.website ?? null },
    rating: entry.rating,
    installations: entry.installations,
    price: payment?.price ?? 0,
    payment,
    customProps: entry.customProps,
    hidden: false,
    publishedAt: entry.publishedAt?.toISOString() ?? null,
    ...shown,
    country: shown.country?.[0] ?? null,
    verified: isVerified(entry),
    variants,
  }
}
