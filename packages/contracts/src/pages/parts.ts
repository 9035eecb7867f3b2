// The data of a page: one type for each kind of page, which the server builds and sends as one JSON document. The server also formats money
// and dates, so that its HTML and the browser's hydration are identical.
import type { FacetName, ListQuery } from './list-query.ts'

/** A picture: `src` without the host, and the size to reserve for it in CSS px. */
export type PageImage = { src: string; srcset: string | null; width: number; height: number; alt: string }

/** An icon, or the letters and colours of the tile shown instead. */
export type PageIcon = { kind: 'image'; image: PageImage } | { kind: 'monogram'; letters: string; colour: string; ink: string }

/** A price as text: "$12/mo per agent". `old` is the original price of a discount, shown struck out; `note` is about the trial. */
export type PriceText = { text: string; old: string | null; note: string | null; free: boolean }

export type Badge = 'verified' | 'ai-powered' | 'under-maintenance'

/** `href` is a path within the variant. */
export type PageLink = { href: string; name: string }

export type CountedLink = PageLink & { slug: string; count: number; current: boolean }

/** An application or service as a card in a list. */
export type CardData = {
  id: string
  slug: string
  href: string
  name: string
  developer: string | null
  shortDescription: string
  icon: PageIcon
  /** `rate` is 1 to 5 with one decimal; null without votes. */
  rating: { rate: number; votes: number } | null
  price: PriceText
  badges: Badge[]
}

/** The head of a page. `canonical` is absolute. */
export type PageMeta = {
  title: string
  description: string
  canonical: string
  noindex: boolean
  /** The picture that social networks show; its address is absolute. */
  image: { url: string; width: number; height: number; alt: string }
  /** JSON-LD documents. */
  structuredData: object[]
}

/** `total` counts all items. Of search results only the first 200 are on pages. */
export type Pagination = { page: number; pages: number; total: number; from: number; to: number }

/** One value of a filter, and the number of results that it would give together with the chosen values of the other filters. */
export type FacetChoice = { value: string; label: string; count: number; chosen: boolean }

export type Facet = { name: FacetName; label: string; choices: FacetChoice[] }

/** The filters of a list. A value that no item of the list has is not among the choices. */
export type ListFilters = {
  facets: Facet[]
  /** The verified toggle; null if no item of the list is verified. */
  verified: { count: number; chosen: boolean } | null
  /** The chosen values in the order of the facets, each a chip that removes it. */
  chips: { name: FacetName | 'verified'; value: string; label: string }[]
}

/** The common part of lists with filters. `path` is the list's path within the variant, without query; `query` is the query of the data. */
export type ListPage = {
  meta: PageMeta
  heading: string
  description: string
  /** From the marketplace's root down to this page. */
  breadcrumbs: PageLink[]
  path: string
  query: ListQuery
  filters: ListFilters
  pagination: Pagination
}

/** HTML that the server has sanitized; a page may insert it unescaped. */
export type SafeHtml = { html: string }
