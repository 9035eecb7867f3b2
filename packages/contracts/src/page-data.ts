// The data of a page: one type for each kind of page, built on the server and sent as one JSON document. The server also formats money and
// dates, so that its HTML and the browser's hydration are the same to the letter.
import type { ApplicationSort, DeveloperSort, Product } from './enumerations.ts'
import type { UniversalRefusal } from './installs.ts'
import type { FacetName, ListQuery } from './list-query.ts'
import type { TextParts } from './search.ts'

/** A picture: `src` without the host, and the size to reserve for it in CSS px. */
export type PageImage = { src: string; srcset: string | null; width: number; height: number; alt: string }

/** An icon, or the letters and colours of the tile shown instead. */
export type PageIcon = { kind: 'image'; image: PageImage } | { kind: 'monogram'; letters: string; colour: string; ink: string }

/** A price in words: "$12/mo per agent". `old` is the struck price of a discount, `note` the trial. */
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

/** One value of a filter, and how many results it would give together with the values chosen in the other filters. */
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

/** The common part of lists with filters. `path` is the list's path within the variant, without query; `query` is what it shows now. */
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
  of: 'applications' | 'services'
  cards: CardData[]
  /** The order that is shown, also if `query.sortBy` is null for the default. */
  sortBy: ApplicationSort
  categories: CountedLink[]
  collections: PageLink[]
}

/** Texts of a card with the searched words marked. */
export type CardMarks = { name: TextParts; shortDescription: TextParts }

/** The results of a search: a list of applications and services like any other, and matching partners. */
export type SearchPage = ListPage & {
  kind: 'search'
  /** The searched text as the server read it; '' before a search. */
  text: string
  /** Why there was no search: no text, or too short a text. Null after a search. */
  idle: 'empty' | 'short' | null
  cards: CardData[]
  /** By the card's id: its texts in pieces with the searched words marked. Only cards whose texts have such words. */
  marks: { [id: string]: CardMarks }
  sortBy: ApplicationSort | 'relevance'
  /** Whether the words as typed found nothing, and the cards are the closest hits. */
  nearest: boolean
  /** The same for the partners. */
  nearestPartners: boolean
  /** Matching partners, the best of each kind first. Only on the first page, and without filters. */
  experts: ExpertCard[]
  developers: DeveloperCard[]
  /** Applications to go on with after a search without hits, or before a search. */
  suggestions: CardData[]
  categories: CountedLink[]
}

/** An application that is accepted but not yet published. It has no page. */
export type ComingSoonCard = {
  id: string
  name: string
  /** `href` is null if the developer has no page yet. */
  developer: { name: string; href: string | null } | null
  shortDescription: string
  icon: PageIcon
  category: PageLink | null
  /** The planned day in words; null if none is set. */
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
  /** The page's own path, without query. */
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
  /** Of all its applications together; null without votes. */
  rating: { rate: number; votes: number } | null
  /** One page of its applications; `pagination` counts all of them. */
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
  /** Link to the other list: all experts, or the recommended ones. Null if no expert is recommended. */
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

/** HTML that the server has sanitized; a page may insert it unescaped. */
export type SafeHtml = { html: string }

/** Ratings and reviews of an application: docs/product/ratings.md. */
export type ReviewsData = {
  rate: number
  votes: number
  /** From five stars down to one, in whole percent that add up to 100. Null unless the stars of every vote are known. */
  histogram: { stars: number; votes: number; percent: number }[] | null
  /** How many ratings have a text. */
  reviewCount: number
  /** The newest of these ratings. */
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
  /** `href` is null if the developer has no page, because no list contains an application of it. */
  developer: { name: string; website: string | null; email: string | null; href: string | null } | null
  category: PageLink | null
  rating: { rate: number; votes: number } | null
  reviews: ReviewsData | null
  installations: number | null
  price: PriceText
  plans: { id: string; name: string; price: PriceText }[]
  badges: Badge[]
  underMaintenance: boolean
  /** The refusal that every caller gets; null if it depends on the caller. */
  universalRefusal: UniversalRefusal | null
  /** Sentences that limit who may install it; empty if everybody with the right to install may. */
  restrictions: string[]
  /** The developer's own pages; http or https. */
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
  /** The data that it may read or write once installed. */
  access: { group: string; mode: 'read' | 'write' }[]
  /** Whether the developer has stated the scopes. Without a statement the page must not say that the application needs none. */
  accessStated: boolean
  otherScopes: string[]
  changelog: SafeHtml | null
  facts: { label: string; value: string }[]
  moreByDeveloper: CardData[]
}

/** A page with content of the signed-in person. The server sends a frame that is the same for all; the browser loads the content. */
type ClientPage = { meta: PageMeta; heading: string; breadcrumbs: PageLink[] }
export type SignInPage = ClientPage & { kind: 'sign-in' }
export type OpenApplicationPage = ClientPage & { kind: 'open-application'; slug: string }

export type ErrorPage = {
  kind: 'not-found' | 'server-error'
  meta: PageMeta
  /** What is said where it is known why, instead of what is said of any failure. */
  says?: { heading: string; text: string }
}

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
  | OpenApplicationPage
  | ErrorPage
export type PageKind = PageResult['kind']

/** Header of page data with the build of the storefront for which the server rendered it. */
export const BUILD_HASH_HEADER = 'x-build-hash'

/** page-data.json */
export type PageData = { path: string; result: PageResult }
/** app-data.json */
export type AppData = { buildHash: string }

/** Data of header and footer, which all pages of a variant share. */
export type SiteData = {
  marketplace: string
  productName: string
  /** The products that the variant lists, in words: one product, or both. */
  listedFor: string
  categories: CountedLink[]
  collections: PageLink[]
  applicationCount: number
  /** Landings that are not empty. */
  landings: PageLink[]
  /** Whether the variant lists any services, any experts. */
  hasServices: boolean
  hasExperts: boolean
  /** The entries of the product switcher. */
  products: SisterProduct[]
  accountsUrl: string
  /** Address of the host product. */
  hostUrl: string
  /** Address, without trailing slash, of the base variant, on which visitors of the public variant sign in. Null on all other variants. */
  signInBase: string | null
}

/**
 * An entry of the product switcher. `current`: the variant belongs to this product. `scope` says how to follow `href`: `variant` a path within
 * this variant, `origin` the address of another variant, `elsewhere` an address of another site.
 */
export type SisterProduct = {
  id: string
  name: string
  description: string
  href: string
  current: boolean
  scope: 'variant' | 'origin' | 'elsewhere'
}
/** Data in the HTML document from which the browser starts. */
export type BootData = {
  variant: string
  /** Path of the variant without trailing slash; '' for the base variant, and if the host name decided the variant. */
  basename: string
  buildHash: string
  site: SiteData
  page: PageData
  status: number
}

/** What a document of the workspace starts from: nothing in it belongs to a person (docs/decisions/0040). */
export type ShellData = Pick<BootData, 'variant' | 'basename' | 'buildHash' | 'site'> & {
  screen: { heading: string; title: string; isList: boolean }
}
