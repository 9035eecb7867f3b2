import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { HomePage, ListingPage, SearchPage } from '@marketplace/contracts/pages/lists'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { PageMeta } from '@marketplace/contracts/pages/parts'
import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'

const HOSTILE = '"><script>alert(1)</script></script><!-- \u2028'
const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('alpha', {
      tags: ['app-of-the-week'],
      collections: ['staff-top-picks'],
      installations: 900,
      payment: { price: 1200, frequency: 'monthly', perAccount: true, trialDays: 14 },
      longDescription: '## What it does\n\nText <script>alert(1)</script>',
      authorization: { type: 'oauth2', scopes: ['chats--all:rw', 'User.Read'] },
      rating: { rate: 4.25, votes: 8 },
      websiteUrl: 'https://alpha.example',
    }),
    line('beta', { category: { slug: 'analytics' }, company: { name: 'Sorrel' } }),
    line('desk', { product: 'helpdesk' }),
    line('hostile', {
      name: `Hostile ${HOSTILE}`.slice(0, 60),
      shortDescription: HOSTILE,
      category: { slug: 'odd', name: `Odd ${HOSTILE}` },
    }),
    line('secret', { hidden: true }),
    line('resting', { underMaintenance: true }),
    line('training', { customProps: { isService: 'true' } }),
    line('dropbox'),
    line('deal', {
      payment: { price: 1000, frequency: 'once' },
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-20', discountPercent: 50 },
    }),
    ...Array.from({ length: 30 }, (_, index) =>
      line(`filler-${index}`, { category: { slug: 'cms' }, company: { name: 'Sorrel' } }),
    ),
    line('a-tried-one', { name: 'A tried one', customProps: { usingBeta: 'true' } }),
    line('a-settled-one', { name: 'A settled one', customProps: { hiddenForBeta: 'true' } }),
    line('everything', { name: 'All', installations: 10_000 }),
    line('twin-one', { name: 'Twin' }),
    line('twin-two', { name: 'Twin', company: { name: 'Sorrel' } }),
  ])
  app = await openTestApp(store, { clock, env: { VARIANT_HOSTS: '{"help.test":"helpdesk-public"}' } })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url, headers: { host: 'shop.test', ...headers } })
const dataOf = async <Page>(path: string, prefix = '') =>
  (await get(`${prefix}/page-data/${path}`)).json<Omit<PageData, 'result'> & { result: Page }>()
const slugsOf = ({ cards }: { cards: { slug: string }[] }) => cards.map(({ slug }) => slug)

describe('every page', () => {
  const pages = ['/', '/apps/', '/apps/crm/', '/apps/staff-top-picks/', '/apps/alpha/', '/services/training/']
  test.each(pages.flatMap((path) => ['', '/helpdesk'].map((prefix) => prefix + path)))(
    '%s is whole HTML, with its own head',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toMatch(/^<!doctype html>/i)
      expect(answer.body.match(/<h1[\s>]/g)).toHaveLength(1)
      expect(answer.body.match(/<main[\s>]/g)).toHaveLength(1)
      expect(answer.body).toMatch(/<title>[^<]+<\/title>/)
      expect(answer.body).toMatch(/<meta name="description" content="[^"]+"/)
      expect(answer.body).toMatch(/<link rel="canonical" href="http:\/\/shop\.test\//)
    },
  )

  test.each(pages)('%s is the same without its last slash', async (url) => {
    const bare = url.length > 1 ? url.slice(0, -1) : url
    expect((await get(bare)).body).toBe((await get(url)).body)
  })

  test('no two have the same title', async () => {
    const titles = await Promise.all(
      [...pages, '/apps/twin-one/', '/apps/twin-two/', '/apps/cms/?page=2', '/apps/cms/'].map(
        async (url) => /<title>([^<]+)/.exec((await get(url)).body)?.[1],
      ),
    )
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('may run its own scripts and the one inline script it has, and nothing else', async () => {
    const { headers, body } = await get('/apps/hostile/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*'(;|$)/)
    expect(policy).not.toContain('unsafe')
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g)]
    expect(inline).toHaveLength(1)
  })

  test('escapes strangers’ texts', async () => {
    for (const url of ['/', '/apps/', '/apps/hostile/', '/apps/odd/', '/apps/alpha/'])
      expect((await get(url)).body).not.toContain('<script>alert')
  })

  test('may be framed only in embedded variants, and only by the host product', async () => {
    expect((await get('/')).headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await get('/')).headers['x-frame-options']).toBe('DENY')
    const framed = await get('/embed/helpdesk/')
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors http://localhost:3004')
    expect(framed.headers['x-frame-options']).toBeUndefined()
  })

  test('may call and frame the accounts server, and other origins only if it opens an application', async () => {
    const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy'])
    expect(await policyOf('/apps/')).toContain("connect-src 'self' http://localhost:3001;")
    expect(await policyOf('/apps/')).toContain('frame-src http://localhost:3001;')
    expect(await policyOf('/apps/alpha/open/')).toContain('frame-src http://localhost:3001 https: http://localhost:*')
  })
})

describe('lists', () => {
  test('contain what the rules say', async () => {
    const { result } = await dataOf<ListingPage>('apps/page-data.json?sortBy=alphabetically')
    expect(result.pagination).toMatchObject({ total: 38, pages: 2, page: 1 })
    const all = [
      ...slugsOf(result),
      ...slugsOf((await dataOf<ListingPage>('apps/page-data.json?sortBy=alphabetically&page=2')).result),
    ]
    for (const slug of ['secret', 'resting', 'training', 'dropbox']) expect(all).not.toContain(slug)
    for (const slug of ['alpha', 'beta', 'desk', 'deal', 'hostile']) expect(all).toContain(slug)
    expect(all.filter((slug) => slug.startsWith('filler')).slice(0, 3)).toEqual(['filler-0', 'filler-1', 'filler-2'])
  })

  test('of the help desk hold its own applications', async () => {
    expect(slugsOf((await dataOf<ListingPage>('apps/page-data.json', '/helpdesk')).result)).toEqual(['desk'])
  })

  test('of a category and of a collection', async () => {
    expect(slugsOf((await dataOf<ListingPage>('apps/analytics/page-data.json')).result)).toEqual(['beta'])
    expect(slugsOf((await dataOf<ListingPage>('apps/staff-top-picks/page-data.json')).result)).toEqual(['alpha'])
    expect(
      (await dataOf<ListingPage>('apps/odd/page-data.json')).result.categories.find(({ slug }) => slug === 'odd'),
    ).toMatchObject({ count: 1, current: true })
  })

  test.each([
    'page=0',
    'page=-1',
    'page=99999999',
    'page=abc',
    'page=1&page=2',
    'sortBy=nothing',
    'sortBy=%00',
    `sortBy=${'x'.repeat(3_000)}`,
    'constructor=1',
    '%00=%00',
    'page[]=1',
  ])('take any query: %s', async (query) => {
    expect((await get(`/apps/?${query}`)).statusCode).toBe(200)
  })

  test('do not change with utm parameters', async () => {
    expect((await get('/apps/?utm_source=x&page=2')).body).toBe((await get('/apps/?page=2')).body)
  })
})

describe('the page of an application', () => {
  test('has its price, trial, access in plain words and clean texts', async () => {
    const { result } = await dataOf<ApplicationPage>('apps/alpha/page-data.json')
    expect(result).toMatchObject({
      kind: 'application',
      name: 'Alpha',
      price: { text: '$12/mo per agent', note: '14-day free trial', old: null },
      plans: [{ price: { text: '$12/mo per agent' } }, { price: { text: '$122.40/yr per agent' } }],
      access: [{ group: 'Chats', mode: 'write' }],
      otherScopes: ['User.Read'],
      rating: { rate: 4.3, votes: 8 },
      description: { html: '<h3>What it does</h3>\n<p>Text </p>' },
    })
    expect(result.meta.title).toBe('Alpha | CRM Integrations')
    expect(result.meta.structuredData).toMatchObject([{ '@type': 'SoftwareApplication' }, { '@type': 'BreadcrumbList' }])
  })

  test('is the same page in every variant, and not indexed if it is hidden', async () => {
    for (const prefix of ['', '/helpdesk', '/embed/agent-app'])
      expect((await get(`${prefix}/apps/alpha/`)).body).toContain('<link rel="canonical" href="http://shop.test/apps/alpha/"')
    expect((await get('/apps/alpha/')).body).not.toContain('name="robots"')
    expect((await get('/apps/secret/')).body).toContain('<meta name="robots" content="noindex"')
    const { result } = await dataOf<ApplicationPage>('services/training/page-data.json')
    expect(result.meta.structuredData).toMatchObject([{ '@type': 'Service' }, { '@type': 'BreadcrumbList' }])
  })

  test('exists even if no list contains it, and says that it is under maintenance', async () => {
    expect((await get('/apps/secret/')).statusCode).toBe(200)
    expect((await dataOf<ApplicationPage>('apps/resting/page-data.json')).result.underMaintenance).toBe(true)
  })

  test('of a service is under /services/, and an application is not', async () => {
    const moved = await get('/apps/training/?utm_source=x')
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/services/training/?utm_source=x'])
    const back = await get('/helpdesk/services/alpha')
    expect([back.statusCode, back.headers.location]).toEqual([301, '/helpdesk/apps/alpha/'])
    const data = await get('/helpdesk/page-data/apps/training/page-data.json')
    expect([data.statusCode, data.headers.location]).toEqual([301, '/helpdesk/page-data/services/training/page-data.json'])
    expect(await dataOf('services/training/page-data.json')).toMatchObject({
      path: '/services/training/',
      result: { service: true },
    })
  })

  test('follows time: a discount ends with its last day', async () => {
    const price = async () => (await dataOf<ApplicationPage>('apps/deal/page-data.json')).result.price
    expect(await price()).toMatchObject({ text: '$5 one-time', old: '$10' })
    clock.set('2026-11-21T00:00:00Z')
    try {
      expect(await price()).toMatchObject({ text: '$10 one-time', old: null })
    } finally {
      clock.set('2026-11-20T12:00:00Z')
    }
  })

  test('follows the catalogue', async () => {
    expect((await get('/apps/beta/')).statusCode).toBe(200)
    await store.importLines([{ slug: 'beta', shortDescription: 'Something entirely new.' }])
    await until(async () => (await get('/apps/beta/')).body.includes('Something entirely new.'))
  })
})

describe('a redirect', () => {
  const locationOf = async (url: string) => {
    const { statusCode, headers } = await get(url)
    return [statusCode, headers.location]
  }
  test('keeps the query of its own request', async () => {
    for (const query of ['', '?x=EVIL', '?action=install', '?x=%22%0D%0ASet-Cookie:%20a=b&x=2', '']) {
      const written = query.replace('%20', '+').replace('Set-Cookie:', 'Set-Cookie%3A').replace('a=b', 'a%3Db')
      expect(await locationOf(`/apps/training/${query}`)).toEqual([301, `/services/training/${written}`])
      expect(await locationOf(`/page-data/apps/training/page-data.json${query}`)).toEqual([
        301,
        `/page-data/services/training/page-data.json${written}`,
      ])
    }
  })

  test.each([
    ['/APPS/', '/apps/'],
    ['/apps/Alpha/', '/apps/alpha/'],
    ['/apps/ALPHA?Action=Install', '/apps/alpha/?Action=Install'],
    ['/Apps/Training/', '/services/training/'],
    ['/HelpDesk/Apps/', '/helpdesk/apps/'],
    ['/HELPDESK', '/helpdesk/'],
    ['/Developers/Larkspur/', '/developers/larkspur/'],
    ['/Private-Apps/Some-Thing/', '/private-apps/some-thing/'],
    ['/My-Apps/', '/my-apps/'],
    ['/apps/Alpha/OPEN/', '/apps/alpha/open/'],
    ['/apps//alpha', '/apps/alpha/'],
    ['//apps/', '/apps/'],
    ['///', '/'],
    ['/apps/%61lpha/', '/apps/alpha/'],
    ['/apps%2Falpha/', '/apps/alpha/'],
    ['/page-data/Apps/ALPHA/page-data.json?a=1', '/page-data/apps/alpha/page-data.json?a=1'],
    ['/page-data/INDEX/page-data.json', '/page-data/index/page-data.json'],
    ['/helpdesk/page-data/Apps/page-data.json', '/helpdesk/page-data/apps/page-data.json'],
    ['/Docs?a=B', '/docs?a=B'],
    ['/Robots.TXT', '/robots.txt'],
  ])('%s is sent on to %s', async (url, to) => expect(await locationOf(url)).toEqual([301, to]))

  test('a prefix that is in another case on a host of its own is a path like any other', async () => {
    expect((await get('/Apps/', { host: 'help.test' })).headers.location).toBe('/apps/')
    expect((await get('/HelpDesk/', { host: 'help.test' })).statusCode).toBe(404)
  })

  test('files have one spelling', async () => {
    for (const url of ['/Assets/x.js', `/Pictures/${'0'.repeat(32)}/64.webp`]) expect((await get(url)).statusCode).toBe(404)
  })

  test.each([
    ['/SignIn?client_id=A', '/signin?client_id=A'],
    ['/SIGNUP', '/signup'],
    ['/V2/Info', '/v2/info'],
  ])('so is %s of the accounts server', async (url, to) => {
    const { statusCode, headers } = await app.accounts.inject(url)
    expect([statusCode, headers.location]).toEqual([301, to])
  })
})

describe('an unknown address', () => {
  test.each([
    '/nothing',
    '/apps/nothing/',
    '/apps/Alphabet/',
    '/apps/alpha%0A/',
    '/private-apps/%0A/',
    '/private-apps/not a slug/',
    '/apps/%E2%80%A8/open/',
    '/apps/alpha/more/',
    '/services/nothing',
    '/helpdesk/nothing',
    '/apps/%00/',
    '/apps/%ff',
    '/%c0%af?a=%ff',
    '/helpdesk/apps/%/',
    '/apps/..%2f..%2fetc/',
    `/apps/${'a'.repeat(2_000)}/`,
    '/.env',
    '/wp-login.php',
    '//evil.example/apps',
  ])('%s is a page that says so', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toMatch(/<meta name="robots" content="noindex/)
    expect(answer.body).not.toContain('rel="canonical"')
  })

  test('has page data with the error too', async () => {
    const answer = await get('/page-data/apps/nothing/page-data.json')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ result: { kind: 'not-found' } })
    expect((await app.server.inject({ method: 'HEAD', url: '/page-data/apps/nothing/page-data.json' })).statusCode).toBe(404)
  })

  test('the start of the help desk’s mount needs no slash', async () => {
    expect((await get('/helpdesk')).statusCode).toBe(200)
    expect((await get('/helpdeskx')).statusCode).toBe(404)
  })
})

describe('page data', () => {
  test('is {path, result} of the page, index for the start', async () => {
    expect(await dataOf<HomePage>('index/page-data.json')).toMatchObject({
      path: '/',
      result: { kind: 'home', highlights: [{ tag: 'app-of-the-week' }] },
    })
    expect(await dataOf('apps/crm/page-data.json')).toMatchObject({ path: '/apps/crm/', result: { kind: 'listing' } })
    expect(await dataOf('index/page-data.json', '/helpdesk')).toMatchObject({ path: '/', result: { applicationCount: 1 } })
  })

  test('of the application, of shared queries and of slices', async () => {
    const { buildHash } = (await get('/page-data/app-data.json')).json<{ buildHash: string }>()
    expect(buildHash).toMatch(/^[0-9a-f]{20}$/)
    const { queryHash } = await import('./site-server.ts')
    const shared = (await get(`/page-data/sq/d/${queryHash('site')}.json`)).json<{ data: { applicationCount: number } }>()
    expect(shared.data.applicationCount).toBe(38)
    expect((await get('/helpdesk/slice-data/header.json')).json()).toMatchObject({ data: { productName: 'Help Desk' } })
  })
})

describe('beta mode', () => {
  const tried = async (prefix: string, query: string) => {
    const answer = await get(`${prefix}/page-data/apps/page-data.json?sortBy=alphabetically&${query}`)
    return slugsOf(answer.json<{ result: ListingPage }>().result).filter((slug) => /^a-(?:tried|settled)-one$/.test(slug))
  }

  test('searches and suggests by the same rule, and the protocol finds it where it is asked for', async () => {
    const found = async (prefix: string, query: string) => {
      const answer = await get(`${prefix}/page-data/search/page-data.json?query=one&${query}`)
      const { cards } = answer.json<{ result: SearchPage }>().result
      return cards.map(({ slug }) => slug).filter((slug) => /^a-(?:tried|settled)-one$/.test(slug))
    }
    const suggested = async (variant: string) => {
      const { apps } = (await get(`/api/v2/search?query=one&limit=50&variant=${variant}`)).json<SearchAnswer>()
      return apps.hits.map(({ slug }) => slug).filter((slug) => /^a-(?:tried|settled)-one$/.test(slug))
    }
    const byProtocol = async (facetFilters: string | string[]) => {
      const url = '/search/1/indexes/apps/query'
      const payload = { query: 'one', hitsPerPage: 100, facetFilters }
      const { hits } = (await app.server.inject({ method: 'POST', url, payload })).json<{ hits: { slug: string }[] }>()
      return hits.map(({ slug }) => slug).filter((slug) => /^a-(?:tried|settled)-one$/.test(slug))
    }
    expect(await found('/embed/agent-app', 'beta=true')).toEqual(['a-tried-one'])
    expect(await found('/embed/agent-app', '')).toEqual(['a-settled-one'])
    expect(await found('', 'beta=true')).toEqual(['a-settled-one'])
    expect([await suggested('agent-app-beta'), await suggested('agent-app')]).toEqual([['a-tried-one'], ['a-settled-one']])
    for (const usual of [[], '', 'variants:agent-app', ['variants:agent-app']])
      expect(await byProtocol(usual)).toEqual(['a-settled-one'])
    expect(await byProtocol(['inBeta:agent-app-beta'])).toEqual(['a-tried-one'])
  })

  test('shows what is tried out instead of what it replaces, in a frame that asks for it and nowhere else', async () => {
    for (const prefix of ['/embed/agent-app', '/embed/text']) {
      expect(await tried(prefix, 'beta=true')).toEqual(['a-tried-one'])
      expect(await tried(prefix, '')).toEqual(['a-settled-one'])
      expect(await tried(prefix, 'beta=1')).toEqual(['a-settled-one'])
    }
    for (const prefix of ['', '/public', '/helpdesk', '/text'])
      expect(await tried(prefix, 'beta=true')).not.toContain('a-tried-one')
    expect((await get('/apps/a-tried-one/')).statusCode).toBe(200)
  })

  test('stays: every link and form of a page leads on in it, and no other page has such links', async () => {
    const { body } = await get('/embed/agent-app/apps/?beta=true')
    const links = [...body.matchAll(/<a [^>]*href="(\/embed\/agent-app\/[^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((href) => !href?.includes('beta=true'))).toEqual([])
    const forms = [...body.matchAll(/<form[^>]*method="get"[^]*?<\/form>/g)].map(([form]) => form)
    expect(forms.length).toBeGreaterThan(1)
    for (const form of forms) expect(form).toContain('<input type="hidden" name="beta" value="true"')
    expect((await get('/embed/agent-app/apps/')).body).not.toContain('beta=true')
    expect((await get('/apps/?beta=true')).body).not.toContain('beta=true')
  })

  test('survives a redirect', async () => {
    expect((await get('/embed/agent-app/Apps/?beta=true')).headers.location).toBe('/embed/agent-app/apps/?beta=true')
  })
})

test('an application with the name of the entry for all of them is in no list', async () => {
  const { result } = await dataOf<ListingPage>('apps/page-data.json')
  expect(result.cards.map(({ name }) => name)).not.toContain('All')
  expect((await get('/apps/everything/')).statusCode).toBe(200)
})

describe('a host name of its own', () => {
  test('is the variant, without a prefix', async () => {
    const { body } = await get('/apps/', { host: 'help.test:8080' })
    expect(body).toContain('Desk')
    expect(body).not.toContain('Alpha')
    expect((await get('/helpdesk/apps/', { host: 'help.test' })).statusCode).toBe(404)
  })
})

describe('a page of a person', () => {
  const pages = ['/sign-in/', '/apps/alpha/open/']
  const lists = ['/my-apps/', '/private-apps/', '/in-review-apps/', '/embedded-apps/', '/embedded-private-apps/']
  const details = ['/private-apps/x/', '/in-review-apps/x/', '/embedded-apps/x/', '/embedded-private-apps/x/']
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

  test('no two screens have the same title', async () => {
    const titles = await Promise.all(
      [...lists, ...details].map(async (path) => /<title>(.*?)</.exec((await get(path)).body)?.[1]),
    )
    expect(new Set(titles).size).toBe(lists.length + details.length)
  })

  test('the shell of a screen is one for all its slugs, has the header of its variant, and no data of a page', async () => {
    const shell = await get('/private-apps/x/')
    expect((await get('/private-apps/another/')).headers.etag).toBe(shell.headers.etag)
    expect(shell.body).toContain('<header')
    expect((await get('/embed/agent-app/private-apps/x/')).body).not.toContain('<header')
    const data = await get('/page-data/my-apps/page-data.json')
    expect([data.statusCode, data.json<PageData>().result.kind]).toEqual([404, 'not-found'])
    // A tab that runs an older build learns from this that it is one.
    expect(data.headers['x-build-hash']).toBeDefined()
  })

  test('the policy of a checkout names the payment provider, and that of a charge any picture', async () => {
    const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy'])
    const cart = await policyOf('/checkout/cart/x/')
    expect(cart).toMatch(/script-src 'self' 'sha256-[^']+' http:\/\/localhost:3002;/)
    expect(cart).toContain("connect-src 'self' http://localhost:3001 http://localhost:3002;")
    expect(cart).toContain('frame-src http://localhost:3001 http://localhost:3002;')
    expect(cart).toContain("img-src 'self' data:;")
    expect(await policyOf('/checkout/charge/x/direct_charge/')).toContain("img-src 'self' data: https:;")
    expect(await policyOf('/cart/')).not.toContain('3002')
    expect(await policyOf('/checkout/cart/x/thank-you/')).not.toContain('3002')
  })

  test('a checkout in a frame has a shell of its own, and can be framed as little as the rest', async () => {
    const [framed, plain] = [await get('/checkout/alpha/?embedded=true'), await get('/checkout/alpha/')]
    expect(framed.body).toContain('data-bare')
    expect(plain.body).not.toContain('data-bare')
    expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test.each(['/my-apps/', '/cart/', '/helpdesk/private-apps/x/', '/embed/agent-app/embedded-apps/'])(
    'the policy of %s allows no inline script but the one that is named by its hash, and no inline style',
    async (path) => {
      const { headers, body } = await get(path)
      const policy = String(headers['content-security-policy'])
      const inline = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
      expect(inline).toHaveLength(1)
      const hash = createHash('sha256')
        .update(inline[0] ?? '')
        .digest('base64')
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
      expect(policy).toContain("style-src 'self';")
      expect(policy).not.toMatch(/unsafe|https:;|\*/)
      expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/)
    },
  )

  test('names a public application, and nothing of one that is not', async () => {
    expect((await get('/apps/alpha/open/')).body).toContain('<title>Open Alpha')
    expect((await get('/apps/nothing-of-that-name/open/')).body).toContain('<title>Open App')
    expect((await get('/private-apps/alpha/')).body).not.toContain('Alpha')
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
