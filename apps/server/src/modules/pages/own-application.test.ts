import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApplicationPage, BUILD_HASH_HEADER, type PageData } from '@marketplace/contracts/page-data'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import type { Person } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

const page = (slug: string, who: Person | null = market.acme.people.viewer) => market.ask(who, 'GET', market.pathOf(slug, 'page'))

test('the page of an own application needs a sign-in', async () => {
  expect((await page('own-private', null)).statusCode).toBe(401)
})

test.each(['own-private', 'own-in-review', 'own-draft'])('%s has a page for who belongs to its organization', async (slug) => {
  const answer = await page(slug)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    [BUILD_HASH_HEADER]: expect.stringMatching(/./),
  })
  const { path, result } = answer.json<PageData & { result: ApplicationPage }>()
  expect(path).toBe(`/apps/${slug}/`)
  expect(result).toMatchObject({ kind: 'application', slug, meta: { noindex: true, canonical: '', structuredData: [] } })
})

test('it is shaped as that of a public application', async () => {
  const own = (await page('own-private')).json<PageData>()
  const published = (await market.ask(null, 'GET', '/page-data/apps/own-published/page-data.json')).json<PageData>()
  expect(Object.keys(own.result).toSorted()).toEqual(Object.keys(published.result).toSorted())
})

test.each(['their-private', 'their-in-review', 'their-draft', 'own-published', 'plain'])('%s has none', async (slug) => {
  const answer = await page(slug)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
})

test('one person’s answer is never another’s', async () => {
  await page('own-private')
  expect((await page('own-private', market.globex.people.owner)).statusCode).toBe(404)
  expect((await page('own-private', null)).statusCode).toBe(401)
})
