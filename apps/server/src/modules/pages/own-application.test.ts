import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instance } from '@marketplace/contracts/installs/schemas'
import { type ApplicationPage } from '@marketplace/contracts/pages/application'
import { BUILD_HASH_HEADER, type PageData } from '@marketplace/contracts/pages/page-data'
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

test.each(['own-private', 'own-in-review', 'own-draft'])('%s has a page for members of its organization', async (slug) => {
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

test('it has the same shape as that of a public application', async () => {
  const own = (await page('own-private')).json<PageData>()
  const published = (await market.ask(null, 'GET', '/page-data/apps/own-published/page-data.json')).json<PageData>()
  expect(Object.keys(own.result).toSorted()).toEqual(Object.keys(published.result).toSorted())
})

test.each(['their-private', 'their-in-review', 'their-draft', 'own-published', 'plain'])('%s has none', async (slug) => {
  const answer = await page(slug)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
})

describe('a reviewer', () => {
  const staff = () => market.globex.people.administrator
  beforeAll(() => market.sql('update accounts set staff = true where id = $1', [staff().accountId]))
  afterAll(() => market.sql('update accounts set staff = false'))

  test('sees the page of each that is in review, and of no other', async () => {
    const listed = (await market.ask(staff(), 'GET', '/api/v2/applications/reviewed')).json<{ slug: string }[]>()
    expect(listed.map(({ slug }) => slug)).toContain('own-in-review')
    for (const { slug } of listed) expect((await page(slug, staff())).json()).toMatchObject({ result: { slug } })
    for (const slug of ['own-draft', 'own-private', 'plain', 'soon']) expect((await page(slug, staff())).statusCode).toBe(404)
  })

  test('can install none of them', async () => {
    const { can } = (await market.ask(staff(), 'GET', market.pathOf('own-in-review', 'instance'))).json<Instance>()
    expect(can.install).toMatchObject({ allowed: false, code: 'NOT_INSTALLABLE' })
    expect(can.requestAccess.allowed).toBe(false)
    expect((await market.install('own-in-review', staff())).json()).toMatchObject({ code: 'NOT_INSTALLABLE' })
    expect((await market.install('own-draft', staff())).json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })
})

test('an answer is never shared between people', async () => {
  await page('own-private')
  expect((await page('own-private', market.globex.people.owner)).statusCode).toBe(404)
  expect((await page('own-private', null)).statusCode).toBe(401)
})
