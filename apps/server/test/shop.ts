// A small shop whose pages are tested.
import { afterAll, beforeAll } from 'vitest'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore } from './harness.ts'

const HOSTILE = '"><script>alert(1)</script></script><!-- \u2028'

export const slugsOf = ({ cards }: { cards: { slug: string }[] }) => cards.map(({ slug }) => slug)

/** Opens the server for all tests of a file, with these settings. */
export const openShop = (env: Record<string, string> = {}) => {
  const clock = testClock('2026-11-20T12:00:00Z')
  let store: TestStore
  let app: Awaited<ReturnType<typeof openTestApp>>

  beforeAll(async () => {
    store = await openTestStore()
    await store.importLines([
      line('alpha', {
        tags: ['app-of-the-week'],
        collections: ['staff-top-picks'],
        installations: 900,
        payment: { price: 1200, frequency: 'monthly', perAccount: true, trialDays: 14 },
        longDescription: '## What it does\n\nText <script>alert(1)</script>',
        authorization: { type: 'oauth2', scopes: ['chats--all:rw', 'User.Read'] },
        rating: { rate: 4.25, votes: 8 },
        websiteUrl: 'https://alpha.example',
      }),
      line('beta', { category: { slug: 'analytics' }, company: { name: 'Sorrel' } }),
      line('desk', { product: 'helpdesk' }),
      line('hostile', {
        name: `Hostile ${HOSTILE}`.slice(0, 60),
        shortDescription: HOSTILE,
        category: { slug: 'odd', name: `Odd ${HOSTILE}` },
      }),
      line('secret', { hidden: true }),
      line('resting', { underMaintenance: true }),
      line('training', { customProps: { isService: 'true' } }),
      line('dropbox'),
      line('deal', {
        payment: { price: 1000, frequency: 'once' },
        customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-20', discountPercent: 50 },
      }),
      ...Array.from({ length: 30 }, (_, index) =>
        line(`filler-${index}`, { category: { slug: 'cms' }, company: { name: 'Sorrel' } }),
      ),
      line('a-tried-one', { name: 'A tried one', customProps: { usingBeta: 'true' } }),
      line('a-settled-one', { name: 'A settled one', customProps: { hiddenForBeta: 'true' } }),
      line('everything', { name: 'All', installations: 10_000 }),
      line('twin-one', { name: 'Twin' }),
      line('twin-two', { name: 'Twin', company: { name: 'Sorrel' } }),
    ])
    app = await openTestApp(store, { clock, env: { VARIANT_HOSTS: '{"help.test":"helpdesk-public"}', ...env } })
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ method: 'GET', url, headers: { host: 'shop.test', ...headers } })
  const dataOf = async <Page>(path: string, prefix = '') =>
    (await get(`${prefix}/page-data/${path}`)).json<Omit<PageData, 'result'> & { result: Page }>()
  return { clock, store: () => store, app: () => app, get, dataOf }
}
