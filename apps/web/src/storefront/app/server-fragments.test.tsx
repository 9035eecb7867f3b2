import type { BootData, SiteData } from '@marketplace/contracts/pages/site-data'
import type { CardData } from '@marketplace/contracts/pages/parts'
import type { ListingPage, SearchPage } from '@marketplace/contracts/pages/lists'
import { wholeBody } from '@marketplace/domain/composed-body'
import { EMPTY_QUERY } from '@marketplace/contracts/pages/list-query'
import { expect, test } from 'vitest'
import { render } from './entry-server.tsx'
import { contentOf } from './server-fragments.ts'

const site = (marketplace: string): SiteData => ({
  marketplace,
  productName: 'Live Chat',
  listedFor: 'Live Chat',
  categories: [],
  collections: [],
  applicationCount: 2,
  landings: [],
  hasServices: true,
  hasExperts: false,
  products: [],
  accountsUrl: '',
  hostUrl: '',
  hostProduct: 'helpdesk',
  errorReports: null,
  signInBase: null,
})

const card = (slug: string, icon: CardData['icon']): CardData => ({
  id: slug,
  slug,
  href: `/apps/${slug}/`,
  name: `<${slug}> & $1 $& sons`,
  developer: 'Larkspur',
  shortDescription: '<!--piece:0--> – 24 €',
  icon,
  rating: { rate: 4.5, votes: 3 },
  price: { text: '$12/mo per agent', old: '$15', note: null, free: false },
  badges: ['verified', 'ai-powered'],
})
const picture = { src: '/pictures/a/64.webp', srcset: '/pictures/a/64.webp 64w', width: 56, height: 56, alt: '' }
const CARDS = [
  card('one', { kind: 'image', image: picture }),
  card('two', { kind: 'monogram', letters: 'T', colour: '#123456', ink: '#ffffff' }),
]

const boot = (ofSite: SiteData, cards: CardData[], basename = ''): BootData => ({
  variant: basename ? 'helpdesk-public' : 'base',
  basename,
  buildHash: 'test',
  site: ofSite,
  status: 200,
  page: {
    path: '/apps/',
    result: {
      kind: 'listing',
      of: 'applications',
      meta: {
        title: 'All apps',
        description: 'All of them.',
        canonical: 'https://shop.example/apps/',
        noindex: false,
        image: { url: 'https://shop.example/social.png', width: 1200, height: 630, alt: '' },
        structuredData: [],
      },
      heading: 'All apps',
      description: '',
      breadcrumbs: [],
      path: '/apps/',
      query: EMPTY_QUERY,
      filters: { facets: [], verified: null, chips: [] },
      pagination: { page: 1, pages: 1, total: cards.length, from: 1, to: cards.length },
      cards,
      sortBy: 'recommended',
      categories: [],
      collections: [],
    } satisfies ListingPage,
  },
})
const assets = { js: '/assets/entry.js', css: [], preload: [] }
const html = async (data: BootData) => new TextDecoder().decode(wholeBody(await render({ boot: data, assets })))
const copyOf = <T,>(data: T): T => structuredClone(data)

test('a page with its pieces put in is the page that was rendered whole', async () => {
  const ofSite = site('Shop')
  const whole = await html(boot(ofSite, CARDS))
  expect(await html(boot(ofSite, CARDS))).toBe(whole)
  // Copies are other objects, so nothing is kept for them and they are rendered.
  expect(await html(copyOf(boot(ofSite, CARDS)))).toBe(whole)
  expect(whole).toContain('&lt;two&gt; &amp; $1 $&amp; sons')
  expect(whole).not.toContain('<!--piece:')
  // The browser finds pictures in the HTML. A hint in the head would load them before the styles.
  expect(whole).not.toContain('rel="preload" as="image"')
})

test('the browser starts from the data of the page, whether its pieces were known or not', async () => {
  const started = async (data: BootData) => JSON.parse(/id="boot">(.*?)<\/script>/s.exec(await html(data))?.[1] ?? '') as unknown
  const data = boot(site('</script> \u2028 Shop'), CARDS)
  expect(await started(data)).toEqual(data)
  expect(await started(data)).toEqual(data)
  const missing: BootData = { ...data, page: { ...data.page, result: { ...data.page.result, kind: 'not-found' } as never } }
  delete (missing.page.result as { cards?: unknown }).cards
  expect(await started(missing)).toEqual(missing)
})

test('a card of a search is rendered once, and has the marks of each search', async () => {
  const ofSite = site('Shop')
  const results = (word: string, cards = CARDS): BootData => {
    const { path, result } = boot(ofSite, cards).page
    const marksOf = ({ name }: CardData) => ({
      name: [
        { text: word, matched: true },
        { text: ` & ${name}`, matched: false },
      ],
      shortDescription: [{ text: 'It fits.', matched: false }],
    })
    const page: SearchPage = {
      ...(result as ListingPage),
      kind: 'search',
      text: word,
      idle: null,
      marks: Object.fromEntries(cards.slice(0, 1).map((card) => [card.id, marksOf(card)])),
      sortBy: 'relevance',
      nearest: false,
      nearestPartners: false,
      experts: [],
      developers: [],
      suggestions: [],
    }
    return { ...boot(ofSite, cards), page: { path, result: page } }
  }
  const first = await html(results('chat'))
  expect(first).toContain('<mark>chat</mark><span> &amp; &lt;one&gt; &amp; $1 $&amp; sons</span>')
  expect(first).toContain('&lt;two&gt; &amp; $1 $&amp; sons')
  const second = await html(results('<b>'))
  expect(second).toContain('<mark>&lt;b&gt;</mark><span> &amp; &lt;one&gt;')
  expect(second).not.toContain('chat')
  expect(second).not.toMatch(/[\u0002\u0003]/)
  expect(second).toBe(await html(results('<b>', copyOf(CARDS))))
})

test('pieces are those of their site, mount and place in the list', async () => {
  const ofSite = site('Shop')
  await html(boot(ofSite, CARDS))
  const other = await html(boot(site('Other shop'), CARDS, '/helpdesk'))
  expect(other).toContain('Other shop')
  expect(other).toContain('href="/helpdesk/apps/one/"')
  expect(other).not.toContain('href="/apps/one/"')
  const reversed = await html(boot(ofSite, CARDS.toReversed()))
  expect(reversed).toBe(await html(copyOf(boot(ofSite, CARDS.toReversed()))))
})

test('the content of an element is found whatever stands in it', () => {
  const text = '<p></p><div id="a"><div>x</div><section><div></div></section></div><div>y</div>'
  expect(text.slice(...contentOf(text, 'a'))).toBe('<div>x</div><section><div></div></section>')
  expect(() => contentOf('<div id="a"><div></div>', 'a')).toThrow()
})
