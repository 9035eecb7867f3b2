import type { ApplicationSort } from './enumerations.ts'

/** What a listing's address can say. A value that is absent, empty or the default is left out of it. */
export type ListingQuery = { sortBy?: ApplicationSort | undefined; page?: number | undefined }

const withQuery = (path: string, query: ListingQuery = {}): string => {
  const values = [query.sortBy && `sortBy=${query.sortBy}`, query.page && query.page > 1 && `page=${query.page}`].filter(Boolean)
  return values.length ? `${path}?${values.join('&')}` : path
}

/**
 * Every address of ours, as a path within a variant: the variant's prefix comes before it (specification, section 2). The server
 * builds links and canonical addresses with them, the browser its navigation.
 */
export const paths = {
  home: () => '/',
  apps: (query?: ListingQuery) => withQuery('/apps/', query),
  /** A category, a collection or an application: they share one level of the address (decisions, Catalogue). */
  underApps: (slug: string, query?: ListingQuery) => withQuery(`/apps/${encodeURIComponent(slug)}/`, query),
  service: (slug: string) => `/services/${encodeURIComponent(slug)}/`,
  /** A listing whose path the server has named. */
  listing: (path: string, query?: ListingQuery) => withQuery(path, query),
}
