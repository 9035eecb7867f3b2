// What a page is made of: one typed struct for each kind of page, built on the server and sent as one JSON document.
// Texts about money and dates are made there too, so that the server's page and the browser's are the same to the letter.
import type { ApplicationSort, Product } from './enumerations.ts'

/** A picture: address without host, and the size to reserve for it in CSS px. `sources` go into srcset. */
export type PageImage = { src: string; srcset: string | null; width: number; height: number; alt: string }

/** An icon, or the letters and colour of the tile that stands for one. */
export type PageIcon = { kind: 'image'; image: PageImage } | { kind: 'monogram'; letters: string; colour: string; ink: string }

/** What a price says: "$12/mo per agent". `old` is the struck price of a discount, `note` the trial. */
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
  /** rate 1 to 5 with one decimal, or null where nobody has voted */
  rating: { rate: number; votes: number } | null
  price: PriceText
  badges: Badge[]
}

/** What the head of a page says. `canonical` is absolute. */
export type PageMeta = {
  title: string
  description: string
  canonical: string
  noindex: boolean
  /** JSON-LD documents. */
  structuredData: object[]
}

export type Pagination = { page: number; pages: number; total: number; from: number; to: number }

export type HomePage = {
  kind: 'home'
  meta: PageMeta
  applicationCount: number
  highlights: { tag: string; label: string; card: CardData; image: PageImage | null; colour: string }[]
  collections: { link: PageLink; description: string; cards: CardData[] }[]
  categories: CountedLink[]
}

export type ListingPage = {
  kind: 'listing'
  meta: PageMeta
  heading: string
  description: string
  /** From the marketplace's root down to this page. */
  breadcrumbs: PageLink[]
  /** This list's path within the variant, without query. */
  path: string
  cards: CardData[]
  pagination: Pagination
  sortBy: ApplicationSort
  /** Whether the person chose the order (it is in the address), or the default stands. */
  sorted: boolean
  categories: CountedLink[]
  collections: PageLink[]
}

/** Text that was cleaned on the server and may be put into the page as HTML. */
export type SafeHtml = { html: string }

export type ApplicationPage = {
  kind: 'application'
  meta: PageMeta
  breadcrumbs: PageLink[]
  id: string
  slug: string
  name: string
  service: boolean
  product: Product
  productName: string
  icon: PageIcon
  shortDescription: string
  developer: { name: string; website: string | null; email: string | null; slug: string } | null
  category: PageLink | null
  rating: { rate: number; votes: number } | null
  installations: number | null
  price: PriceText
  plans: { id: string; name: string; price: PriceText }[]
  badges: Badge[]
  underMaintenance: boolean
  /** Where the person can go on from here: the developer's own pages, http or https. */
  links: {
    website: string | null
    tutorial: string | null
    privacyPolicy: string | null
    terms: string | null
    support: string | null
  }
  screenshots: { thumbnail: PageImage; large: PageImage; caption: string | null }[]
  description: SafeHtml | null
  features: { title: string; description: string | null }[]
  triggers: { title: string; description: string | null }[]
  benefits: { title: string; description: string | null }[]
  upgrades: { id: string; name: string; description: string | null; price: PriceText; url: string | null }[]
  /** What it may read and write once installed, in plain words. */
  access: { group: string; mode: 'read' | 'write' }[]
  /** Whether it says what it asks for: an application that says nothing is not one that asks for nothing. */
  accessStated: boolean
  otherScopes: string[]
  changelog: SafeHtml | null
  facts: { label: string; value: string }[]
  moreByDeveloper: CardData[]
}

export type ErrorPage = { kind: 'not-found' | 'server-error'; meta: PageMeta }

export type PageResult = HomePage | ListingPage | ApplicationPage | ErrorPage
export type PageKind = PageResult['kind']

/** page-data.json */
export type PageData = { path: string; result: PageResult }
/** app-data.json */
export type AppData = { buildHash: string }

/** What every page of a variant shares: header and footer. */
export type SiteData = {
  marketplace: string
  productName: string
  categories: CountedLink[]
  collections: PageLink[]
  applicationCount: number
}
/** What the document carries for the browser to start from. */
export type BootData = {
  variant: string
  /** The mount's path without a trailing slash; '' where a host name chose the variant, or for the base variant. */
  basename: string
  buildHash: string
  site: SiteData
  page: PageData
  status: number
}
