import { describe, expect, test } from 'vitest'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { HomePage, ListingPage, SearchPage } from '@marketplace/contracts/pages/lists'
import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { until } from '../../../test/harness.ts'
import { openShop, slugsOf } from '../../../test/shop.ts'

const { clock, store, app, get, dataOf } = openShop()

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
    // The policy names the origins of public applications. For others only the browser of a signed-in person learns the address.
    expect(await policyOf('/apps/alpha/open/')).toContain('frame-src http://localhost:3001 http://payments.test;')
    const { id } = (await get('/api/v2/applications/alpha/published')).json<{ id: string }>()
    expect(await policyOf(`/apps/${id}/open/`)).toBe(await policyOf('/apps/alpha/open/'))
    expect(await policyOf('/apps/of-one-organization/settings/')).toContain(
      'frame-src http://localhost:3001 http://payments.test https: http://localhost:*',
    )
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
    await store().importLines([{ slug: 'beta', shortDescription: 'Something entirely new.' }])
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
    const { statusCode, headers } = await app().accounts.inject(url)
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
    '/helpdesk/..%2fcart/',
    '/public/%2E%2E%2fmy-apps/',
    '/embed/agent-app/..%2f..%2fadmin/',
    '/helpdesk/.%2f..%2f..%2fapps/crm/',
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

  test('with dots is still a page of its variant', async () => {
    const shown = async (url: string) =>
      (await get(url)).body.replace(/<script type="application\/json" id="boot">.*?<\/script>/s, '')
    expect(await shown('/embed/agent-app/..%2f..%2fadmin/')).toBe(await shown('/embed/agent-app/nothing/'))
  })

  test('has page data with the error too', async () => {
    const answer = await get('/page-data/apps/nothing/page-data.json')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ result: { kind: 'not-found' } })
    expect((await app().server.inject({ method: 'HEAD', url: '/page-data/apps/nothing/page-data.json' })).statusCode).toBe(404)
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
    const { queryHash } = await import('./static-queries.ts')
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
      const { hits } = (await app().server.inject({ method: 'POST', url, payload })).json<{ hits: { slug: string }[] }>()
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
