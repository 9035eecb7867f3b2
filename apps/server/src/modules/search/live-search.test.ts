import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APPLICATION_SORTS } from '@marketplace/contracts/core/enumerations'
import type { SearchResult } from '@marketplace/contracts/search/protocol'
import { variantNamed } from '@marketplace/contracts/core/variants'
import { sortApplications } from '@marketplace/domain/sorting'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { inTransaction } from '../../db/transaction.ts'
import { countVotes, openTestStore, testClock, type TestClock, type TestStore, until } from '../../../test/harness.ts'
import { openDatabase } from '../../db/client.ts'
import { type LiveCatalogue, openLiveCatalogue } from '../catalogue/index.ts'
import { insertPartners, type LivePartners, openLivePartners } from '../partners/index.ts'
import { type LiveSearch, openLiveSearch } from './index.ts'

const CALLER = '192.0.2.1'

type Process = { catalogue: LiveCatalogue; partners: LivePartners; search: LiveSearch; close: () => Promise<void> }

const base = variantNamed('base')
const quiet = { warn: () => {} }
let store: TestStore
let clock: TestClock
let one: Process

/** The in-memory data of one server process. */
const openProcess = async (connectionString: string): Promise<Process> => {
  const client = openDatabase(connectionString, () => {})
  const catalogue = await openLiveCatalogue(client, clock, quiet)
  const partners = await openLivePartners(client, clock, quiet)
  const search = await openLiveSearch({
    client,
    requests: client,
    catalogue,
    partners,
    clock,
    log: quiet,
    publicUrl: 'http://shop.test',
    hosted: null,
  })
  return {
    catalogue,
    partners,
    search,
    close: async () => {
      await search.close()
      await partners.close()
      await catalogue.close()
      await client.close()
    },
  }
}

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures', 'experts', 'search_synonyms', 'search_misses')
  clock = testClock('2026-11-20T12:00:00Z')
  await store.importLines([
    line('bell-tower', { installations: 5 }),
    line('parcel-wren', { company: { name: 'Sorrel' } }),
    line('desk-bell', { product: 'helpdesk', company: { name: 'Sorrel' } }),
    line('later', {
      publishedAt: '2026-11-21T09:00:00Z',
      submittedAt: '2026-11-01T00:00:00Z',
      acceptedAt: '2026-11-02T00:00:00Z',
    }),
    line('reduced', {
      payment: { price: 1000, frequency: 'once', perAccount: false, trialDays: 0 },
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-20', discountPercent: 25 },
    }),
  ])
  one = await openProcess(store.connectionString)
  await one.search.built
})
afterEach(() => one.close())

const run = (query: string) => store.client.pool.query(query)
const hitsOf = async (query: string, parameters: object = {}, { search } = one) =>
  ((await search.search([{ indexName: 'apps', query, ...parameters }], CALLER))[0] as SearchResult).hits
const slugs = async (query: string, parameters?: object, process?: Process) =>
  (await hitsOf(query, parameters, process)).map(({ slug }) => slug)
const partnerIds = async (text: string, variant = base) =>
  (await one.search.findPartners(text, variant, CALLER)).partners.map(({ kind, id }) => `${kind} ${id}`)

describe('the live search', () => {
  test('is not ready before everything is in it, and who asks meanwhile waits', async () => {
    const two = await openProcess(store.connectionString)
    try {
      expect(two.search.ready()).toBe(false)
      expect(await slugs('tower', {}, two)).toEqual(['bell-tower'])
      expect(two.search.ready()).toBe(true)
    } finally {
      await two.close()
    }
  })

  test('closes while it is being filled', async () => {
    const two = await openProcess(store.connectionString)
    await two.close()
    await two.search.built
    expect(two.search.ready()).toBe(false)
  })

  test('finds an import within moments, a change of it, and no longer what is gone', async () => {
    const before = one.search.revision()
    await store.importLines([line('kestrel', { longDescription: 'Watches from **above**.' })])
    await until(async () => (await slugs('kestrel')).length === 1)
    // The revision counts a change once all of it is in the index.
    await until(async () => one.search.revision() > before)
    expect(await slugs('watches above')).toEqual(['kestrel'])

    await store.importLines([line('kestrel', { name: 'Osprey', shortDescription: 'Fishes.', longDescription: 'Dives.' })])
    await until(async () => (await slugs('osprey')).length === 1)
    expect(await slugs('watches')).toEqual([])

    await run(`delete from applications where slug = 'kestrel'`)
    await until(async () => (await slugs('osprey')).length === 0)
  })

  test('does not find what was hidden, by no filter either, and finds it again', async () => {
    await run(`update applications set hidden = true where slug = 'bell-tower'`)
    await until(async () => (await slugs('tower')).length === 0)
    for (const filters of ['hidden:true', 'hidden:false', 'NOT hidden:false', 'variants:base', 'NOT variants:base'])
      expect(await slugs('', { filters })).not.toContain('bell-tower')
    await run(`update applications set hidden = false where slug = 'bell-tower'`)
    await until(async () => (await slugs('tower')).length === 1)
  })

  test('follows a rating, and the names of category and company', async () => {
    const { id } = one.catalogue.current().bySlug.get('bell-tower') ?? { id: '' }
    await store.client.pool.query(`insert into ratings (id, application_id, rate) values ('r', $1, 4)`, [id])
    await countVotes(store)
    await until(async () => (await slugs('', { filters: 'rating.rate = 4' })).length === 1)
    await run(`update categories set name = 'Relations' where slug = 'crm'`)
    await until(async () => (await slugs('', { filters: 'category.name:Relations' })).length === 4)
    expect(await slugs('relations tower')).toEqual(['bell-tower'])
  })

  test('finds what time alone has published, at its instant, and not before', async () => {
    clock.set('2026-11-21T08:59:59Z')
    expect(await slugs('later')).toEqual([])
    clock.set('2026-11-21T09:00:00Z')
    await until(async () => (await slugs('later')).length === 1)
  })

  test('puts in what time alone has published without being asked', async () => {
    await one.close()
    clock = testClock('2026-11-21T08:59:59.800Z')
    one = await openProcess(store.connectionString)
    await one.search.built
    const before = one.search.revision()
    clock.set('2026-11-21T09:00:00Z')
    await until(async () => one.search.revision() > before)
    expect(await slugs('later')).toEqual(['later'])
  })

  test('has the price of the day', async () => {
    const prices = async () => (await hitsOf('reduced')).map(({ price }) => price)
    expect(await prices()).toEqual([750])
    expect(one.search.until()).toEqual(new Date('2026-11-21T00:00:00Z'))
    clock.set('2026-11-21T00:00:00Z')
    await until(async () => (await prices())[0] === 1000)
    expect(await slugs('', { numericFilters: 'price=750' })).toEqual([])
    expect(one.search.until()).toEqual(new Date('2026-11-21T09:00:00Z'))
  })

  test('puts into the index what has changed, and nothing else', async () => {
    const revisions: number[] = [one.search.revision()]
    await run(`update applications set installations = 9 where slug = 'bell-tower'`)
    await until(async () => (await hitsOf('tower'))[0]?.installations === 9)
    revisions.push(one.search.revision())
    await run(`update applications set changelog = 'Nothing that is searched' where slug = 'later'`)
    await until(() => one.catalogue.current().revision >= 3)
    await slugs('tower')
    expect(one.search.revision()).toBe(revisions[1])
    expect(revisions[1]).toBe((revisions[0] ?? 0) + 1)
  })

  test('has partners: experts as they are published, developers while something of theirs is listed', async () => {
    const [larkspur, sorrel] = ['Larkspur', 'Sorrel'].map((name) =>
      [...one.catalogue.current().developerById.values()].find((developer) => developer.name === name),
    )
    expect(await partnerIds('larkspur')).toEqual([`developer ${larkspur?.id}`])
    await inTransaction(store.client.database, (transaction) =>
      insertPartners(transaction, {
        experts: ['2025-01-01T00:00:00Z', '2026-11-22T00:00:00Z'].map((publishedAt, index) => ({
          id: `e${index}`,
          slug: `quill-${index}`,
          name: `Quill ${index}`,
          email: 'secret@quill.example',
          products: ['livechat'],
          publishedAt: new Date(publishedAt),
        })),
        comments: [],
        prospects: [],
        campaigns: [],
      }),
    )
    await until(async () => (await partnerIds('quill')).length === 1)
    expect(await partnerIds('quill', variantNamed('helpdesk-public'))).toEqual([])
    clock.set('2026-11-22T00:00:00Z')
    await until(async () => (await partnerIds('quill')).length === 2)

    expect(await partnerIds('sorrel', variantNamed('helpdesk-public'))).toEqual([`developer ${sorrel?.id}`])
    await run(`update applications set hidden = true where slug = 'desk-bell'`)
    await until(async () => (await partnerIds('sorrel', variantNamed('helpdesk-public'))).length === 0)
    expect(await partnerIds('sorrel')).toEqual([`developer ${sorrel?.id}`])
    await run(`update applications set hidden = true where slug = 'parcel-wren'`)
    await until(async () => (await partnerIds('sorrel')).length === 0)
  })

  test('takes words for one another that the operator says are the same', async () => {
    expect(await slugs('belfry')).toEqual([])
    const revision = one.search.revision()
    await run(`insert into search_synonyms (words) values ('{belfry, bell tower}')`)
    await until(async () => (await slugs('belfry')).includes('bell-tower'))
    expect(one.search.revision()).toBeGreaterThan(revision)
    await run(`truncate search_synonyms`)
    await until(async () => (await slugs('belfry')).length === 0)
    await run(`insert into search_synonyms (words, one_way_from) values ('{wren}', 'bird')`)
    await until(async () => (await slugs('bird')).includes('parcel-wren'))
    await run(`delete from search_synonyms`)
    await until(async () => (await slugs('bird')).length === 0)
  })

  test('a table of synonyms that says nothing is refused', async () => {
    await expect(run(`insert into search_synonyms (words) values ('{alone}')`)).rejects.toThrow(/search_synonyms_words/)
  })

  test('two processes answer alike, whichever way they came to it', async () => {
    for (let round = 0; round < 4; round++) {
      await store.importLines([
        line(`bell-${round}`, { installations: round * 10 }),
        line('bell-tower', { shortDescription: `Bell of round ${round}` }),
      ])
      if (round === 2) await run(`delete from applications where slug = 'bell-1'`)
    }
    const changed = async () => JSON.stringify(await hitsOf('bell of round'))
    await until(async () => (await changed()).includes('round 3') && (await slugs('bell')).length === 5)
    const two = await openProcess(store.connectionString)
    try {
      for (const query of ['', 'bell', 'bell tow', 'sentence', 'prcel', 'bell nothing'])
        for (const indexName of ['apps', ...APPLICATION_SORTS.map((sort) => `apps_${sort}`)]) {
          const request = { indexName, query, facets: ['*'] }
          const [first, second] = await Promise.all([one, two].map(({ search }) => search.search([request], CALLER)))
          const comparable = (answer: typeof first) => ({ ...(answer?.[0] as SearchResult), processingTimeMS: 0 })
          expect(comparable(second)).toEqual(comparable(first))
        }
    } finally {
      await two.close()
    }
  })

  test('the orders of its indexes are those of the lists', async () => {
    await store.importLines(
      Array.from({ length: 40 }, (_, index) =>
        line(`sorted-${index}`, {
          name: `${['Ö', 'o', 'App ', 'app '][index % 4]}${index % 7}`,
          installations: index % 3 === 0 ? null : (index * 7) % 5,
          rating: index % 2 === 0 ? { rate: (index % 5) + 0.5, votes: index % 6 || 1 } : null,
          payment: index % 4 === 0 ? null : { price: (index % 6) * 100, frequency: 'once', perAccount: false, trialDays: 0 },
          customProps: {
            order: index % 3,
            discountFrom: '2026-11-01',
            discountTo: '2026-11-30',
            discountPercent: (index % 3) * 10,
          },
          publishedAt: `2026-0${(index % 9) + 1}-01T00:00:00Z`,
        }),
      ),
    )
    await until(async () => (await slugs('', { filters: 'kind:application', hitsPerPage: 100 })).length === 44)
    const listed = one.catalogue.current().entries.filter(({ slug }) => slug !== 'later')
    for (const sort of APPLICATION_SORTS) {
      const [answer] = await one.search.search([{ indexName: `apps_${sort}`, hitsPerPage: 100 }], CALLER)
      const expected = sortApplications(listed, sort, clock.now()).map(({ slug }) => slug)
      expect((answer as SearchResult).hits.map(({ slug }) => slug)).toEqual(expected)
    }
  })
})

describe('for the pages', () => {
  const find = (text: string, variant = base) => {
    const { entries } = one.catalogue.current()
    const places = { of: new Map(entries.map(({ id }, place) => [id, place])), size: entries.length }
    return one.search.find(text, variant, places, CALLER)
  }

  test('it ranks what a variant lists', async () => {
    const ids = async (text: string, variant = base) => {
      const { entries } = one.catalogue.current()
      return (await (await find(text, variant)).best(200)).map((place) => entries[place]?.slug)
    }
    expect((await ids('bell')).toSorted()).toEqual(['bell-tower', 'desk-bell'])
    expect(await ids('bell', variantNamed('agent-app'))).toEqual(['bell-tower'])
    expect(await ids('bell', variantNamed('helpdesk-public'))).toEqual(['desk-bell'])
    expect(await find('b', base)).toMatchObject({ total: 0, nearest: false })
    expect(await find('zzzz', base)).toMatchObject({ total: 0, nearest: false })
    expect(await one.search.findPartners('b', base, CALLER)).toEqual({ partners: [], nearest: false })
  })

  test('it says where the words as typed found nothing and these are the closest', async () => {
    const nearest = async (text: string) => (await find(text, base)).nearest
    expect(await nearest('bell tower')).toBe(false)
    expect(await nearest('bel')).toBe(false)
    expect(await nearest('parcle wren')).toBe(true)
    expect(await nearest('bell zzzz')).toBe(true)
  })

  test('it says the same of partners', async () => {
    const nearest = async (text: string) => (await one.search.findPartners(text, base, CALLER)).nearest
    expect(await nearest('larkspur')).toBe(false)
    expect(await nearest('larkspru')).toBe(true)
    expect(await nearest('larkspur zzzz')).toBe(true)
    expect(await nearest('zzzz')).toBe(false)
  })

  test('the answer to what is typed says it of each section', async () => {
    const nearest = async (text: string) => {
      const { apps, partners } = await one.search.answer(text, base, 5, CALLER)
      return [apps.total > 0, apps.nearest, partners.total > 0, partners.nearest]
    }
    expect(await nearest('bell tower')).toEqual([true, false, false, false])
    expect(await nearest('parcle wren')).toEqual([true, true, false, false])
    expect(await nearest('bell zzzz')).toEqual([true, true, false, false])
    expect(await nearest('larkspru')).toEqual([true, true, true, true])
    expect(await nearest('zzzz')).toEqual([false, false, false, false])
  })

  test.each<[string, boolean, string]>([
    ['tower bell', false, 'as typed'],
    ['belltower', false, 'as one word'],
    ['towr', false, 'a name with a slip'],
    ['parcle wern', false, 'a name with two'],
    ['lrkspur', false, 'the name of a partner with a slip'],
    ['sentence parcel', false, 'somewhere in it'],
    ['zzzz', true, 'nowhere'],
    ['bell zzzz', true, 'some of it'],
    ['larkspur zzzz', true, 'some of it in a partner'],
    ['sentense', true, 'a description with a slip'],
    ['bell sentense', true, 'a name and a description with a slip'],
    ['z', false, 'too little to look for'],
  ])('%j is missing: %j, for it is %s', async (text, missing) => {
    expect(await one.search.isMissing(text, base, CALLER)).toBe(missing)
  })

  test('it counts what was looked for and not found', async () => {
    one.search.noteMiss('  Fax  Machine ', base)
    one.search.noteMiss('fax machine', variantNamed('helpdesk-public'))
    await one.search.close()
    const { rows } = await run('select query, product, count from search_misses order by product')
    expect(rows).toEqual([
      { query: 'fax machine', product: 'helpdesk', count: 1 },
      { query: 'fax machine', product: 'livechat', count: 1 },
    ])
  })
})

describe('when the database is away', () => {
  test('it goes on answering, and is current again after it', async () => {
    const [{ id } = { id: '' }] = (await run(`select id from applications where slug = 'bell-tower'`)).rows
    await run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query in ('listen search', 'listen catalogue')`,
    )
    await until(() => !one.search.connected() || !one.catalogue.connected())
    expect(await slugs('tower')).toEqual(['bell-tower'])
    await store.client.pool.query(`update applications set name = 'Missed' where id = $1`, [id])
    await run(`insert into search_synonyms (words) values ('{overlooked, missed}')`)
    await until(async () => (await slugs('overlooked')).length === 1)
    expect(one.search.connected()).toBe(true)
  })
})
