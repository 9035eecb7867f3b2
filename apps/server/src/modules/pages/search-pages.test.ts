import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { SearchPage } from '@marketplace/contracts/pages/lists'
import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'

const MANY = 230
const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    // Later ones match worse: the word is further back in the name.
    ...Array.from({ length: MANY }, (_, index) =>
      line(`lantern-${index}`, {
        name: `${'Very '.repeat(index % 20)}Lantern ${index}`,
        customProps: { order: MANY - index },
        installations: index,
        ...(index % 5 === 4 && { category: { slug: 'cms', name: 'CMS' } }),
      }),
    ),
    line('last', {
      name: 'Zeppelin',
      longDescription: 'Carries, at its far end, one lantern.',
      payment: { price: 900, frequency: 'once' },
      installations: 5_000,
      verified: true,
    }),
    line('lamp-lighting', { name: 'Lantern lighting', customProps: { isService: 'true', order: -9 }, types: ['training'] }),
    line('owl', { name: 'Owl & <i>Barn</i>', shortDescription: 'Sees <b>well</b> at dusk.' }),
  ])
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const search = async (query: string): Promise<SearchPage> => {
  const answer = await app.server.inject(`/page-data/search/page-data.json?${query}`)
  expect(answer.statusCode).toBe(200)
  const { result } = answer.json<PageData>()
  if (result.kind !== 'search') throw new Error(`a page of kind ${result.kind}`)
  return result
}
const countOf = ({ filters }: SearchPage, name: string, value: string) =>
  filters.facets.find((facet) => facet.name === name)?.choices.find((choice) => choice.value === value)?.count
const slugs = ({ cards }: SearchPage) => cards.map(({ slug }) => slug)

describe('more results than can be paged through', () => {
  test('are all counted, as the dropdown counts them', async () => {
    const page = await search('query=lantern')
    expect(page.pagination).toEqual({ page: 1, pages: 9, total: MANY + 2, from: 1, to: 24 })
    const { apps } = (await app.server.inject('/api/v2/search?query=lantern')).json<SearchAnswer>()
    expect(apps.total).toBe(page.pagination.total)
    expect(countOf(page, 'categories', 'cms')).toBe(46)
    expect(page.filters.verified).toEqual({ count: 1, chosen: false })
  })

  test('end with the two hundredth', async () => {
    const page = await search('query=lantern&page=9999')
    expect(page.pagination).toEqual({ page: 9, pages: 9, total: MANY + 2, from: 193, to: 200 })
    expect(page.cards).toHaveLength(8)
    const every = await Promise.all(Array.from({ length: 9 }, (_, index) => search(`query=lantern&page=${index + 1}`)))
    expect(new Set(every.flatMap(slugs)).size).toBe(200)
    expect(every.flatMap(slugs)).not.toContain('last')
  })

  test('are filtered as a whole, in the order of relevance', async () => {
    const once = await search('query=lantern&payment=once')
    expect([slugs(once), once.pagination.total]).toEqual([['last'], 1])
    const verified = await search('query=lantern&verified=true')
    expect(slugs(verified)).toEqual(['last'])
    const cms = await search('query=lantern&categories=cms')
    expect(cms.pagination).toMatchObject({ total: 46, pages: 2 })
    const asked = { query: 'lantern', facetFilters: ['category.name:CMS', 'variants:base'], hitsPerPage: 24 }
    const direct = await app.server.inject({ method: 'POST', url: '/search/1/indexes/apps/query', payload: asked })
    expect(slugs(cms)).toEqual(direct.json<{ hits: { slug: string }[] }>().hits.map(({ slug }) => slug))
  })

  test('are sorted as a whole', async () => {
    const page = await search('query=lantern&sortBy=popularity')
    expect(slugs(page).slice(0, 3)).toEqual(['last', `lantern-${MANY - 1}`, `lantern-${MANY - 2}`])
    expect(page.pagination).toMatchObject({ total: MANY + 2, pages: 9 })
    const end = await search('query=lantern&sortBy=popularity&page=9')
    expect(slugs(end).at(-1)).toBe(`lantern-${MANY - 199}`)
  })

  test('say on their last page that there are more', async () => {
    const html = async (query: string) => (await app.server.inject(`/search/?${query}`)).body
    const said = 'These are the first 200 of 232 results.'
    expect(await html('query=lantern&page=9')).toContain(said)
    expect(await html('query=lantern&page=8')).not.toContain(said)
    expect(await html('query=lantern&categories=cms&page=2')).not.toContain('These are the first')
  })
})

describe('results have facets of their own', () => {
  const boxes = (html: string, name: string) =>
    [...html.matchAll(/<input type="checkbox" name="(\w+)"[^>]*? value="([\w-]+)"/g)].flatMap(([, of, value]) =>
      of === name ? [value] : [],
    )

  const formOf = async (path: string) => / id="filters"[^]*?<\/form>/.exec((await app.server.inject(path)).body)?.[0] ?? ''

  test('apps and services, the one or the other', async () => {
    const page = await search('query=lantern')
    expect(page.filters.facets.slice(0, 2)).toMatchObject([
      {
        name: 'kind',
        label: 'Apps and services',
        choices: [
          { value: 'application', label: 'Apps', count: MANY + 1 },
          { value: 'service', label: 'Services', count: 1 },
        ],
      },
      { name: 'categories', label: 'Category' },
    ])
    const services = await search('query=lantern&kind=service')
    expect([slugs(services), services.filters.chips]).toEqual([
      ['lamp-lighting'],
      [{ name: 'kind', value: 'service', label: 'Services' }],
    ])
    expect(countOf(services, 'kind', 'application')).toBe(MANY + 1)
    expect((await search('query=owl')).filters.facets.map(({ name }) => name)).not.toContain('kind')
  })

  test('categories as boxes, of which several can be chosen; the list of all apps has links instead', async () => {
    expect((await search('query=lantern&categories=cms,crm')).pagination.total).toBe(MANY + 2)
    const form = await formOf('/search/?query=lantern&categories=cms')
    expect(boxes(form, 'categories')).toEqual(['crm', 'cms'])
    expect(form).not.toContain('<input type="hidden" name="categories"')
    const listing = await formOf('/apps/?categories=cms')
    expect(boxes(listing, 'categories')).toEqual([])
    expect(listing).toContain('<input type="hidden" name="categories" value="cms"')
    const list = await app.server.inject('/page-data/apps/page-data.json?kind=service')
    expect(list.json<PageData>().result).toMatchObject({ query: { filters: {} } })
  })
})

test('a search without results is counted', async () => {
  await app.server.inject({ method: 'HEAD', url: '/search/?query=telegraph' })
  for (const path of ['/search/?query=fax+lantern', '/search?query=Fax+lantern', '/search/?query=fax+lantern&page=0'])
    expect((await app.server.inject(path)).statusCode).toBe(200)
  await search('query=fax+lantern')
  await search('query=fax+lantern&sortBy=price')
  const rows = async () => (await store.client.pool.query('select query, product, count from search_misses')).rows
  await until(async () => (await rows()).length > 0)
  expect(await rows()).toEqual([{ query: 'fax lantern', product: 'livechat', count: 1 }])
})

describe('results say why they are there', () => {
  const part = (text: string, matched: boolean) => ({ text, matched })
  test('in their names and descriptions, as pieces of text', async () => {
    const { cards, marks } = await search('query=barn+sees')
    expect(marks[cards[0]?.id ?? '']).toEqual({
      name: [part('Owl & <i>', false), part('Barn', true), part('</i>', false)],
      shortDescription: [part('Sees', true), part(' <b>well</b> at dusk.', false)],
    })
    const { body } = await app.server.inject('/search/?query=barn+sees')
    expect(body).toContain('<mark>Barn</mark>')
    expect(body).toContain('<mark>Sees</mark><span> &lt;b&gt;well&lt;/b&gt; at dusk.</span>')
  })

  test('and cards without matches are the same as elsewhere', async () => {
    const { cards, marks } = await search('query=lantern&payment=once')
    expect([cards.map(({ name }) => name), marks]).toEqual([['Zeppelin'], {}])
    expect((await search('query=')).marks).toEqual({})
    expect((await app.server.inject('/apps/?sortBy=alphabetically&page=10')).body).not.toContain('<mark')
  })
})
