import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.reset())

describe('POST /awaiting_apps', () => {
  let address = 0
  const ask = (application_id: string, email: string) =>
    market.app.server.inject({
      method: 'POST',
      url: '/api/v2/awaiting_apps',
      payload: { application_id, email },
      remoteAddress: `198.51.100.${address++}`,
    })

  test('accepts thirty requests of one site, over any minutes and addresses, and does not count other sites with it', async () => {
    const started = Date.now()
    const send = (remoteAddress: string, name: string) =>
      market.app.server.inject({
        method: 'POST',
        url: '/api/v2/awaiting_apps',
        payload: { application_id: market.idOf('soon'), email: `${name}@example.test` },
        remoteAddress,
      })
    try {
      const statuses: number[] = []
      for (let count = 0; count < 36; count++) {
        // Nine requests a minute stay below the limit of a minute.
        vi.useFakeTimers({ toFake: ['Date'], now: started + Math.floor(count / 9) * 61_000 })
        statuses.push((await send(`2001:db8:77:${count}::1`, `reader-${count}`)).statusCode)
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), ...Array.from({ length: 6 }, () => 429)])
      const refused = await send('2001:db8:77::1', 'another')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600)
      expect((await send('2001:db8:78::1', 'another')).statusCode).toBe(200)
      expect(await market.sql('select from awaiting_apps')).toHaveLength(31)
    } finally {
      vi.useRealTimers()
    }
  })

  test('stores an e-mail address once, in any case', async () => {
    for (const email of ['ada@example.test', 'ada@example.test', 'ADA@example.test']) {
      const answer = await ask(market.idOf('soon'), email)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ status: 'awaiting' })
    }
    expect(await market.sql('select email from awaiting_apps')).toEqual([{ email: 'ada@example.test' }])
  })

  test.each([
    ['plain', 422, 'ALREADY_PUBLISHED'],
    ['own-draft', 404, 'APPLICATION_NOT_FOUND'],
    ['own-private', 404, 'APPLICATION_NOT_FOUND'],
    ['own-in-review', 404, 'APPLICATION_NOT_FOUND'],
    ['hidden-soon', 404, 'APPLICATION_NOT_FOUND'],
  ] as const)('for %s is %i', async (slug, status, code) => {
    const answer = await ask(market.idOf(slug), 'ada@example.test')
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
    expect(await market.sql('select 1 from awaiting_apps')).toEqual([])
  })

  test.each([
    ['nothing', 'ada@example.test', 404],
    ['a\0b', 'ada@example.test', 404],
    ['', 'ada@example.test', 400],
    ['x', 'ada', 400],
    ['x', 'a\0b@example.test', 400],
  ])('%j with %j is %i', async (id, email, status) => {
    expect((await ask(id, email)).statusCode).toBe(status)
  })
})
