import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

  test('stores an address once', async () => {
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
