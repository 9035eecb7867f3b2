import type { ApplicationSort } from '../core/enumerations.ts'
import type { TextParts } from '../search/schemas.ts'
import type { CardData, CountedLink, ListPage, PageIcon, PageImage, PageLink, PageMeta } from './parts.ts'
import type { DeveloperCard, ExpertCard } from './people.ts'

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
  /** By the card's id: its texts in pieces, with the searched words marked. Cards without matches are left out. */
  marks: { [id: string]: CardMarks }
  sortBy: ApplicationSort | 'relevance'
  /** Whether nothing matches the words exactly, so that the cards are the closest hits. */
  nearest: boolean
  /** The same for the partners. */
  nearestPartners: boolean
  /** Matching partners, the best of each kind first. Only on the first page, and without filters. */
  experts: ExpertCard[]
  developers: DeveloperCard[]
  /** Applications to suggest after a search without hits, or before a search. */
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
