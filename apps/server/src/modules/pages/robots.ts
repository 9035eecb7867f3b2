import { SCREENS } from '@marketplace/domain/workspace-screens'

/** The folders of personal screens. An application's own screens are below /apps/, which is open; they say noindex themselves. */
const PERSONAL = [...new Set(Object.keys(SCREENS).map((address) => `/${address.split('/')[1]}/`))].filter(
  (folder) => folder !== '/apps/',
)

/** Addresses that crawlers must skip: data, personal pages, and pages for frames of a host product. */
const CLOSED = ['/api/', '/search/1/', '/page-data/', '/slice-data/', '/console/', '/operator/', ...PERSONAL, '/embed/']

/** robots.txt: everything except CLOSED is open. The protocol requires an absolute address of the sitemap. */
export const writeRobots = (publicUrl: string): string =>
  ['User-agent: *', 'Allow: /', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )
