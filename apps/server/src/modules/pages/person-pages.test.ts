import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { PageMeta } from '@marketplace/contracts/pages/parts'
import { SCREENS } from '@marketplace/domain/workspace-screens'
import { openShop } from '../../../test/shop.ts'

const { get, dataOf } = openShop()

describe('a page of a person', () => {
  const pages = ['/sign-in/']
  const lists = ['/my-apps/', '/private-apps/', '/in-review-apps/', '/embedded-apps/', '/embedded-private-apps/']
  const details = [
    '/apps/alpha/open/',
    '/apps/alpha/settings/',
    '/private-apps/x/',
    '/in-review-apps/x/',
    '/embedded-apps/x/',
    '/embedded-private-apps/x/',
  ]
  test.each([...pages, ...lists, ...details])('%s is the same for everybody, and for no search engine', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<meta name="robots" content="noindex"')
    expect(answer.body.match(/<h1[\s>]/g)).toHaveLength(1)
    const asSomebody = await get(path, { authorization: 'Bearer dal:x', cookie: 'access_token=dal%3Ax' })
    expect(asSomebody.body).toBe(answer.body)
  })

  test.each(pages)('%s has a title, a description and an address of its own', async (path) => {
    for (const prefix of ['', '/embed/agent-app']) {
      const { result } = await dataOf<{ meta: PageMeta }>(`${path.slice(1)}page-data.json`, prefix)
      const { description, canonical } = result.meta
      expect(description.length).toBeGreaterThan(20)
      expect(canonical).toBe(`http://shop.test${path}`)
      expect((await get(prefix + path)).body).toContain(`<link rel="canonical" href="${canonical}"`)
    }
  })

  test.each([
    ['title', /<title>(.{8,})<\/title>/],
    ['description', /<meta name="description" content="([^"]{20,})"/],
  ])('no two screens have the same %s', async (_, written) => {
    const all = Object.keys(SCREENS).map((address) =>
      address.replace('/*', '/').replace(':type', 'direct_charge').replace(/:\w+/g, 'alpha'),
    )
    const found = await Promise.all(all.map(async (path) => written.exec((await get(path)).body)?.[1]))
    expect(found).not.toContain(undefined)
    expect(new Set(found).size).toBe(all.length)
  })

  test('the shell of a screen is one for all its slugs, has the header of its variant, and no data of a page', async () => {
    const shell = await get('/private-apps/x/')
    expect((await get('/private-apps/another/')).headers.etag).toBe(shell.headers.etag)
    expect(shell.body).toContain('<header')
    expect((await get('/embed/agent-app/private-apps/x/')).body).not.toContain('<header')
    const data = await get('/page-data/my-apps/page-data.json')
    expect([data.statusCode, data.json<PageData>().result.kind]).toEqual([404, 'not-found'])
    // A tab with an older build learns from this header that it is outdated.
    expect(data.headers['x-build-hash']).toBeDefined()
  })

  test('a checkout in a frame has a shell of its own, and can be framed as little as the rest', async () => {
    const [framed, plain] = [await get('/checkout/alpha/?embedded=true'), await get('/checkout/alpha/')]
    expect(framed.body).toContain('data-bare')
    expect(plain.body).not.toContain('data-bare')
    expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test.each(['/my-apps/', '/cart/', '/helpdesk/private-apps/x/', '/embed/agent-app/embedded-apps/'])(
    'the policy of %s allows no inline script but the two that are named by their hashes, and no inline style',
    async (path) => {
      const { headers, body } = await get(path)
      const policy = String(headers['content-security-policy'])
      const inline = [...body.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
      expect(inline).toHaveLength(2)
      const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      expect(new Set(policy.match(/script-src ([^;]+);/)?.[1]?.split(' '))).toEqual(new Set(["'self'", ...hashes]))
      expect(policy).toContain("style-src 'self';")
      expect(policy).not.toMatch(/unsafe|https:;|\*/)
      expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/)
    },
  )

  test('names neither a public application nor one that is not', async () => {
    const [known, unknown] = [await get('/apps/alpha/open/'), await get('/apps/nobody-knows-it/open/')]
    expect(known.body).toBe(unknown.body)
    expect(known.body).not.toContain('Alpha')
  })
  test.each([
    ['', null],
    ['/helpdesk', null],
    ['/text', null],
    ['/public', 'http://shop.test'],
  ])('people sign in under "%s", or at %s', async (prefix, base) => {
    const { data } = (await get(`${prefix}/slice-data/site.json`)).json<{ data: { signInBase: string | null } }>()
    expect(data.signInBase).toBe(base)
  })

  test('says of every application why nobody can install it', async () => {
    const barOf = async (slug: string) => (await dataOf<ApplicationPage>(`apps/${slug}/page-data.json`)).result.universalRefusal
    expect(await barOf('beta')).toBeNull()
    expect(await barOf('alpha')).toBe('PAYMENT_DUE')
    expect(await barOf('resting')).toBe('UNDER_MAINTENANCE')
  })
})
