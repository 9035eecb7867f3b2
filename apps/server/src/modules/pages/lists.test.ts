import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComingSoonPage, HomePage, ListingPage } from '@marketplace/contracts/pages/lists'
import type { DeveloperPage, DevelopersPage, ExpertPage, ExpertsPage } from '@marketplace/contracts/pages/people'
import type { Facet, ListFilters } from '@marketplace/contracts/pages/parts'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { campaigns, expertComments, experts, prospects } from '../../db/schema.ts'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'

const clock = testClock('2026-11-20T12:00:00Z')
const monthly = (price: number, perAccount: boolean) => ({ price, frequency: 'monthly', perAccount })
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

const expert = (slug: string, given: Partial<typeof experts.$inferInsert> = {}) => ({
  id: `expert-${slug}`,
  slug,
  name: slug.charAt(0).toUpperCase() + slug.slice(1),
  email: `${slug}@example.test`,
  headline: `What ${slug} does.`,
  publishedAt: new Date('2026-01-01T00:00:00Z'),
  ...given,
})

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('mercury', {
      languages: ['en', 'de'],
      industries: ['Food and drink'],
      country: 'Poland',
      payment: monthly(900, true),
      widgets: [{ placement: 'plugin' }, { placement: 'settings' }],
      verified: true,
    }),
    line('venus', { languages: ['en'], country: 'Ireland', payment: monthly(2000, false), widgets: [{ placement: 'plugin' }] }),
    line('earth', { languages: ['de'], country: 'Poland', category: { slug: 'cms', name: 'CMS' }, verified: true }),
    line('mars', { product: 'helpdesk', payment: { price: 4900, frequency: 'once' }, category: { slug: 'cms', name: 'CMS' } }),
    line('jupiter', {
      collections: ['omnichannel-communication'],
      payment: monthly(1000, false),
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 25 },
      company: { name: 'Sorrel' },
    }),
    line('saturn', { category: { slug: 'e-commerce', name: 'E-commerce' }, company: { name: 'Sorrel' } }),
    line('pluto', { publishedAt: null, acceptedAt: '2026-11-01T00:00:00Z', submittedAt: '2026-10-01T00:00:00Z' }),
    line('charon', {
      publishedAt: '2027-02-03T00:00:00Z',
      acceptedAt: '2026-11-01T00:00:00Z',
      submittedAt: '2026-10-01T00:00:00Z',
    }),
    line('eris', { publishedAt: null, acceptedAt: null, submittedAt: '2026-10-01T00:00:00Z' }),
    line('secret-soon', {
      hidden: true,
      publishedAt: null,
      acceptedAt: '2026-11-01T00:00:00Z',
      submittedAt: '2026-10-01T00:00:00Z',
    }),
    line('coaching', { customProps: { isService: 'true' }, types: ['training'], company: { name: 'Sorrel' } }),
    line('building', { customProps: { isService: 'true' }, types: ['product_implementation', 'other'] }),
    line('hush', { hidden: true, company: { name: 'Quiet' } }),
  ])
  const { database } = store.client
  await database.insert(experts).values([
    expert('ada', {
      services: ['training'],
      languages: ['en', 'pl'],
      country: 'Poland',
      verified: true,
      applications: ['venus', 'hush'],
    }),
    expert('bob', {
      services: ['other'],
      languages: ['en'],
      country: 'Ireland',
      recommended: true,
      description: '## Hello\n\n<script>x()</script>',
    }),
    expert('cleo', { publishedAt: null }),
    expert('desk', { products: ['helpdesk'] }),
  ])
  const comment = {
    expertId: 'expert-ada',
    name: 'Uma',
    comment: 'She knew what to ask.',
    createdAt: new Date('2026-05-06T00:00:00Z'),
  }
  await database.insert(expertComments).values([
    { id: 'c1', email: 'uma@example.test', verifiedAt: new Date('2026-05-07T00:00:00Z'), ...comment },
    { id: 'c2', email: 'vic@example.test', ...comment, comment: 'Nobody has verified this.' },
  ])
  await database.insert(prospects).values([
    { id: 'p1', name: 'Not yet' },
    { id: 'p2', name: 'Taken', claimedAt: new Date('2026-01-01T00:00:00Z') },
  ])
  await database.insert(campaigns).values([
    {
      slug: 'moving-house',
      title: 'Moving house',
      lead: 'From there to here.',
      experts: ['bob', 'nobody'],
      publishedAt: new Date('2026-01-01T00:00:00Z'),
    },
    { slug: 'draft', title: 'Draft', lead: 'Not yet.' },
  ])
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (url: string) => app.server.inject({ method: 'GET', url, headers: { host: 'shop.test' } })
const dataOf = async <Page>(address: string, prefix = '') => {
  const [path = '', query = ''] = address.split('?')
  const name = path.replace(/^\/|\/$/g, '') || 'index'
  return (await get(`${prefix}/page-data/${name}/page-data.json?${query}`)).json<Omit<PageData, 'result'> & { result: Page }>()
    .result
}
const listing = (address: string, prefix = '') => dataOf<ListingPage>(address, prefix)
const slugs = ({ cards }: { cards: { slug: string }[] }) => cards.map(({ slug }) => slug).sort()
const counts = ({ filters }: { filters: ListFilters }, name: Facet['name']) =>
  Object.fromEntries(
    (filters.facets.find((facet) => facet.name === name)?.choices ?? []).map(({ value, count }) => [value, count]),
  )

describe('every list and page', () => {
  const pages = [
    '/apps/new-and-noteworthy/', '/apps/staff-top-picks/', '/apps/starter-pack/', '/apps/hackathon-winners/', '/apps/self-setup/',
    '/apps/ai-powered/', '/apps/by-text/', '/apps/invoicing/', '/apps/coming-soon/', '/services/', '/services/coaching/', '/saas-deals/',
    '/omnichannel-communication/', '/enhance-ecommerce/', '/developers/', '/developers/sorrel/', '/partners/', '/partners/recommended/',
    '/partners/ada/', '/partners/campaigns/moving-house/',
  ] // prettier-ignore
  test.each(
    pages.flatMap((path) => ['', '/helpdesk', '/embed/agent-app'].map((prefix) => [prefix + path, prefix, path] as const)),
  )('%s is whole HTML with its own head, with and without its last slash', async (url, prefix, path) => {
    const answer = await get(url)
    // A developer without anything for the help desk has no page there.
    const absent = prefix !== '' && path === '/developers/sorrel/' && prefix === '/helpdesk'
    expect(answer.statusCode).toBe(absent ? 404 : 200)
    expect(answer.body.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(answer.body).toMatch(/<meta name="description" content="[^"]{1,160}"/)
    if (!absent) {
      // The help desk has its own lists, but pages of single applications, services and partners are the same everywhere.
      const own = /^\/(?:services\/coaching|partners\/ada|partners\/campaigns)/.test(path)
      const canonical = `http://shop.test${prefix === '/helpdesk' && !own ? prefix : ''}${path}`
      expect(answer.body).toContain(`<link rel="canonical" href="${canonical}"`)
      expect(answer.body).toMatch(/<meta property="og:image" content="http:\/\/shop\.test\//)
      expect(answer.body).toContain('"BreadcrumbList"')
    }
    expect((await get(url.slice(0, -1))).body).toBe(answer.body)
  })

  test('each has a title of its own', async () => {
    const titles = await Promise.all(
      ['/', '/apps/', ...pages].map(async (url) => /<title>([^<]+)/.exec((await get(url)).body)?.[1]),
    )
    expect(new Set(titles).size).toBe(titles.length)
  })

  test.each([
    '/developers/nobody/',
    '/partners/nobody/',
    '/partners/cleo/',
    '/partners/campaigns/',
    '/partners/campaigns/draft/',
    '/partners/a/b/c/',
    '/developers/quiet/',
    '/services/mercury/x/',
    '/apps/pluto/',
    '/saas-deals/x/',
  ])('%s is not there', async (url) => expect((await get(url)).statusCode).toBe(404))

  test('a developer and an expert are found by id too', async () => {
    const { id } = await dataOf<DeveloperPage>('/developers/sorrel/')
    expect((await dataOf<DeveloperPage>(`/developers/${id}/`)).name).toBe('Sorrel')
    expect((await dataOf<ExpertPage>('/partners/expert-ada/')).meta.canonical).toBe('http://shop.test/partners/ada/')
  })
})

describe('filters', () => {
  test.each([
    ['payment=free', ['earth', 'saturn']],
    ['payment=once', ['mars']],
    ['payment=monthly-per-organization', ['jupiter', 'venus']],
    ['payment=monthly-per-account,once', ['mars', 'mercury']],
    ['compatibility=helpdesk', ['mars']],
    ['placement=plugin', ['mercury', 'venus']],
    ['placement=plugin,settings&language=de', ['mercury']],
    ['language=de', ['earth', 'mercury']],
    ['country=poland', ['earth', 'mercury']],
    ['country=Poland', ['earth', 'mercury']],
    ['industry=food-and-drink', ['mercury']],
    ['verified=true', ['earth', 'mercury']],
    ['verified=true&language=en', ['mercury']],
    ['categories=cms', ['earth', 'mars']],
    ['categories=cms&compatibility=livechat', ['earth']],
    ['language=de&country=ireland', []],
  ])('%s', async (query, expected) => {
    const page = await listing(`/apps/?${query}`)
    expect(slugs(page)).toEqual(expected)
    expect(page.pagination.total).toBe(expected.length)
  })

  test('show for each choice how many items it would leave', async () => {
    const page = await listing('/apps/?language=de')
    expect(counts(page, 'language')).toEqual({ en: 2, de: 2 })
    expect(counts(page, 'country')).toEqual({ poland: 2, ireland: 0 })
    expect(counts(page, 'payment')).toMatchObject({ free: 1, 'monthly-per-account': 1, once: 0 })
    expect(page.filters.verified).toEqual({ count: 2, chosen: false })
    expect(page.filters.chips).toEqual([{ name: 'language', value: 'de', label: 'German' }])
    for (const { name, choices } of page.filters.facets)
      for (const { value, count, chosen } of choices) {
        const { [name]: here = [], ...others }: Partial<Record<string, readonly string[]>> = page.query.filters
        if (chosen || here.length > 0) continue
        const query = Object.entries({ ...others, [name]: [value] }).map(([key, values]) => `${key}=${(values ?? []).join(',')}`)
        expect([name, value, (await listing(`/apps/?${query.join('&')}`)).pagination.total]).toEqual([name, value, count])
      }
  })

  test('show for each category how many items its link leads to', async () => {
    for (const address of ['/apps/?language=de', '/apps/cms/?language=de', '/apps/self-setup/?verified=true'])
      for (const { slug, count } of (await listing(address)).categories)
        expect([address, slug, (await listing(`/apps/?${address.split('?')[1]}&categories=${slug}`)).pagination.total]).toEqual([
          address,
          slug,
          count,
        ])
  })

  test('are those that make sense for the list', async () => {
    const names = (page: { filters: ListFilters }) => page.filters.facets.map(({ name }) => name)
    expect(names(await listing('/apps/'))).toEqual(['categories', 'payment', 'compatibility', 'placement', 'language', 'country'])
    expect(names(await listing('/apps/crm/'))).not.toContain('categories')
    expect(names(await listing('/services/'))).toEqual(['services'])
    expect(names(await dataOf<ExpertsPage>('/partners/'))).toEqual(['services', 'language', 'country'])
  })

  test.each([
    ['payment=free&payment=once', 'payment=free,once'],
    ['language=,de,,en,&payment=', 'language=en,de'],
    ['language=de,en', 'language=en,de'],
    ['country=Poland', 'country=poland'],
    ['country=nowhere&utm_source=x&page=1&sortBy=recommended', ''],
    ['page=99', ''],
    ['verified=yes', ''],
  ])('%s is kept as %j', async (given, canonical) => {
    expect((await get(`/apps/?${given}`)).body).toBe((await get(`/apps/?${canonical}`)).body)
  })

  test('of the services and of the experts', async () => {
    expect(slugs(await listing('/services/?services=other'))).toEqual(['building'])
    expect(slugs(await listing('/services/?services=training,other'))).toEqual(['building', 'coaching'])
    const names = async (query: string) => (await dataOf<ExpertsPage>(`/partners/?${query}`)).cards.map(({ name }) => name)
    expect(await names('')).toEqual(['Bob', 'Ada', 'Desk'])
    expect(await names('language=pl')).toEqual(['Ada'])
    expect(await names('services=training&country=ireland')).toEqual([])
    expect(await names('verified=true')).toEqual(['Ada'])
  })

  const hostile = [
    `language=${'%00'.repeat(50)}`, `country=${'a,'.repeat(5_000)}`, 'categories=__proto__,constructor', 'payment[]=free', 'language=%F0%9F%98%80',
    'page=1e9', 'sortBy=__proto__', `${'x=1&'.repeat(2_000)}`, 'verified=true&verified=false', '__proto__=1', 'country=%E0%A4%A',
  ] // prettier-ignore
  test.each(['/apps/', '/services/', '/developers/', '/partners/', '/developers/sorrel/', '/apps/coming-soon/'])(
    '%s takes any query',
    async (path) => {
      for (const query of hostile) expect([query, (await get(`${path}?${query}`)).statusCode]).toEqual([query, 200])
    },
  )
})

describe('what is in', () => {
  test('deals, messaging with its members, e-commerce with its category where it has none', async () => {
    expect(slugs(await listing('/saas-deals/'))).toEqual(['jupiter'])
    expect(slugs(await listing('/omnichannel-communication/'))).toEqual(['jupiter'])
    expect(slugs(await listing('/enhance-ecommerce/'))).toEqual(['saturn'])
  })

  test('coming soon: what is accepted and not published, the nearest day first, and in no other list', async () => {
    const { cards } = await dataOf<ComingSoonPage>('/apps/coming-soon/')
    expect(cards.map(({ name, expected }) => [name, expected])).toEqual([
      ['Charon', 'Feb 3, 2027'],
      ['Pluto', null],
    ])
    expect(slugs(await listing('/apps/'))).not.toContain('charon')
  })

  test('developers: those with something listed, by name or by number of products', async () => {
    const names = async (query: string) => (await dataOf<DevelopersPage>(`/developers/${query}`)).cards.map(({ name }) => name)
    expect(await names('')).toEqual(['Larkspur', 'Sorrel'])
    expect(await names('?sortBy=productsNumber')).toEqual(['Larkspur', 'Sorrel'])
    expect((await dataOf<DevelopersPage>('/developers/', '/helpdesk')).cards).toMatchObject([
      { name: 'Larkspur', applicationCount: 1, serviceCount: 0 },
    ])
    const page = await dataOf<DeveloperPage>('/developers/sorrel/')
    expect([slugs({ cards: page.applications }), slugs({ cards: page.services })]).toEqual([['jupiter', 'saturn'], ['coaching']])
  })

  test('an expert: published, with verified comments and listed applications only', async () => {
    const page = await dataOf<ExpertPage>('/partners/ada/')
    expect(page).toMatchObject({ services: ['Training'], languages: ['English', 'Polish'], location: 'Poland' })
    expect(page.testimonials).toMatchObject([{ name: 'Uma', text: 'She knew what to ask.', date: 'May 6, 2026' }])
    expect(slugs({ cards: page.worksWith })).toEqual(['venus'])
    expect((await dataOf<ExpertPage>('/partners/bob/')).description?.html).toBe('<h3>Hello</h3>')
    for (const url of ['/partners/', '/partners/ada/', '/page-data/partners/ada/page-data.json'])
      expect((await get(url)).body).not.toContain('@example.test')
  })

  test('the list of experts: unclaimed prospects, on its first page only', async () => {
    const page = await dataOf<ExpertsPage>('/partners/')
    expect(page.prospects.map(({ name }) => name)).toEqual(['Not yet'])
    expect(page.campaigns.map(({ name }) => name)).toEqual(['Moving house'])
    expect(page.other?.href).toBe('/partners/recommended/')
    expect((await dataOf<ExpertsPage>('/partners/?language=pl')).prospects).toEqual([])
    expect((await dataOf<ExpertsPage>('/partners/recommended/')).cards.map(({ name }) => name)).toEqual(['Bob'])
  })

  test('the start page: deals and the like, services, experts', async () => {
    const page = await dataOf<HomePage>('/')
    expect(page.landings.map(({ slug }) => slug)).toEqual(['saas-deals', 'omnichannel-communication', 'enhance-ecommerce'])
    expect(slugs({ cards: page.services })).toEqual(['building', 'coaching'])
    expect(page.experts.map(({ name }) => name)).toEqual(['Bob', 'Ada', 'Desk'])
  })
})

test('a change of an expert is on the pages without a restart', async () => {
  await store.client.database.insert(experts).values([expert('zoe', { recommended: true })])
  await until(async () => (await get('/partners/recommended/')).body.includes('Zoe'))
  expect((await dataOf<ExpertsPage>('/partners/recommended/')).cards.map(({ name }) => name)).toEqual(['Bob', 'Zoe'])
})

// The last test, because it moves the clock forward.
test('time alone changes lists: a discount ends, a coming-soon application is published', async () => {
  expect(slugs(await listing('/saas-deals/'))).toEqual(['jupiter'])
  clock.set('2026-12-01T00:00:00Z')
  expect(slugs(await listing('/saas-deals/'))).toEqual([])
  expect((await dataOf<HomePage>('/')).landings.map(({ slug }) => slug)).not.toContain('saas-deals')
  clock.set('2027-02-03T00:00:00Z')
  expect((await dataOf<ComingSoonPage>('/apps/coming-soon/')).cards.map(({ name }) => name)).toEqual(['Pluto'])
  expect(slugs(await listing('/apps/'))).toContain('charon')
})
