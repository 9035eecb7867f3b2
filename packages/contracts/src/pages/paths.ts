import { type ListQuery, writeListQuery, withoutFilter } from './list-query.ts'

type Query = Partial<ListQuery>

/** Paths of the host product, under HOST_URL. */
export const hostPaths = { reports: () => '/reports' }

/** Values of `?action=`: the dialog that an application's page opens first. */
export const PAGE_ACTIONS = ['install', 'settings'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]
export const isPageAction = (text: string | null): text is PageAction => PAGE_ACTIONS.some((action) => action === text)

/**
 * Every address of the storefront, as a path within a variant: the caller adds the variant's prefix. The server builds links and canonical
 * addresses with them, the browser its navigation. docs/product/pages.md, Addresses, has the rules.
 */
export const paths = {
  home: () => '/',
  apps: (query?: Query) => `/apps/${writeListQuery(query)}`,
  /** A collection, a category or an application: the server tries the slug in this order. */
  underApps: (slug: string, query?: Query) => `/apps/${encodeURIComponent(slug)}/${writeListQuery(query)}`,
  /** An installed application in full screen; only on the base variant. */
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
  /** An application's page that opens with the dialog of this action. */
  act: (path: string, action: PageAction) => `${path}?action=${action}`,
  /** A list whose path comes from the server. */
  listing: (path: string, query?: Query) => `${path}${writeListQuery(query)}`,
  /**
   * The target of choosing a category on the list at `current`. From /apps/ it is the category's own page, from any other list /apps/ with
   * the category as a filter. Both keep the rest of the query.
   */
  chooseCategory: (current: string, slug: string, query: ListQuery) => {
    const rest = withoutFilter(query, 'categories')
    return current === '/apps/'
      ? paths.underApps(slug, rest)
      : paths.apps({ ...rest, filters: { ...rest.filters, categories: [slug] } })
  },
}
