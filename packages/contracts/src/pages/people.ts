import type { DeveloperSort } from '../core/enumerations.ts'
import type { CardData, ListPage, PageIcon, PageLink, PageMeta, Pagination, SafeHtml } from './parts.ts'

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
  /** As text: "Since March 2021". */
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

/** A page about one kind of help, with the experts who offer it. */
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
