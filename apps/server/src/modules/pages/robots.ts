/** What a crawler has no use for: data, what belongs to a person, and pages that are shown in a frame of the host product's. */
const CLOSED = ['/api/', '/search/1/', '/page-data/', '/slice-data/', '/operator/', '/cart/', '/checkout/', '/embed/']

/** robots.txt: everything is open but CLOSED, and the sitemap is at an absolute address, as the protocol wants it. */
export const writeRobots = (publicUrl: string): string =>
  ['User-agent: *', 'Allow: /', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )
