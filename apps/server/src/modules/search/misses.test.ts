import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, testClock, type TestClock, type TestStore, until } from '../../../test/harness.ts'
import { countMisses, type Misses, missOf, MOST_A_DAY } from './misses.ts'
import { addMisses } from './repository.ts'

describe('the count of a search', () => {
  test.each([
    ['  Fax\u00a0\tmachine ', 'fax machine'],
    ['FAX', 'fax'],
    ['Ｆａｘ', 'fax'],
    ['sms 2024', 'sms 2024'],
    ['日本語', '日本語'],
    ['a\u0000\u200bb c', 'a b c'],
  ])('%j is %j', (text, query) => {
    expect(missOf(text)).toBe(query)
  })

  test.each([
    ['too short', 'ab'],
    ['too short by characters', '🙂🙂'],
    ['too long', 'a'.repeat(61)],
    ['an address', 'ada@example.com'],
    ['a number of somebody', 'call 0123456'],
    ['also with signs in it', '+48 (601) 12-34-56'],
    ['a card', '4242 4242 4242 4242'],
    ['a link', 'https://example.com/me'],
    ['a host', 'www.example.com'],
    ['no letter', '12345'],
    ['nothing', '   '],
  ])('%s is not counted', (_, text) => {
    expect(missOf(text)).toBeNull()
  })
})

describe('the table of searches without a result', () => {
  let store: TestStore
  let clock: TestClock
  let misses: Misses
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.client.pool.query('truncate search_misses')
    clock = testClock('2026-11-20T23:59:00Z')
    misses = countMisses(store.client.database, clock, { warn: () => {} })
  })
  afterEach(() => misses.close())

  const rows = async () => {
    const { rows: found } = await store.client.pool.query(
      'select day::text, query, product, count from search_misses order by day, query, product',
    )
    return found.map((row) => Object.values(row).join(' '))
  }

  test('counts a query a day and product, and says nothing else', async () => {
    clock.set('2026-11-20T23:58:00Z')
    misses.note('Fax', 'livechat')
    clock.set('2026-11-20T23:59:00Z')
    misses.note('fax ', 'livechat')
    misses.note('fax', 'helpdesk')
    misses.note('ada@example.com', 'livechat')
    await until(async () => (await rows()).length === 2)
    expect(await rows()).toEqual(['2026-11-20 fax helpdesk 1', '2026-11-20 fax livechat 2'])
    clock.set('2026-11-21T00:00:00Z')
    misses.note('fax', 'livechat')
    misses.note('telex', 'livechat')
    await until(async () => (await rows()).length === 4)
    expect(await rows()).toEqual([
      '2026-11-20 fax helpdesk 1',
      '2026-11-20 fax livechat 2',
      '2026-11-21 fax livechat 1',
      '2026-11-21 telex livechat 1',
    ])
  })

  test('counts what is looked for again within a minute as one search', async () => {
    misses.note('fax', 'livechat')
    clock.set('2026-11-20T23:59:59Z')
    misses.note('Fax', 'livechat')
    await misses.close()
    misses.note('fax', 'livechat')
    await misses.close()
    expect(await rows()).toEqual(['2026-11-20 fax livechat 1'])
  })

  test('is written when the server stops', async () => {
    misses.note('fax', 'livechat')
    await misses.close()
    expect(await rows()).toEqual(['2026-11-20 fax livechat 1'])
  })

  test('has room for so many a day, and goes on counting those', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ query: `query ${index}`, product: 'livechat' as const, count: 1 }))
    const add = (given: typeof many) => addMisses(store.client.database, '2026-11-20', given, 3)
    await add(many.slice(0, 2))
    await add(many)
    expect(await rows()).toEqual([
      '2026-11-20 query 0 livechat 2',
      '2026-11-20 query 1 livechat 2',
      '2026-11-20 query 2 livechat 1',
    ])
    await add(many.slice(2))
    expect((await rows()).at(-1)).toBe('2026-11-20 query 2 livechat 2')
    await addMisses(store.client.database, '2026-11-21', many.slice(3), 3)
    expect(await rows()).toHaveLength(5)
  })

  test('holds no more than its room however many come at once', async () => {
    clock.set('2026-11-20T12:00:00Z')
    for (let index = 0; index < MOST_A_DAY + 50; index++) misses.note(`wish ${index}`, 'livechat')
    await misses.close()
    expect(await rows()).toHaveLength(MOST_A_DAY)
    clock.set('2026-11-20T23:59:59.999Z')
    misses.note('another wish', 'livechat')
    misses.note('wish 0', 'livechat')
    await misses.close()
    const { rows: counted } = await store.client.pool.query(
      `select count from search_misses where query in ('wish 0', 'another wish')`,
    )
    expect(counted).toEqual([{ count: 2 }])
    expect(await rows()).toHaveLength(MOST_A_DAY)
  })

  test('forgets what is older than a year', async () => {
    await addMisses(store.client.database, '2025-11-19', [{ query: 'old', product: 'livechat', count: 1 }], 10)
    await addMisses(store.client.database, '2025-11-20', [{ query: 'older than most', product: 'livechat', count: 1 }], 10)
    misses.note('fax', 'livechat')
    await misses.close()
    expect(await rows()).toEqual(['2025-11-20 older than most livechat 1', '2026-11-20 fax livechat 1'])
  })

  test('never fails a request: what cannot be written is lost, and said', async () => {
    const said: string[] = []
    const broken = { execute: () => Promise.reject(new Error('away')) } as unknown as typeof store.client.database
    const lost = countMisses(broken, clock, { warn: (_, message) => void said.push(message) })
    lost.note('fax', 'livechat')
    await lost.close()
    expect(said).toEqual(['searches without a result could not be counted'])
  })
})
