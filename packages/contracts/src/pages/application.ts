import type { Product } from '../core/enumerations.ts'
import type { Review } from '../ratings/schemas.ts'
import type { UniversalRefusal } from '../installs/schemas.ts'
import type { Badge, CardData, PageIcon, PageImage, PageLink, PageMeta, PriceText, SafeHtml } from './parts.ts'

/** Ratings and reviews of an application: docs/product/ratings.md. */
export type ReviewsData = {
  rate: number
  votes: number
  /** From five stars down to one, in whole percent that add up to 100. Null if the stars of some votes are unknown. */
  histogram: { stars: number; votes: number; percent: number }[] | null
  /** The number of ratings with a text. */
  reviewCount: number
  /** One page of these reviews, the newest first, as the API answers them. */
  reviews: Review[]
  /** The number of that page, from 1. */
  page: number
}

/** A plan. `saving` is the saving compared with twelve monthly payments, in percent. `terms` is the sentence that a buyer agrees to. */
export type PagePlan = { id: string; name: string; price: PriceText; saving: number; terms: string }

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
  plans: PagePlan[]
  badges: Badge[]
  underMaintenance: boolean
  /** The refusal that every caller gets; null if it depends on the caller. */
  universalRefusal: UniversalRefusal | null
  /** Sentences about who may install the application; empty if everybody with the permission to install may. */
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
  /** The data that the installed application may read or write. */
  access: { group: string; mode: 'read' | 'write' }[]
  /** Whether the developer has stated the scopes. Without a statement the page must not say that the application needs none. */
  accessStated: boolean
  otherScopes: string[]
  changelog: SafeHtml | null
  facts: { label: string; value: string }[]
  moreByDeveloper: CardData[]
}
