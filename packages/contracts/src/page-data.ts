// What a page is made of: one typed struct for each kind of page, built on the server and sent as one JSON document.
// Texts about money and dates are made there too, so that the server's page and the browser's are the same to the letter.
import type { ApplicationSort, DeveloperSort, Product } from './enumerations.ts'
import type { UniversalRefusal } from './installs.ts'
import type { FacetName, ListQuery } from './list-query.ts'
import type { TextParts } from './search.ts'

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
  /** The picture that stands for it where it is shared; absolute. */
  image: { url: string; width: number; height: number; alt: string }
  /** JSON-LD documents. */
  structuredData: object[]
}

/** `total` counts all there is; of search results no more than the first 200 are on pages. */
export type Pagination = { page: number; pages: number; total: number; from: number; to: number }

/** One value of a filter, and how many results it would give beside what is chosen in the other filters. */
export type FacetChoice = { value: string; label: string; count: number; chosen: boolean }
export type Facet = { name: FacetName; label: string; choices: FacetChoice[] }

/** The filters of a list. Values that nothing in the list has are not among the choices. */
export type ListFilters = {
  facets: Facet[]
  /** The verified toggle; null where nothing in the list is verified. */
  verified: { count: number; chosen: boolean } | null
  /** What is chosen, in the order of the facets, for the chips. */
  chips: { name: FacetName | 'verified'; value: string; label: string }[]
}

/** What every list with filters has. `path` is its own within the variant, without query; `query` says what is shown of it. */
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

export type HomePage = {
  kind: 'home'
  meta: PageMeta
  applicationCount: number
  highlights: { tag: string; label: string; card: CardData; image: PageImage | null; colour: string }[]
  collections: { link: PageLink; description: string; cards: CardData[] }[]
  categories: CountedLink[]
  /** Lists with an address of their own: deals, messaging, e-commerce. */
  landings: (PageLink & { slug: string; description: string })[]
  services: CardData[]
  experts: ExpertCard[]
}

/** A list of applications or of services. */
export type ListingPage = ListPage & {
  kind: 'listing'
  /** What is listed. */
  of: 'applications' | 'services'
  cards: CardData[]
  /** The order that is shown; `query.sortBy` is null where it is the list's own. */
  sortBy: ApplicationSort
  categories: CountedLink[]
  collections: PageLink[]
}

/** Texts of a card, with what was asked for marked. */
export type CardMarks = { name: TextParts; shortDescription: TextParts }

/** The results of a search: a list of applications and services like any other, and the partners that fit. */
export type SearchPage = ListPage & {
  kind: 'search'
  /** What was looked for, as it was read; '' before anything was. */
  text: string
  /** Why nothing was looked for: nothing was typed, or too little. Null where something was. */
  idle: 'empty' | 'short' | null
  cards: CardData[]
  /** Why a card is here, by its id: its texts in pieces, where something in them was asked for. */
  marks: { [id: string]: CardMarks }
  sortBy: ApplicationSort | 'relevance'
  /** The words as typed found nothing, and these are the closest. */
  nearest: boolean
  /** The same of the partners. */
  nearestPartners: boolean
  /** The partners that fit, the best first of each kind; on the first page, and with nothing filtered. */
  experts: ExpertCard[]
  developers: DeveloperCard[]
  /** Where to go on from when nothing was found, or nothing was looked for yet. */
  suggestions: CardData[]
  categories: CountedLink[]
}

/** An application that is accepted and not yet published. It has no page. */
export type ComingSoonCard = {
  id: string
  name: string
  /** `href` is null where the developer has no page yet. */
  developer: { name: string; href: string | null } | null
  shortDescription: string
  icon: PageIcon
  category: PageLink | null
  /** The day it is planned for, in words, or null where none is set. */
  expected: string | null
}
export type ComingSoonPage = {
  kind: 'coming-soon'
  meta: PageMeta
  heading: string
  description: string
  breadcrumbs: PageLink[]
  cards: ComingSoonCard[]
}

export type DeveloperCard = {
  id: string
  href: string
  name: string
  description: string
  country: string | null
  icon: PageIcon
  verified: boolean
  applicationCount: number
  serviceCount: number
  /** Icons of some of its applications. */
  icons: PageIcon[]
}
export type DevelopersPage = ListPage & { kind: 'developers'; cards: DeveloperCard[]; sortBy: DeveloperSort }

export type DeveloperPage = {
  kind: 'developer'
  meta: PageMeta
  breadcrumbs: PageLink[]
  id: string
  /** Its own path, without query. */
  path: string
  name: string
  description: string
  icon: PageIcon
  verified: boolean
  country: string | null
  /** In words: "Since March 2021". */
  since: string
  website: string | null
  email: string | null
  applicationCount: number
  serviceCount: number
  /** Of all its applications together; null where nobody has voted. */
  rating: { rate: number; votes: number } | null
  /** A page of its applications; `pagination` counts them. */
  applications: CardData[]
  pagination: Pagination
  services: CardData[]
}

/** A partner expert as a card in a list. */
export type ExpertCard = {
  id: string
  href: string
  name: string
  headline: string
  icon: PageIcon
  /** "Kraków, Poland" */
  location: string | null
  services: string[]
  languages: string[]
  verified: boolean
  recommended: boolean
  testimonialCount: number
}
/** An expert who is not in the program yet. */
export type ProspectCard = { id: string; name: string; description: string; country: string | null; icon: PageIcon }

export type ExpertsPage = ListPage & {
  kind: 'experts'
  cards: ExpertCard[]
  /** Only on the first page of the list of all experts. */
  prospects: ProspectCard[]
  campaigns: (PageLink & { description: string })[]
  /** The other list: all experts, or the recommended ones; null where nobody is recommended. */
  other: PageLink | null
}

export type ExpertPage = {
  kind: 'expert'
  meta: PageMeta
  breadcrumbs: PageLink[]
  id: string
  name: string
  headline: string
  icon: PageIcon
  verified: boolean
  recommended: boolean
  location: string | null
  services: string[]
  languages: string[]
  industries: string[]
  products: string[]
  facts: { label: string; value: string }[]
  description: SafeHtml | null
  website: string | null
  testimonials: { id: string; name: string; website: string | null; text: string; date: string }[]
  /** Applications that the expert sets up. */
  worksWith: CardData[]
  others: ExpertCard[]
}

/** A page about one kind of help, with the experts who give it. */
export type CampaignPage = {
  kind: 'campaign'
  meta: PageMeta
  breadcrumbs: PageLink[]
  slug: string
  heading: string
  lead: string
  description: SafeHtml | null
  points: { title: string; description: string | null }[]
  experts: ExpertCard[]
}

/** Text that was cleaned on the server and may be put into the page as HTML. */
export type SafeHtml = { html: string }

/** What people think of an application. */
export type ReviewsData = {
  rate: number
  votes: number
  /** From five stars down to one, percent as whole numbers that add up to 100; null where it is not known of every vote. */
  histogram: { stars: number; votes: number; percent: number }[] | null
  /** How many of the ratings have a text. */
  reviewCount: number
  /** The newest of them. */
  reviews: { id: string; name: string; rate: number; text: string; date: string }[]
}

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
  /** `href` is null where the developer has no page, since nothing of it is in a list. */
  developer: { name: string; website: string | null; email: string | null; href: string | null } | null
  category: PageLink | null
  rating: { rate: number; votes: number } | null
  reviews: ReviewsData | null
  installations: number | null
  price: PriceText
  plans: { id: string; name: string; price: PriceText }[]
  badges: Badge[]
  underMaintenance: boolean
  /** Why nobody can install it from here, whoever they are; null where that is not so. */
  universalRefusal: UniversalRefusal | null
  /** Who may install it, where not everybody with the right to install may, in plain words. */
  restrictions: string[]
  /** Where the person can go on from here: the developer's own pages, http or https. */
  links: {
    website: string | null
    tutorial: string | null
    privacyPolicy: string | null
    terms: string | null
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

/** A page whose content belongs to whoever is signed in: the server sends its shape, the same for all, and the browser the rest. */
type ClientPage = { meta: PageMeta; heading: string; breadcrumbs: PageLink[] }
export type SignInPage = ClientPage & { kind: 'sign-in' }
export type MyAppsPage = ClientPage & { kind: 'my-apps' }
/** A list of applications that are not public, or of those that a host product shows in its own pages. */
export type OwnApplicationsPage = ClientPage & {
  kind: 'own-applications'
  of: 'private' | 'in-review' | 'embedded' | 'embedded-private'
}
/** One application as its organization or a host product's page sees it; `slug` may be its id. */
export type OwnApplicationPage = ClientPage & {
  kind: 'own-application'
  of: OwnApplicationsPage['of']
  slug: string
}
export type OpenApplicationPage = ClientPage & { kind: 'open-application'; slug: string }

export type ErrorPage = { kind: 'not-found' | 'server-error'; meta: PageMeta }

export type PageResult =
  | HomePage
  | ListingPage
  | SearchPage
  | ComingSoonPage
  | ApplicationPage
  | DevelopersPage
  | DeveloperPage
  | ExpertsPage
  | ExpertPage
  | CampaignPage
  | SignInPage
  | MyAppsPage
  | OwnApplicationsPage
  | OwnApplicationPage
  | OpenApplicationPage
  | ErrorPage
export type PageKind = PageResult['kind']

/** The header in which page data says which build of the storefront it is for. */
export const BUILD_HASH_HEADER = 'x-build-hash'

/** page-data.json */
export type PageData = { path: string; result: PageResult }
/** app-data.json */
export type AppData = { buildHash: string }

/** What every page of a variant shares: header and footer. */
export type SiteData = {
  marketplace: string
  productName: string
  /** What the variant's lists are for, in words: one product, or both. */
  listedFor: string
  categories: CountedLink[]
  collections: PageLink[]
  applicationCount: number
  /** Landings that have something to show. */
  landings: PageLink[]
  /** Whether there are services and experts to lead to. */
  hasServices: boolean
  hasExperts: boolean
  /** The sister products, each with where its link leads. */
  products: SisterProduct[]
  accountsUrl: string
  /** The host product. */
  hostUrl: string
  /** Where people sign in and install instead, without a slash at its end; null where they do so here (contract, Variants). */
  signInBase: string | null
}

/**
 * `current`: the variant is this product's. `scope`: whether `href` is a path of this origin (another variant's start) or somewhere
 * else.
 */
export type SisterProduct = {
  id: string
  name: string
  description: string
  href: string
  current: boolean
  scope: 'variant' | 'origin' | 'elsewhere'
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
