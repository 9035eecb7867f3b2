import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, applicationSchema } from '@marketplace/contracts/catalogue/schemas'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import type { Person } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

const list = async (rest: string, who: Person = market.acme.people.member) =>
  (await market.ask(who, 'GET', `/api/v2/applications${rest}`)).json<Application[]>()
const slugs = async (rest: string, who?: Person) => (await list(rest, who)).map(({ slug }) => slug)

test.each(['', '/reviewed', '/private'])('GET /applications%s needs a sign-in', async (rest) => {
  expect((await market.ask(null, 'GET', `/api/v2/applications${rest}`)).statusCode).toBe(401)
})

describe('GET /applications', () => {
  test('has the organization’s own applications in any status, and no others', async () => {
    const own = await list('')
    for (const application of own) expect(applicationSchema.parse(application)).toEqual(application)
    expect(own.map(({ slug, status }) => `${slug} ${status}`).toSorted()).toEqual([
      'own-draft IN_DEVELOPMENT',
      'own-early-review IN_REVIEW',
      'own-in-review IN_REVIEW',
      'own-private IN_DEVELOPMENT',
      'own-published PUBLISHED',
    ])
    expect((await slugs('', market.globex.people.owner)).every((slug) => slug.startsWith('their-'))).toBe(true)
  })

  test('has the newest first', async () => {
    await market.sql(`update applications set created_at = '2020-01-01' where slug = 'own-draft'`)
    await market.sql(`update applications set created_at = '2030-01-01' where slug = 'own-private'`)
    const own = await slugs('')
    expect([own[0], own.at(-1)]).toEqual(['own-private', 'own-draft'])
  })

  test('is empty for an organization without a developer', async () => {
    await market.sql(`update developers set organization_id = null where name = 'Globex Apps'`)
    expect(await list('', market.globex.people.owner)).toEqual([])
    await market.sql(`update developers set organization_id = $1 where name = 'Globex Apps'`, [market.globex.id])
  })
})

describe('GET /applications/reviewed', () => {
  test('has the organization’s own, the longest waiting first', async () => {
    expect(await slugs('/reviewed')).toEqual(['own-early-review', 'own-in-review'])
  })

  test('has those of all organizations for staff', async () => {
    const staff = market.globex.people.normal
    expect(await slugs('/reviewed', staff)).toEqual(['their-early-review', 'their-in-review'])
    await market.sql('update accounts set staff = true where id = $1', [staff.accountId])
    expect(await slugs('/reviewed', staff)).toEqual([
      'own-early-review',
      'their-early-review',
      'own-in-review',
      'their-in-review',
    ])
    await market.sql('update accounts set staff = false')
    expect(await slugs('/reviewed', staff)).toHaveLength(2)
  })
})

describe('GET /applications/private', () => {
  test('has the organization’s own', async () => {
    expect(await slugs('/private')).toEqual(['own-private'])
    expect(await slugs('/private', market.globex.people.viewer)).toEqual(['their-private'])
  })

  test('and they appear nowhere else', async () => {
    for (const url of ['/api/v2/applications/published', '/api/v2/search?query=private', '/apps/coming-soon/', '/sitemap.xml'])
      expect((await market.ask(market.acme.people.owner, 'GET', url)).body).not.toContain('own-private')
    expect((await market.ask(null, 'GET', '/apps/own-private/')).statusCode).toBe(404)
  })
})
