export { paths } from '@marketplace/contracts/pages/paths'

/** Addresses that no variant has of its own: they stand at the root of the origin and are loaded in full. */
export const rootAddresses = { apiDocs: '/docs' }

/** The one document that holds a page's data; `pathname` is the page's path within the variant. */
export const pageDataAddress = (basename: string, pathname: string, search: string): string =>
  `${basename}/page-data/${pathname.replace(/^\/+|\/+$/g, '') || 'index'}/page-data.json${search}`

export const appDataAddress = (basename: string): string => `${basename}/page-data/app-data.json`
