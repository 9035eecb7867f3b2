export { paths } from '@marketplace/contracts/pages/paths'

/** Addresses outside of the variants. They start at the root of the origin, and links to them load a full document. */
export const rootAddresses = { apiDocs: '/docs' }

/** The address of a page's data; `pathname` is the page's path within the variant. */
export const pageDataAddress = (basename: string, pathname: string, search: string): string =>
  `${basename}/page-data/${pathname.replace(/^\/+|\/+$/g, '') || 'index'}/page-data.json${search}`

export const appDataAddress = (basename: string): string => `${basename}/page-data/app-data.json`
