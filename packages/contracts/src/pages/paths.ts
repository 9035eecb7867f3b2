import type { HostProduct } from '../core/variants.ts'
import { ADDRESSES, type PageName } from './addresses.ts'
import { type ListQuery, writeListQuery, withoutFilter } from './list-query.ts'

type Query = Partial<ListQuery>

/** Paths of the host product, under HOST_URL. */
export const hostPaths = {
  reports: () => '/reports',
  /**
   * An installed application, full-screen. Its path in the help desk differs from the one in live chat. Customers of Text use the
   * applications of live chat in Text.
   */
  application: ({ slug, product }: { slug: string; product: string }, of: HostProduct) =>
    `/${product === 'helpdesk' ? 'app' : of === 'text' ? 'text/apps' : 'apps'}/${encodeURIComponent(slug)}`,
}

/** Values of `?action=`: the dialog that an application's page opens at its start. */
export const PAGE_ACTIONS = ['install', 'settings'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]
export const isPageAction = (text: string | null): text is PageAction => PAGE_ACTIONS.some((action) => action === text)

/** The pages with a list, whose query is in the address. */
type Lists =
  | 'apps'
  | 'underApps'
  | 'landing'
  | 'search'
  | 'services'
  | 'developers'
  | 'developer'
  | 'partners'
  | 'recommendedPartners'
type Given<Page extends PageName> = [
  ...((typeof ADDRESSES)[Page] extends `${string}*${string}` ? [slug: string] : []),
  ...(Page extends Lists ? [query?: Query] : []),
]
type PagePaths = { [Page in PageName]: (...given: Given<Page>) => string }

const pathOf = ([page, address]: [string, string]) => [
  page,
  address.includes('*')
    ? (slug: string, query?: Query) => address.replace('*', encodeURIComponent(slug)) + writeListQuery(query)
    : (query?: Query) => address + writeListQuery(query),
]

/**
 * Every address of the storefront, as a path within a variant; callers add the variant's prefix. The server builds links and canonical
 * addresses with them, and the browser navigates with them. docs/product/pages.md, Addresses, has the rules.
 */
export const paths = {
  ...(Object.fromEntries(Object.entries(ADDRESSES).map(pathOf)) as PagePaths),
  /** The sign-in page. `to` is the path within the variant to which it returns. */
  signIn: (to?: string) => `${ADDRESSES.signIn}${to ? `?to=${encodeURIComponent(to)}` : ''}`,
  /** An application's page with this dialog open. */
  act: (path: string, action: PageAction) => `${path}?action=${action}`,
  /** A page of reviews, relative to the application's page. */
  reviews: (page: number) => `${page > 1 ? `?reviews=${page}` : './'}#reviews`,
  /** The address of a list whose path the server has sent. */
  listing: (path: string, query?: Query) => `${path}${writeListQuery(query)}`,
  /**
   * The address to which choosing a category leads from the list at `current`. From /apps/ it is the category's own page; from any other
   * list it is /apps/ with the category as a filter. Both keep the rest of the query.
   */
  chooseCategory: (current: string, slug: string, query: ListQuery) => {
    const rest = withoutFilter(query, 'categories')
    return current === '/apps/'
      ? paths.underApps(slug, rest)
      : paths.apps({ ...rest, filters: { ...rest.filters, categories: [slug] } })
  },
}
