import type { ApplicationSort } from '@marketplace/contracts/enumerations'

/** What a listing's address can say. A value that is absent, empty or the default is left out of it. */
export type ListingQuery = { sortBy?: ApplicationSort | undefined; page?: number | undefined }

const withQuery = (path: string, query: ListingQuery = {}): string => {
  const search = new URLSearchParams()
  if (query.sortBy) search.set('sortBy', query.sortBy)
  if (query.page && query.page > 1) search.set('page', String(query.page))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

const segment = (slug: string): string => encodeURIComponent(slug)

/** Every address of our own, as a path within the variant; the router puts the variant's prefix before it. */
export const paths = {
  home: () => '/',
  apps: (query?: ListingQuery) => withQuery('/apps/', query),
  category: (slug: string, query?: ListingQuery) => withQuery(`/apps/${segment(slug)}/`, query),
  collection: (slug: string, query?: ListingQuery) => withQuery(`/apps/${segment(slug)}/`, query),
  application: (slug: string) => `/apps/${segment(slug)}/`,
  service: (slug: string) => `/services/${segment(slug)}/`,
  /** A listing whose path the server has named. */
  listing: (path: string, query?: ListingQuery) => withQuery(path, query),
}

/** Addresses that no variant has of its own: they stand at the root of the origin and are loaded in full. */
export const rootAddresses = { apiDocs: '/docs' }

/** The one document that holds a page's data; `pathname` is the page's path within the variant. */
export const pageDataAddress = (basename: string, pathname: string, search: string): string =>
  `${basename}/page-data/${pathname.replace(/^\/+|\/+$/g, '') || 'index'}/page-data.json${search}`

export const appDataAddress = (basename: string): string => `${basename}/page-data/app-data.json`
