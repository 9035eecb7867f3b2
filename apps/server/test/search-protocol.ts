// The search protocol with a small catalogue, for tests.
import { afterAll, beforeAll, expect } from 'vitest'
import { facetResultSchema, type SearchResult, searchResultSchema } from '@marketplace/contracts/search/protocol'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { inTransaction } from '../src/db/transaction.ts'
import { insertPartners } from '../src/modules/partners/index.ts'
import { openTestApp, openTestStore, testClock, type TestStore } from './harness.ts'

const monthly = (price: number, perAccount = false) => ({ payment: { price, frequency: 'monthly', perAccount, trialDays: 0 } })

/** Opens the server for all tests of a file. */
export const openSearchProtocol = () => {
  const clock = testClock('2026-11-20T12:00:00Z')
  let store: TestStore
  let app: Awaited<ReturnType<typeof openTestApp>>
  beforeAll(async () => {
    store = await openTestStore()
    const report = await store.importLines([
      line('parcel-wren', {
        shortDescription: 'Tells customers where a delivery is.',
        longDescription: '# Tracking\n\nAsks **every** carrier, & shows <b>if</b> it comes.',
        category: { slug: 'e-commerce', name: 'E-commerce' },
        customProps: { order: 5, isAiPowered: 'true' },
        verified: true,
        installations: 900,
        rating: { rate: 4.5, votes: 20 },
        languages: ['en', 'de'],
        country: 'Poland',
        industries: ['Retail'],
        widgets: [{ placement: 'plugin', url: 'https://wren.example' }],
        publishedAt: '2026-01-01T00:00:00Z',
        ...monthly(2000),
      }),
      line('app-10', { ...monthly(1000, true), publishedAt: '2026-02-01T00:00:00Z' }),
      line('app-9', {
        name: 'app 9',
        ...monthly(1500),
        customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 50 },
        installations: 50,
        publishedAt: '2026-03-01T00:00:00Z',
      }),
      line('markup', { name: 'Fish & <b>Chips</b>', publishedAt: '2026-04-01T00:00:00Z' }),
      line('desk-bell', { product: 'helpdesk', publishedAt: '2026-05-01T00:00:00Z' }),
      line('coaching', {
        customProps: { isService: 'true' },
        types: ['training'],
        publishedAt: '2026-06-01T00:00:00Z',
        company: { name: 'Sorrel' },
      }),
      line('secret-gem', { hidden: true }),
      line('resting', { underMaintenance: true }),
      line('themed', { theme: 'dark' }),
      line('beta-only', { customProps: { usingBeta: 'true' } }),
      line('salesforce', { name: 'Salesforce' }),
      line('draft', { publishedAt: null }),
      line('tomorrow', {
        publishedAt: '2026-11-21T09:00:00Z',
        submittedAt: '2026-11-01T00:00:00Z',
        acceptedAt: '2026-11-02T00:00:00Z',
      }),
    ])
    expect(report.remarks).toEqual([])
    await inTransaction(store.client.database, (transaction) =>
      insertPartners(transaction, {
        experts: [
          {
            id: 'kettle',
            slug: 'kettlebridge',
            name: 'Kettlebridge',
            headline: 'Moves help desks',
            description: 'By **hand**.',
            email: 'secret@kettle.example',
            products: ['helpdesk'],
            services: ['training'],
            recommended: true,
            publishedAt: new Date('2025-01-01T00:00:00Z'),
          },
          { id: 'draft', slug: 'draft', name: 'Kettle draft', email: 'draft@kettle.example', publishedAt: null },
        ],
        comments: [],
        prospects: [],
        campaigns: [],
      }),
    )
    app = await openTestApp(store, { clock })
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const post = (path: string, payload: string | object, headers: Record<string, string> = { 'content-type': 'text/plain' }) =>
    app.server.inject({
      method: 'POST',
      url: `/search/1/indexes/${path}`,
      headers,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const ask = async (parameters: object, index = 'apps'): Promise<SearchResult> => {
    const answer = await post(`${index}/query`, parameters)
    expect(answer.statusCode).toBe(200)
    return searchResultSchema.parse(answer.json())
  }
  const slugs = async (parameters: object, index = 'apps') => (await ask(parameters, index)).hits.map(({ slug }) => slug)
  const facetHits = async (facet: string, parameters: object) => {
    const answer = await post(`apps/facets/${facet}/query`, parameters)
    expect(answer.statusCode).toBe(200)
    return facetResultSchema.parse(answer.json()).facetHits
  }
  return { clock, store: () => store, server: () => app.server, post, ask, slugs, facetHits }
}
