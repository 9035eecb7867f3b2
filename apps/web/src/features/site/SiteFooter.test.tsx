import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ServerRenderContext } from '../../lib/server-render.ts'
import { SiteFooter } from './SiteFooter.tsx'

// Twenty categories by name. The later ones have more applications.
const categories = Array.from({ length: 20 }, (_, index) => {
  const name = `Category ${String.fromCharCode('A'.charCodeAt(0) + index)}`
  return { slug: name.toLowerCase(), name, href: `/apps/${index}/`, count: index * 3, current: false }
})
const site: SiteData = {
  marketplace: 'Marketplace',
  productName: 'Live Chat',
  listedFor: 'Live Chat',
  categories,
  collections: [],
  applicationCount: 570,
  landings: [],
  hasServices: false,
  hasExperts: false,
  products: [],
  accountsUrl: 'https://accounts.test',
  hostUrl: 'https://host.test',
  hostProduct: 'livechat',
  errorReports: null,
  signInBase: null,
}

it('lists the categories with the most applications, which an alphabetical list would cut off', () => {
  const html = renderToStaticMarkup(
    <ServerRenderContext value={{ basename: '', framed: false, beta: false, place: () => '' }}>
      <SiteFooter site={site} framed={false} />
    </ServerRenderContext>,
  )
  const listed = html.match(/Category \w/g)
  expect(listed).toEqual(
    categories
      .slice(-14)
      .map(({ name }) => name)
      .toReversed(),
  )
})
