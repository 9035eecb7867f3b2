import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestVisitors, START, type TestVisitors } from '../../../../test/visitors.ts'

let visitors: TestVisitors
beforeAll(async () => {
  visitors = await openTestVisitors()
})
afterAll(() => visitors.close())
beforeEach(async () => {
  visitors.clock.set(START)
  await visitors.sql('delete from expert_visits')
  await visitors.sql('delete from prospect_visits')
})

const visit = (given: object = {}, from?: Parameters<TestVisitors['post']>[2]) =>
  visitors.post('/experts/visits', { expert_id: 'id-of-ada', visited_at: START, ...given }, from)
const visits = () =>
  visitors.sql<{ expert_id: string; day: string; visits: number }>(
    'select expert_id, day::text as day, visits from expert_visits order by 1, 2',
  )

describe('POST /partners/experts/visits', () => {
  test('counts by expert and day, of many at once each', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit()))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await visit({ expert_id: 'id-of-bea' })
    expect(await visits()).toEqual([
      { expert_id: 'id-of-ada', day: '2026-11-20', visits: 20 },
      { expert_id: 'id-of-bea', day: '2026-11-20', visits: 1 },
    ])
  })

  test('keeps nothing of who it was', async () => {
    const columns = await visitors.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'expert_visits' order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['day', 'expert_id', 'visits'])
  })

  test.each([
    ['2026-11-19T23:00:00+02:00', '2026-11-19'],
    ['2026-11-21T11:59:00Z', '2026-11-21'],
    ['1970-01-01T00:00:00Z', '2026-11-20'],
    ['9999-12-31T23:59:59Z', '2026-11-20'],
  ])('of %s counts for %s, so that no other days are added', async (visited_at, day) => {
    expect((await visit({ visited_at })).statusCode).toBe(200)
    expect((await visits()).map((row) => row.day)).toEqual([day])
  })

  test.each([
    ['yesterday', 400],
    ['2026-02-30T00:00:00Z', 400],
    ['', 400],
    [7, 400],
    [null, 400],
  ])('with the time %j is %i', async (visited_at, status) => {
    expect((await visit({ visited_at })).statusCode).toBe(status)
    expect(await visits()).toEqual([])
  })

  test.each(['nobody', 'id-of-draft', '\0'])('of %j is 404', async (expert_id) => {
    expect((await visit({ expert_id })).statusCode).toBe(404)
  })

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 0],
    ['facebookexternalhit/1.1', 0],
    [`Mozilla/5.0 ${'x'.repeat(9_000)}`, 1],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 1],
    ['Cubot Note/1 Mozilla/5.0', 1],
  ])('by %s counts %i', async (userAgent, count) => {
    expect((await visit({}, { headers: { 'user-agent': userAgent } })).statusCode).toBe(200)
    expect(await visits()).toHaveLength(count)
  })

  test('counts ten a day of one address, and answers the same after that', async () => {
    for (let count = 0; count < 12; count++) expect((await visit({}, { remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
    expect((await visits())[0]?.visits).toBe(10)
    await visit({}, { remoteAddress: '203.0.113.8' })
    expect((await visits())[0]?.visits).toBe(11)
  })
})

describe('POST /partners/experts_prospects_marketplace/visits', () => {
  const look = (prospect_id: string) => visitors.post('/experts_prospects_marketplace/visits', { prospect_id, visited_at: START })

  test('counts by prospect and day', async () => {
    expect([(await look('p-free')).statusCode, (await look('p-free')).statusCode]).toEqual([200, 200])
    expect(await visitors.sql('select prospect_id, visits from prospect_visits')).toEqual([{ prospect_id: 'p-free', visits: 2 }])
  })

  test('of an unknown one is 404', async () => expect((await look('nobody')).statusCode).toBe(404))
})
