import { BRAND } from '@marketplace/contracts/core/brand'
import {
  PAYMENT_FILTERS,
  PAYMENT_LABELS,
  type PaymentFrequency,
  PLACEMENT_LABELS,
  PLACEMENTS,
  type Placement,
  PRODUCTS,
  type Product,
  SERVICE_TYPE_LABELS,
  SERVICE_TYPES,
} from '@marketplace/contracts/core/enumerations'
import type { FacetName } from '@marketplace/contracts/pages/list-query'
import type { FacetDefinition, FacetValue } from './list-index.ts'
import { paymentFilterOf } from './pricing.ts'
import { isService } from './visibility.ts'

/**
 * Turns a value of a catalogue into its name in addresses: "Food and drink" becomes food-and-drink. '' for a value without letters and
 * digits.
 */
export const facetKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const nameOf = (names: Intl.DisplayNames, code: string): string | undefined => {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}

/** "English" for "en". A text that is not a known language code is returned unchanged. */
export const languageName = (code: string): string => (/^[a-z]{2,3}(-\w+)?$/i.test(code) && nameOf(languageNames, code)) || code

/** "Poland" for "PL". A text that is not a known country code is returned unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) && nameOf(regionNames, code)) || code

const values = (texts: readonly string[], labelOf: (text: string) => string = (text) => text): FacetValue[] =>
  texts.map((text) => ({ value: facetKey(text), label: labelOf(text) })).filter(({ value }) => value !== '')

/** A facet over an enumeration: `pick` returns the given values that the enumeration has, in its order and with labels. */
const listed = <V extends string>(all: readonly V[], labels: Readonly<Record<V, string>>) => ({
  order: all as readonly string[],
  pick: (given: readonly string[]): FacetValue[] =>
    all.filter((value) => given.includes(value)).map((value) => ({ value, label: labels[value] })),
})

const payments = listed(PAYMENT_FILTERS, PAYMENT_LABELS)
const placements = listed(PLACEMENTS, PLACEMENT_LABELS)
const serviceTypes = listed(SERVICE_TYPES, SERVICE_TYPE_LABELS)
const kinds = listed(['application', 'service'], { application: 'Apps', service: 'Services' })
const products = listed(PRODUCTS, BRAND.products)

const LABELS: Readonly<Record<FacetName, string>> = {
  kind: 'Apps and services',
  categories: 'Category',
  payment: 'Price',
  compatibility: 'Works with',
  placement: 'Where it appears',
  services: 'Kind of service',
  language: 'Language',
  country: 'Country',
  industry: 'Industry',
}

/** The fields that filters of applications and services read. */
export type FacetedApplication = {
  product: Product
  payment: { price: number; frequency: PaymentFrequency; perAccount: boolean } | null
  placements: readonly Placement[]
  types: readonly string[]
  languages: readonly string[]
  industries: readonly string[]
  country: string | null
}

/** The fields that filters of experts read. */
export type FacetedExpert = {
  products: readonly Product[]
  services: readonly string[]
  languages: readonly string[]
  industries: readonly string[]
  country: string | null
}

const language = <T extends { languages: readonly string[] }>(): FacetDefinition<T> => ({
  name: 'language',
  label: LABELS.language,
  order: null,
  valuesOf: ({ languages }) => values(languages, languageName),
})
const country = <T extends { country: string | null }>(): FacetDefinition<T> => ({
  name: 'country',
  label: LABELS.country,
  order: null,
  valuesOf: (item) => (item.country ? values([countryName(item.country)]) : []),
})
const industry = <T extends { industries: readonly string[] }>(): FacetDefinition<T> => ({
  name: 'industry',
  label: LABELS.industry,
  order: null,
  valuesOf: ({ industries }) => values(industries),
})
const payment: FacetDefinition<FacetedApplication> = {
  name: 'payment',
  label: LABELS.payment,
  order: payments.order,
  valuesOf: (item) => payments.pick([paymentFilterOf(item.payment)]),
}
const productOf: FacetDefinition<FacetedApplication> = {
  name: 'compatibility',
  label: LABELS.compatibility,
  order: products.order,
  valuesOf: ({ product }) => products.pick([product]),
}

/**
 * The filters of lists of applications: price, product, placements of widgets, languages, the developer's country, industries. A discount does
 * not move an application to another value of the price filter (docs/product/catalogue.md, Names on screens).
 */
export const APPLICATION_FACETS: readonly FacetDefinition<FacetedApplication>[] = [
  payment,
  productOf,
  { name: 'placement', label: LABELS.placement, order: placements.order, valuesOf: (item) => placements.pick(item.placements) },
  language(),
  country(),
  industry(),
]

/** The filters of the list of services. */
export const SERVICE_FACETS: readonly FacetDefinition<FacetedApplication>[] = [
  {
    name: 'services',
    label: LABELS.services,
    order: serviceTypes.order,
    valuesOf: ({ types }) => serviceTypes.pick(types),
  },
  payment,
  productOf,
  language(),
  country(),
  industry(),
]

/** The filter that distinguishes applications and services among search results. */
export const kindFacet: FacetDefinition<Parameters<typeof isService>[0]> = {
  name: 'kind',
  label: LABELS.kind,
  order: kinds.order,
  valuesOf: (item) => kinds.pick([isService(item) ? 'service' : 'application']),
}

/** The filters of search results, besides kind and category: all those of applications and of services. */
export const SEARCH_FACETS: readonly FacetDefinition<FacetedApplication>[] = [
  ...APPLICATION_FACETS,
  ...SERVICE_FACETS.filter(({ name }) => name === 'services'),
]

/** The filters of the lists of experts. */
export const EXPERT_FACETS: readonly FacetDefinition<FacetedExpert>[] = [
  {
    name: 'services',
    label: LABELS.services,
    order: serviceTypes.order,
    valuesOf: ({ services }) => serviceTypes.pick(services),
  },
  {
    name: 'compatibility',
    label: LABELS.compatibility,
    order: products.order,
    valuesOf: (expert) => products.pick(expert.products),
  },
  language(),
  country(),
  industry(),
]

/** The filters of the list of developers. */
export const DEVELOPER_FACETS: readonly FacetDefinition<{ country: string | null }>[] = [country()]

/** The filter by category. `categoryOf` returns an item's category, or null. */
export const categoryFacet = <T>(categoryOf: (item: T) => { slug: string; name: string } | null): FacetDefinition<T> => ({
  name: 'categories',
  label: LABELS.categories,
  order: null,
  valuesOf: (item) => {
    const category = categoryOf(item)
    return category ? [{ value: category.slug, label: category.name }] : []
  },
})

/** The names on screens of an expert's services; unknown services are left out. */
export const serviceTypeNames = (services: readonly string[]): string[] => serviceTypes.pick(services).map(({ label }) => label)
