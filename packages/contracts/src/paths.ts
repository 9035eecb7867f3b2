import { type ListQuery, writeListQuery, withoutFilter } from './list-query.ts'

type Query = Partial<ListQuery>

/** Paths of the host product, under its own address. */
export const hostPaths = { reports: () => '/reports' }

/** What an address can ask an application's page to begin with. */
export const PAGE_ACTIONS = ['install', 'settings'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]
export const isPageAction = (text: string | null): text is PageAction => PAGE_ACTIONS.some((action) => action === text)

/**
 * Every address of ours, as a path within a variant: the variant's prefix comes before it (specification, section 2). The server
 * builds links and canonical addresses with them, the browser its navigation.
 */
export const paths = {
  home: () => '/',
  apps: (query?: Query) => `/apps/${writeListQuery(query)}`,
  /** A category, a collection or an application: they share one level of the address (decisions, Catalogue). */
  underApps: (slug: string, query?: Query) => `/apps/${encodeURIComponent(slug)}/${writeListQuery(query)}`,
  /** An installed application in full screen, on the base variant (contract, Addresses). */
  openApplication: (slug: string) => `/apps/${encodeURIComponent(slug)}/open/`,
  comingSoon: () => '/apps/coming-soon/',
  /** A list with an address of its own at the root, such as /saas-deals/. */
  landing: (slug: string, query?: Query) => `/${slug}/${writeListQuery(query)}`,
  search: (query?: Query) => `/search/${writeListQuery(query)}`,
  services: (query?: Query) => `/services/${writeListQuery(query)}`,
  service: (slug: string) => `/services/${encodeURIComponent(slug)}/`,
  developers: (query?: Query) => `/developers/${writeListQuery(query)}`,
  developer: (slug: string, query?: Query) => `/developers/${encodeURIComponent(slug)}/${writeListQuery(query)}`,
  partners: (query?: Query) => `/partners/${writeListQuery(query)}`,
  recommendedPartners: (query?: Query) => `/partners/recommended/${writeListQuery(query)}`,
  expert: (slug: string) => `/partners/${encodeURIComponent(slug)}/`,
  campaign: (slug: string) => `/partners/campaigns/${encodeURIComponent(slug)}/`,
  /** Where people sign in; `to` is the path within the variant to come back to. */
  signIn: (to?: string) => `/sign-in/${to ? `?to=${encodeURIComponent(to)}` : ''}`,
  myApps: () => '/my-apps/',
  privateApps: () => '/private-apps/',
  privateApp: (slug: string) => `/private-apps/${encodeURIComponent(slug)}/`,
  inReviewApps: () => '/in-review-apps/',
  inReviewApp: (slug: string) => `/in-review-apps/${encodeURIComponent(slug)}/`,
  embeddedApps: () => '/embedded-apps/',
  embeddedApp: (slug: string) => `/embedded-apps/${encodeURIComponent(slug)}/`,
  embeddedPrivateApps: () => '/embedded-private-apps/',
  embeddedPrivateApp: (slug: string) => `/embedded-private-apps/${encodeURIComponent(slug)}/`,
  /** An application's own page, with what is to be done there already begun (section 2, "Query parameter action"). */
  act: (path: string, action: PageAction) => `${path}?action=${action}`,
  /** A list whose path the server has named. */
  listing: (path: string, query?: Query) => `${path}${writeListQuery(query)}`,
  /**
   * Where choosing a category leads from the list at `current`: on the root of the applications to the category's own page, which
   * keeps the rest of the query, elsewhere to the root with the category as a filter (section 2; decisions, Catalogue).
   */
  chooseCategory: (current: string, slug: string, query: ListQuery) => {
    const rest = withoutFilter(query, 'categories')
    return current === '/apps/'
      ? paths.underApps(slug, rest)
      : paths.apps({ ...rest, filters: { ...rest.filters, categories: [slug] } })
  },
}
