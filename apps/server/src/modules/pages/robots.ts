/** Addresses that crawlers must skip: data, personal pages, and pages for frames of a host product. */
const CLOSED = [
  '/api/',
  '/search/1/',
  '/page-data/',
  '/slice-data/',
  '/operator/',
  '/billing/',
  '/cart/',
  '/checkout/',
  '/embed/',
]

/** robots.txt: everything except CLOSED is open. The protocol requires an absolute address of the sitemap. */
export const writeRobots = (publicUrl: string): string =>
  ['User-agent: *', 'Allow: /', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )
