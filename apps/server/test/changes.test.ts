// After any changes, a running server must answer byte for byte like a server that has just been started.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { countVotes, openTestApp, openTestStore, testClock, type TestStore, until } from './harness.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Server = Awaited<ReturnType<typeof openTestApp>>
const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]

const discount = (from: string, to: string) => ({ discountFrom: from, discountTo: to, discountPercent: 25 })
const LINES = [
  line('marker', { hidden: true, category: { slug: 'none', name: 'None' } }),
  ...Array.from({ length: 26 }, (_, index) =>
    line(`app-${index}`, {
      product: index % 5 === 0 ? 'helpdesk' : 'livechat',
      company: { name: `Maker ${index % 4}` },
      category: index % 3 === 0 ? { slug: 'hr', name: 'HR' } : { slug: 'crm', name: 'CRM' },
      languages: index % 2 ? ['en', 'de'] : ['en'],
      industries: index % 4 === 0 ? ['Food and drink'] : [],
      installations: index * 10,
      payment: index % 3 === 1 ? { price: 900 + index, frequency: 'once' } : undefined,
      customProps: index % 6 === 0 ? { isService: 'true' } : index % 7 === 0 ? discount('2026-11-21', '2026-11-24') : {},
      ...(index === 3 && {
        publishedAt: '2026-11-22T10:00:00Z',
        submittedAt: '2026-11-01T00:00:00Z',
        acceptedAt: '2026-11-02T00:00:00Z',
      }),
    }),
  ),
]

/** Columns of an application to change, with values to choose from. */
const COLUMNS: Readonly<Record<string, readonly unknown[]>> = {
  name: ['Alder', 'alder', 'Birch', 'app 2', 'App 10'],
  product: ['livechat', 'helpdesk'],
  hidden: [true, false],
  under_maintenance: [true, false],
  theme: ['dark', null],
  installations: [0, 5, 120, 9_000, null],
  rating_rate: [null, 3, 4.5],
  rating_votes: [0, 7],
  short_description: ['Short.', 'Another.', null],
  changelog_html: ['<p>New.</p>', null],
  country: ['PL', 'Poland', null],
  languages: [[], ['en'], ['de', 'pl']],
  industries: [[], ['Food and drink'], ['food and drink'], ['FOOD and drink', 'Travel']],
  types: [[], ['training']],
  collections: [[], ['starter-pack'], ['new-and-noteworthy'], ['omnichannel-communication']],
  tags: [[], ['app-of-the-week'], ['monthly-highlights']],
  payment: [null, '{"price":500,"oldPrice":null,"discountPercent":null,"frequency":"monthly","perAccount":true,"trialDays":0}'],
  custom_props: [
    {},
    { verified: 'true' },
    { isService: 'true' },
    { isAiPowered: 'true', order: 7 },
    discount('2026-11-20', '2026-11-21'),
    discount('2026-11-23', '2026-11-30'),
    { usingBeta: 'true' },
  ].map((props) => JSON.stringify(props)),
  published_at: [null, '2026-01-01', '2026-11-20T20:00:00Z', '2026-11-22T12:00:00Z'],
  updated_at: ['2026-11-01', '2026-11-19'],
}
const column = fc
  .constantFrom(...Object.keys(COLUMNS))
  .chain((name) => fc.record({ name: fc.constant(name), value: fc.constantFrom(...(COLUMNS[name] ?? [])) }))

type Change = { what: string; run: (number: number) => Promise<unknown> }
const nth = `(select id from applications where slug like 'app-%' order by slug offset $1 % greatest(1, (select count(*) from applications where slug like 'app-%')) limit 1)`
const place = fc.nat(40)
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ column, at: place }).map(({ column: { name, value }, at }) => ({
      what: `${name} of ${at} is ${JSON.stringify(value)}`,
      run: () => sql(`update applications set ${name} = $2 where id = ${nth}`, [at, value]),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ at: place, rate: fc.integer({ min: 1, max: 5 }) }).map(({ at, rate }) => ({
      what: `${at} is rated ${rate}`,
      run: async (number: number) => {
        await sql(
          `insert into ratings (id, application_id, rate, name, review, verified_at) select $3, ${nth}, $2, 'Ada', 'Good.', now()`,
          [at, rate, `r${number}`],
        )
        await countVotes(store, clock.now())
      },
    })),
  },
  fc.constant({
    what: 'no ratings',
    run: async () => {
      await sql('delete from ratings')
      await countVotes(store, clock.now())
    },
  }),
  place.map((at) => ({
    what: `${at} is gone`,
    run: () => sql(`delete from applications where id = ${nth}`, [at]),
  })),
  place.map((at) => ({ what: `one like ${at}`, run: (number: number) => copyApplication(at, number) })),
  place.map((at) => ({
    what: `${at} has another slug`,
    run: (number: number) => sql(`update applications set slug = $2 where id = ${nth}`, [at, `app-new-${number}`]),
  })),
  fc.record({ at: place, maker: fc.nat(3) }).map(({ at, maker }) => ({
    what: `${at} is of maker ${maker}`,
    run: () =>
      sql(`update applications set developer_id = (select id from developers order by id offset $2 limit 1) where id = ${nth}`, [
        at,
        maker,
      ]),
  })),
  fc.nat(3).map((maker) => ({
    what: `maker ${maker} is renamed`,
    run: (number: number) =>
      sql(
        `update developers set name = $2, slug = $3, country = 'DE', description = 'Hello.'
          where id = (select id from developers order by id offset $1 limit 1)`,
        [maker, `Renamed ${number}`, `renamed-${number}`],
      ),
  })),
  fc.nat(1).map((which) => ({
    what: `category ${which} is renamed`,
    run: (number: number) =>
      sql(`update categories set name = $2, slug = $3 where id = (select id from categories order by id offset $1 limit 1)`, [
        which,
        `Category ${number}`,
        `category-${number}`,
      ]),
  })),
  fc.record({ at: place, which: fc.nat(2) }).map(({ at, which }) => ({
    what: `${at} is in category ${which}`,
    run: () =>
      sql(`update applications set category_id = (select id from categories order by id offset $2 limit 1) where id = ${nth}`, [
        at,
        which,
      ]),
  })),
  fc.constantFrom('livechat', 'helpdesk').map((product) => ({
    what: `an expert for ${product}`,
    run: (number: number) =>
      sql(
        `insert into experts (id, slug, name, email, products, applications, published_at)
          values ($1, $1, $1, 'a@b.example', array[$2], array['app-1', 'app-2'], '2026-01-01')`,
        [`expert-${number}`, product],
      ),
  })),
  fc.constantFrom(1, 9 * 3_600, 30 * 3_600).map((seconds) => ({
    what: `${seconds} s pass`,
    run: async () => clock.set(new Date(clock.now().getTime() + seconds * 1_000).toISOString()),
  })),
)

const copyApplication = async (at: number, number: number) => {
  const [columns] = await sql<{ all: string }>(
    `select string_agg(quote_ident(column_name), ', ') as all from information_schema.columns
      where table_name = 'applications' and column_name not in ('id', 'slug')`,
  )
  const own = columns?.all ?? ''
  await sql(`insert into applications (id, slug, ${own}) select $2, $3, ${own} from applications where id = ${nth}`, [
    at,
    `copy-${number}`,
    `app-copy-${number}`,
  ])
}

const LISTS = [
  '/',
  '/apps/',
  '/apps/?page=2',
  '/apps/?sortBy=popularity',
  '/apps/?sortBy=published',
  '/apps/?sortBy=alphabetically',
  '/apps/?sortBy=price',
  '/apps/?language=de',
  '/apps/?industry=food-and-drink&sortBy=price',
  '/apps/?payment=free',
  '/apps/?verified=true',
  '/apps/new-and-noteworthy/',
  '/apps/starter-pack/',
  '/apps/ai-powered/',
  '/apps/self-setup/',
  '/apps/coming-soon/',
  '/saas-deals/',
  '/omnichannel-communication/',
  '/services/',
  '/services/?services=training',
  '/developers/',
  '/developers/?sortBy=productsNumber',
  '/partners/',
]
const VARIANTS = ['', '/embed/agent-app', '/helpdesk']
const API = '/api/v2/applications'

/** All addresses with content. */
const addresses = async (): Promise<string[]> => {
  const [applications, developers, categories, experts] = await Promise.all([
    sql<{ id: string; slug: string }>('select id, slug from applications'),
    sql<{ id: string; slug: string }>('select id, slug from developers'),
    sql<{ slug: string }>('select slug from categories'),
    sql<{ slug: string }>('select slug from experts'),
  ])
  const pages = [
    ...LISTS,
    ...categories.map(({ slug }) => `/apps/${slug}/`),
    ...developers.map(({ slug }) => `/developers/${slug}/`),
    ...experts.map(({ slug }) => `/partners/${slug}/`),
  ]
  return [
    ...VARIANTS.flatMap((variant) => pages.map((path) => `${variant}${path}`)),
    ...applications.flatMap(({ id, slug }) => [
      `/apps/${slug}/`,
      `/services/${slug}/`,
      `/page-data/apps/${slug}/page-data.json`,
      `${API}/${slug}/published`,
      `/api/v2/feedback/rate/application/${id}`,
    ]),
    ...developers.map(({ id }) => `/api/v2/developers/${id}/profile`),
    '/page-data/apps/page-data.json',
    '/slice-data/site.json',
    '/sitemap.xml',
    `${API}/published`,
    `${API}/published?limit=5&offset=3`,
  ]
}
/** Search results, which follow a moment after a change. */
const SEARCHES = ['alder', 'app', 'renamed', 'category', 'short'].map((text) => `/search/?query=${text}`)

const answerOf = async (server: Server, url: string) => {
  const { statusCode, body, headers } = await server.server.inject(url)
  return `${statusCode} ${headers['location'] ?? ''}\n${body.replace(/"requestId":"[^"]+"/, '')}`
}

/** Waits until a server has seen all earlier changes. */
const caughtUp = async (server: Server, number: number) => {
  await sql(`update applications set version = $1 where slug = 'marker'`, [String(number)])
  await until(async () => (await answerOf(server, `${API}/marker/published`)).includes(`"version":"${number}"`))
}

test('every page equals that of a fresh start, after any changes', { timeout: 0 }, async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(changes, { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 5 }),
      async (batches) => {
        for (const table of ['ratings', 'rating_totals', 'applications', 'experts', 'developers', 'categories'])
          await sql(`delete from ${table}`)
        clock.set('2026-11-20T12:00:00Z')
        const { remarks } = await store.importLines(LINES, { now: clock.now() })
        expect(remarks).toEqual([])
        const server = await openTestApp(store, { clock })
        try {
          await answerOf(server, `${API}/marker/published`)
          for (const batch of batches) {
            for (const change of batch) await change.run(++number)
            await caughtUp(server, ++number)
            const fresh = await openTestApp(store, { clock })
            try {
              for (const url of await addresses()) {
                const [kept, expected] = [await answerOf(server, url), await answerOf(fresh, url)]
                if (kept !== expected) expect(kept, `${url} after ${batch.map(({ what }) => what).join('; ')}`).toBe(expected)
              }
              for (const url of SEARCHES) {
                const expected = await answerOf(fresh, url)
                await until(async () => (await answerOf(server, url)) === expected)
              }
            } finally {
              await fresh.close()
            }
          }
        } finally {
          await server.close()
        }
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
})
