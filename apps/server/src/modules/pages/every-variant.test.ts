import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { ListingPage } from '@marketplace/contracts/pages/lists'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore } from '../../../test/harness.ts'

/** The hosts that may frame the marketplace. */
const HOSTS = ['https://a.test', 'https://b.test:8443', 'http://127.0.0.1:4100']

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('alpha', { payment: { price: 1200, frequency: 'monthly', perAccount: true } }),
    line('desk-bell', { product: 'helpdesk', payment: { price: 4900, frequency: 'once' } }),
  ])
  app = await openTestApp(store, {
    env: {
      ALLOWED_HOST_ORIGINS: HOSTS.join(' '),
      VARIANT_HOSTS: '{"help.test":"helpdesk-public","text.test":"text-public","agent.test":"agent-app"}',
    },
  })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = async (url: string, host = 'shop.test') => (await app.server.inject({ method: 'GET', url, headers: { host } })).body
const dataOf = async <Page>(prefix: string, name: string) =>
  (JSON.parse(await get(`${prefix}/page-data/${name}/page-data.json`)) as { result: Page }).result
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
    variant: string
    site: SiteData
  }

describe.each(VARIANTS.map((variant) => [variant.name, variant] as const))('%s', (name, { prefix, product, lists, framed }) => {
  test('lists the applications of its products, asks what they work with where there is a choice, and links within itself', async () => {
    const { cards, filters } = await dataOf<ListingPage>(prefix, 'apps')
    const slugs = [...(lists.includes('livechat') ? ['alpha'] : []), ...(lists.includes('helpdesk') ? ['desk-bell'] : [])]
    expect(cards.map(({ slug }) => slug).toSorted()).toEqual(slugs)
    const worksWith = filters.facets.find((facet) => facet.name === 'compatibility')?.choices ?? []
    expect(worksWith.map(({ value }) => value)).toEqual(lists.length > 1 ? lists : [])
    const html = await get(`${prefix}/apps/`)
    for (const slug of slugs) expect(html).toContain(`href="${prefix}/apps/${slug}/"`)
    expect(html).toContain(`<body data-variant="${name}"`)
  })

  test('is framed by each listed host and no other, whatever the page', async () => {
    const pages = ['/', '/apps/', '/apps/alpha/', '/search/?query=alpha', '/partners/', '/my-apps/', '/cart/', '/checkout/alpha/']
    for (const path of [...pages, '/checkout/alpha/?embedded=true', '/apps/alpha/open/', '/sign-in/', '/nothing/']) {
      const { headers } = await app.server.inject({ method: 'GET', url: prefix + path, headers: { host: 'shop.test' } })
      const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
      expect([path, ancestors, headers['x-frame-options']]).toEqual([
        path,
        framed ? HOSTS.join(' ') : "'none'",
        framed ? undefined : 'DENY',
      ])
    }
  })

  test('has the same page of an application, with the same prices, as every other', async () => {
    for (const slug of ['alpha', 'desk-bell']) {
      const [here, base] = [
        await dataOf<ApplicationPage>(prefix, `apps/${slug}`),
        await dataOf<ApplicationPage>('', `apps/${slug}`),
      ]
      expect([here.price, here.plans]).toEqual([base.price, base.plans])
      expect(here.price.text).toBe(slug === 'alpha' ? '$12/mo per agent' : '$49 one-time')
      expect(here.meta.canonical).toBe(`http://shop.test/apps/${slug}/`)
    }
  })

  test('is indexed by search engines under one address, and never in a frame', async () => {
    const { meta } = await dataOf<ListingPage>(prefix, 'apps')
    expect(meta.canonical).toBe(`http://shop.test${product === 'helpdesk' ? '/helpdesk' : ''}/apps/`)
    expect(meta.noindex).toBe(framed)
  })

  test('switches between the products, in their order', async () => {
    const { site } = bootOf(await get(`${prefix}/apps/`))
    const own = (id: string, elsewhere: string) => (product === id ? '/' : elsewhere)
    expect(site.products.map(({ name: of, href, current }) => [of, href, current])).toEqual([
      ['Live Chat', own('livechat', 'http://shop.test/'), product === 'livechat'],
      ['Help Desk', own('helpdesk', 'http://shop.test/helpdesk/'), product === 'helpdesk'],
      ['Chatbot', 'https://chatbot.example/', false],
      ['Knowledge Base', 'https://knowledge-base.example/', false],
    ])
    for (const { description } of site.products) expect(description).toMatch(/^\S.{20,}\.$/)
  })
})

test('a host name of VARIANT_HOSTS is a variant without its prefix, and leads nowhere else', async () => {
  for (const [host, variant, slugs] of [
    ['help.test', 'helpdesk-public', ['desk-bell']],
    ['HELP.test:8443', 'helpdesk-public', ['desk-bell']],
    ['text.test', 'text-public', ['alpha', 'desk-bell']],
    ['agent.test', 'agent-app', ['alpha']],
    ['other.test', 'base', ['alpha', 'desk-bell']],
  ] as const) {
    const html = await get('/apps/', host)
    expect(bootOf(html).variant).toBe(variant)
    // Browsers read the variant from this attribute, to know where no question about tracking is shown.
    expect(html).toContain(`<body data-variant="${variant}"`)
    for (const slug of ['alpha', 'desk-bell'])
      expect(html.includes(`href="/apps/${slug}/"`), `${slug} at ${host}`).toBe(slugs.includes(slug as never))
    expect(html).not.toMatch(/href="\/(?:helpdesk|text)\/apps/)
  }
})
