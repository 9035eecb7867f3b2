import type { PageMeta } from './parts.ts'
import type { ComingSoonPage, HomePage, ListingPage, SearchPage } from './lists.ts'
import type { CampaignPage, DeveloperPage, DevelopersPage, ExpertPage, ExpertsPage } from './people.ts'
import type { ApplicationPage } from './application.ts'
import type { SignInPage } from './client-pages.ts'

export type ErrorPage = {
  kind: 'not-found' | 'server-error'
  meta: PageMeta
  /** A specific heading and text if the cause is known, instead of the general ones. */
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
  | ErrorPage

export type PageKind = PageResult['kind']

/** The header of page data with the build of the storefront for which the server made it. */
export const BUILD_HASH_HEADER = 'x-build-hash'

/** page-data.json */
export type PageData = { path: string; result: PageResult }

/** app-data.json */
export type AppData = { buildHash: string }
