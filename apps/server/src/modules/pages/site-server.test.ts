import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, testClock, type TestClock, type TestStore, until } from '../../../test/harness.ts'
import { createAnswerCache } from '../../http/answer-cache.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findApplicationsBySlug, type LiveCatalogue, openLiveCatalogue } from '../catalogue/index.ts'
import { type LivePartners, openLivePartners } from '../partners/index.ts'
import { insertRatings, recountSome } from '../ratings/index.ts'
import { type LiveSearch, openLiveSearch } from '../search/index.ts'
import { createSiteServer, type SiteServer } from './site-server.ts'

const quiet = { warn: () => {} }
let store: TestStore
let clock: TestClock
let catalogue: LiveCatalogue
let partners: LivePartners
let search: LiveSearch
let site: SiteServer
let looked: string[]
let rendered: string[]
let missed: string[]

beforeAll(async () => {
  clock = testClock('2026-11-20T12:00:00Z')
  store = await openTestStore()
  await store.importLines([
    line('bell-tower'),
    line('parcel-wren', { payment: { price: 900, frequency: 'once' } }),
    ...Array.from({ length: 60 }, (_, index) => line(`other-${index}`)),
  ])
  const { client } = store
  catalogue = await openLiveCatalogue(client, clock, quiet)
  partners = await openLivePartners(client, clock, quiet)
  search = await openLiveSearch({
    client,
    requests: client,
    catalogue,
    partners,
    clock,
    log: quiet,
    publicUrl: 'http://shop.test',
    hosted: null,
  })
  await search.built
})
afterAll(async () => {
  await search.close()
  await partners.close()
  await catalogue.close()
  await store.close()
})

beforeEach(() => {
  looked = []
  rendered = []
  missed = []
  site = createSiteServer({
    database: store.client.database,
    catalogue,
    partners,
    search: {
      ...search,
      noteMiss: (text, variant) => void missed.push(`${variant.product} ${text}`),
      find: (text, ...rest) => {
        looked.push(text)
        return search.find(text, ...rest)
      },
    },
    answers: createAnswerCache(1_000_000),
    results: createAnswerCache(200_000),
    clock,
    renderer: {
      buildHash: 'build',
      scriptSources: [],
      shellScriptSources: [],
      styleSources: [],
      render: async ({ page }) => {
        rendered.push(page.path)
        return JSON.stringify(page)
      },
      renderShell: async ({ variant, screen }) => {
        rendered.push(`${variant} ${screen.title}`)
        return JSON.stringify(screen)
      },
    },
    publicUrl: 'http://shop.test',
    accountsUrl: 'http://accounts.test',
    hostUrl: 'http://host.test',
    errorReports: null,
    payments: { scripts: [], frames: [], calls: [] },
    allowedHostOrigins: [],
    variantHosts: {},
  })
})

const targetOf = (url: string, method = 'GET') => site.targetOf({ host: 'shop.test', url, method, ip: '192.0.2.1' })
const page = (url: string) => site.page(targetOf(url))
const data = (query: string) => site.pageData(targetOf(`/?${query}`), 'search/page-data.json')
const bodyOf = async (url: string) => String(await (await page(url)).body('identity'))

describe('reviews of an application', () => {
  const shownAt = async (address: string) => {
    const { result } = JSON.parse(await bodyOf(address)) as PageData
    const reviews = result.kind === 'application' ? result.reviews : null
    return [reviews?.page, reviews?.reviews.length, reviews?.reviews[0]?.review, reviews?.reviewCount]
  }
  beforeAll(async () => {
    const [application] = await findApplicationsBySlug(store.client.database, ['other-7'])
    const applicationId = application?.id ?? ''
    const rows = Array.from({ length: 32 }, (_, index) => ({
      id: `review-${index}`,
      applicationId,
      rate: 4,
      // The last ten people have voted without a review.
      review: index < 22 ? `Review number ${index}` : null,
      verifiedAt: clock.now(),
      createdAt: new Date(clock.now().getTime() - index * 60_000),
    }))
    await inTransaction(store.client.database, async (transaction) => {
      await insertRatings(transaction, rows)
      await recountSome(transaction, [applicationId], clock.now())
    })
    await until(() => catalogue.current().byId.get(applicationId)?.rating.votes === 32)
  })

  test('stand on pages of their own, each rendered once', async () => {
    expect(await shownAt('/apps/other-7/')).toEqual([1, 10, 'Review number 0', 22])
    expect(await shownAt('/apps/other-7/?reviews=2')).toEqual([2, 10, 'Review number 10', 22])
    expect(await shownAt('/apps/other-7/?reviews=3')).toEqual([3, 2, 'Review number 20', 22])
    await shownAt('/apps/other-7/?reviews=3&other=x')
    expect(rendered).toHaveLength(3)
  })

  test('begin anew where there are not so many', async () => {
    // There are enough votes for a fourth page, but too few reviews.
    expect(await shownAt('/apps/other-7/?reviews=4')).toEqual([1, 10, 'Review number 0', 22])
    rendered = []
    for (const asked of ['5', '0', '-1', 'x', '1', '999999', '']) await shownAt(`/apps/other-7/?reviews=${asked}`)
    expect(rendered).toHaveLength(1)
  })
})

describe('results of a search', () => {
  test('are built once, and so is their data', async () => {
    for (let time = 0; time < 5; time++) {
      await page('/search/?query=bell')
      await data('query=bell')
    }
    expect([looked, rendered]).toEqual([['bell', 'bell'], ['/search/']])
  })

  test.each([
    ['with spaces', 'query=%20bell%20%20'],
    ['on a page that is none', 'query=bell&page=0'],
    ['by an order and filters that there are not', 'query=bell&sortBy=nothing&payment=nothing&categories=made-up&other=x'],
    ['by the usual order', 'query=bell&sortBy=relevance'],
  ])('are the same %s', async (_, query) => {
    await page('/search/?query=bell')
    await page(`/search/?${query}`)
    expect(looked).toEqual(['bell'])
  })

  test('differ by text, filter, order and variant', async () => {
    const addresses = ['?query=bell', '?query=tower', '?query=bell&payment=once', '?query=bell&sortBy=price']
    for (const address of addresses) await page(`/search/${address}`)
    await page('/helpdesk/search/?query=bell')
    expect(looked).toHaveLength(5)
  })

  test('of too short a text are one page with any filter', async () => {
    await page('/search/?query=--')
    await page('/search/?query=--&page=3&payment=once')
    expect([looked, rendered]).toEqual([['--'], ['/search/']])
  })

  test('are built again after a change of the index, and when time changes them', async () => {
    await page('/search/?query=belfry')
    const revision = search.revision()
    await store.client.pool.query(`insert into search_synonyms (words) values ('{belfry, bell tower}')`)
    await until(() => search.revision() > revision)
    expect(await bodyOf('/search/?query=belfry')).toContain('bell-tower')
    await store.importLines([
      line('belfry-later', {
        publishedAt: '2026-11-21T09:00:00Z',
        submittedAt: '2026-11-01T00:00:00Z',
        acceptedAt: '2026-11-02T00:00:00Z',
      }),
    ])
    await until(() => catalogue.current().bySlug.has('belfry-later'))
    expect(await bodyOf('/search/?query=belfry')).not.toContain('belfry-later')
    clock.set('2026-11-21T09:00:00Z')
    await until(async () => (await bodyOf('/search/?query=belfry')).includes('belfry-later'))
  })

  test('never displace a page, and are not repeated by the front door', async () => {
    expect((await page('/apps/')).repeatable).toBe(true)
    for (let number = 0; number < 300; number++) expect((await page(`/search/?query=made+up+${number}`)).repeatable).toBe(false)
    rendered = []
    await page('/apps/')
    expect(rendered).toEqual([])
    await page('/search/?query=made+up+0')
    await page('/search/?query=made+up+299')
    expect(rendered).toEqual(['/search/'])
  })
})

describe('what is missing', () => {
  test('is counted once within a short time', async () => {
    const begun = clock.now().getTime()
    for (let time = 0; time < 3; time++) await page('/search/?query=fax%20zzzz&page=0')
    expect(missed).toEqual(['livechat fax zzzz'])
    clock.set(new Date(begun + 61_000).toISOString())
    await page('/search/?query=fax%20zzzz')
    await page('/helpdesk/search/?query=fax%20zzzz')
    expect(missed).toEqual(['livechat fax zzzz', 'livechat fax zzzz', 'helpdesk fax zzzz'])
  })

  test('is not counted on further pages, filtered, sorted, or for a HEAD request', async () => {
    const addresses = ['&page=2', '&page=4', '&payment=once', '&sortBy=price']
    for (const address of addresses) await page(`/search/?query=bell%20zzzz${address}`)
    await site.page(targetOf('/search/?query=bell%20zzzz', 'HEAD'))
    expect([looked.length, missed]).toEqual([5, []])
    await page('/search/?query=bell%20zzzz')
    expect(missed).toEqual(['livechat bell zzzz'])
  })

  test('is not counted if something is found or the text is too short', async () => {
    await page('/search/?query=bell')
    await page('/search/?query=zz')
    await page('/search/?query=z')
    await data('query=fax')
    expect(missed).toEqual(['livechat zz', 'livechat fax'])
  })
})
