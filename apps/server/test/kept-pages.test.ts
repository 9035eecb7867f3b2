// After a change, pages that do not show the changed data are not rendered again, and pages that show it are never stale.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { pino } from 'pino'
import { openWebBuild } from '../src/adapters/web-build.ts'
import { readConfig } from '../src/config/config.ts'
import { type App, createApp } from '../src/context.ts'
import { statementsOf } from './statements.ts'
import { countVotes, openTestStore, paymentsNowhere, testClock, type TestStore, until } from './harness.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: App
/** The paths that were rendered. */
let rendered: string[]

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('alder', { company: { name: 'Larkspur' }, installations: 5 }),
    line('birch', { company: { name: 'Sorrel' }, installations: 4, category: { slug: 'hr', name: 'HR' } }),
    line('later', {
      company: { name: 'Sorrel' },
      customProps: { discountFrom: '2026-11-22', discountTo: '2026-11-23', discountPercent: 10 },
      payment: { price: 900, frequency: 'once' },
      installations: 1,
    }),
    // A deal exists from the start: the first one would add a link to every page.
    line('deal', {
      company: { name: 'Filler' },
      customProps: { discountFrom: '2020-01-01', discountTo: '2099-01-01', discountPercent: 10 },
      payment: { price: 900, frequency: 'once' },
      installations: 2_000,
    }),
    ...Array.from({ length: 40 }, (_, index) =>
      line(`filler-${index}`, { company: { name: 'Filler' }, installations: 1_000 - index }),
    ),
  ])
  app = await createApp({
    config: readConfig({ DEMO: 'false', PUBLIC_URL: 'http://shop.test' }),
    store,
    log: pino({ level: 'silent' }),
    version: '0.0.0',
    clock,
    openRenderer: async () => {
      const built = await openWebBuild()
      return {
        ...built,
        render: (boot) => {
          rendered.push(boot.page.path)
          return built.render(boot)
        },
      }
    },
    assetsFolder: null,
    ...paymentsNowhere(),
  })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const PAGES = [
  '/',
  '/apps/',
  '/apps/?page=2',
  '/apps/?sortBy=popularity',
  '/developers/',
  '/apps/alder/',
  '/apps/birch/',
  '/apps/later/',
]
const bodyOf = async (url: string) => (await app.server.inject(url)).body
const askAll = async () => {
  for (const path of PAGES) expect((await app.server.inject(path)).statusCode).toBe(200)
}
const sql = (text: string, values: unknown[] = []) => store.client.pool.query(text, values)
const DETAIL = (slug: string) => `/api/v2/applications/${slug}/published`
const idOf = async (slug: string) => (JSON.parse(await bodyOf(DETAIL(slug))) as { id: string }).id

/** Makes a change, and waits until this process has applied it: until a cached answer differs. */
const change = async (text: string, values: unknown[], url: string) => {
  const before = await bodyOf(url)
  await sql(text, values)
  if (text.includes('into ratings')) await countVotes(store)
  await until(async () => (await bodyOf(url)) !== before)
}

beforeEach(async () => {
  rendered = []
  await askAll()
  rendered = []
})

describe('a change', () => {
  test('without an effect renders nothing', async () => {
    await askAll()
    expect(rendered).toEqual([])
  })

  test('of a rating renders the application’s page and the lists that show it', async () => {
    await change(`insert into ratings (id, application_id, rate) values ('one', $1, 5)`, [await idOf('alder')], DETAIL('alder'))
    await askAll()
    // The home page shows it too, and so does the second page of the lists in the default order.
    expect(rendered.toSorted()).toEqual(['/', '/apps/', '/apps/alder/'])
    for (const path of ['/', '/apps/?page=2', '/apps/alder/']) expect(await bodyOf(path)).toContain('"votes":1')
  })

  test('of a text that only its own page shows renders that page', async () => {
    const text = `update applications set changelog_html = '<p>Fresh leaves.</p>', changelog = 'Fresh leaves.' where slug = 'birch'`
    await change(text, [], DETAIL('birch'))
    await askAll()
    expect(rendered).toEqual(['/apps/birch/'])
    expect(await bodyOf('/apps/birch/')).toContain('Fresh leaves.')
  })

  test('of an order renders no page on which nothing moves', async () => {
    const text = `update applications set installations = $1 where slug = 'filler-39'`
    await change(text, [962], DETAIL('filler-39'))
    await askAll()
    expect(rendered).toEqual([])
    await change(text, [5_000], DETAIL('filler-39'))
    await askAll()
    // Both pages in the default order, and the first page by popularity.
    expect(rendered.filter((path) => path === '/apps/')).toHaveLength(3)
    expect(rendered.filter((path) => /alder|birch|later/.test(path))).toEqual([])
  })

  test('of a developer renders the pages that show it', async () => {
    await change(`update developers set description = 'Grows herbs.' where name = 'Sorrel'`, [], '/developers/')
    rendered = []
    await askAll()
    expect(rendered).toEqual([])
    expect(await bodyOf('/developers/')).toContain('Grows herbs.')
    await change(`update developers set name = 'Sorrel and Sons' where name = 'Sorrel'`, [], '/apps/birch/')
    await askAll()
    expect(rendered).toContain('/apps/later/')
    expect(rendered).not.toContain('/apps/alder/')
  })

  test('of a developer’s address that keeps its place in the lists is in the sitemap', async () => {
    expect(await bodyOf('/sitemap.xml')).toContain('/developers/larkspur/')
    await change(`update developers set slug = 'larks' where slug = 'larkspur'`, [], '/apps/alder/')
    expect(await bodyOf('/sitemap.xml')).toContain('/developers/larks/')
  })

  test('of what is listed is visible wherever it is counted', async () => {
    expect(await bodyOf('/apps/birch/')).toContain('"applicationCount":44')
    await change(`update applications set hidden = true where slug = 'alder'`, [], DETAIL('alder'))
    await askAll()
    expect(rendered).toHaveLength(PAGES.length)
    expect(await bodyOf('/apps/birch/')).toContain('"applicationCount":43')
  })

  test('by time is visible at its instant, where it is shown', async () => {
    clock.set('2026-11-21T23:59:59.999Z')
    await askAll()
    expect(rendered).toEqual([])
    clock.set('2026-11-22T00:00:00.000Z')
    expect(await bodyOf('/apps/later/')).toContain('$8.10')
    await askAll()
    expect(rendered).toContain('/apps/')
    // The developer's other application shows its price too.
    for (const path of ['/apps/alder/', '/developers/']) expect(rendered).not.toContain(path)
  })

  test('keeps the ETag of an API answer that does not show it', async () => {
    const ask = async (url: string) => (await app.server.inject(url)).headers['etag']
    const urls = ['/api/v2/applications/published?limit=3&offset=30', '/api/v2/applications/birch/published', '/sitemap.xml']
    const before = await Promise.all(urls.map(ask))
    await change(`insert into ratings (id, application_id, rate) values ('two', $1, 3)`, [await idOf('later')], DETAIL('later'))
    expect(await Promise.all(urls.map(ask))).toEqual(before)
  })
})

describe('of a developer with many applications, a change', () => {
  const [first, last] = ['/apps/herb-0/', '/apps/herb-59/']
  beforeAll(async () => {
    const herbs = Array.from({ length: 60 }, (_, index) =>
      line(`herb-${index}`, {
        company: { name: 'Grower' },
        installations: 100 - index,
        ...(index === 0 && {
          customProps: { discountFrom: '2026-11-25', discountTo: '2026-11-26', discountPercent: 10 },
          payment: { price: 700, frequency: 'once' },
        }),
      }),
    )
    await store.importLines(herbs)
    await until(async () => (await app.server.inject(last)).statusCode === 200)
  })
  const installs = (number: number, slug: string) =>
    change('update applications set installations = $1 where slug = $2', [number, slug], DETAIL(slug))

  test('reads and renders nothing for pages that do not show it', async () => {
    for (const path of [first, last, '/developers/']) await bodyOf(path)
    await installs(70, 'herb-40')
    rendered = []
    const statements = await statementsOf(async () => {
      for (const path of [first, last, '/developers/']) await bodyOf(path)
    })
    expect(statements).toEqual([])
    expect(rendered).toEqual([])
  })

  test('is on the pages that show the first ones', async () => {
    expect(await bodyOf(last)).not.toContain('/apps/herb-30/')
    await installs(500, 'herb-30')
    expect(await bodyOf(last)).toContain('/apps/herb-30/')
    await change(`update applications set hidden = true where slug = $1`, ['herb-30'], DETAIL('herb-30'))
    expect(await bodyOf(last)).not.toContain('/apps/herb-30/')
    expect(await bodyOf('/developers/')).toContain('"applicationCount":59')
    await change(`update applications set name = 'Zoned herb' where slug = $1`, ['herb-1'], DETAIL('herb-1'))
    expect(await bodyOf(last)).toContain('Zoned herb')
  })

  test('by time is on the pages that show it', async () => {
    expect(await bodyOf(last)).not.toContain('$6.30')
    clock.set('2026-11-25T00:00:00.000Z')
    expect(await bodyOf(last)).toContain('$6.30')
  })
})
