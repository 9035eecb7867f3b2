import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applicationSchema,
  developerProfileSchema,
  resourceSchema,
  type Application,
} from '@marketplace/contracts/catalogue/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

const DESK = line('desk', {
  product: 'helpdesk',
  widgets: [{ placement: 'settings' }, { placement: 'fullscreen' }, { placement: 'settings' }],
})
beforeAll(async () => {
  store = await openTestStore()
  const report = await store.importLines([
    line('old', { publishedAt: '2024-01-01T00:00:00Z' }),
    line('new', {
      publishedAt: '2026-10-01T00:00:00Z',
      payment: { price: 1000, frequency: 'monthly', perAccount: true, trialDays: 14 },
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 25 },
      authorization: { type: 'oauth2', scopes: [{ name: 'chats--all:ro', required: true }] },
      widgets: [{ placement: 'settings', url: 'https://new.example/settings' }],
      resources: [{ name: 'More seats', price: 500, perAgent: true }],
      rating: { rate: 4.5, votes: 10 },
    }),
    line('service', { customProps: { isService: 'true' }, company: { name: 'Sorrel' } }),
    line('resting', { underMaintenance: true }),
    DESK,
    line('secret', { hidden: true }),
    line('draft', { publishedAt: null }),
    line('tomorrow', {
      publishedAt: '2026-11-21T09:00:00Z',
      submittedAt: '2026-11-01T00:00:00Z',
      acceptedAt: '2026-11-10T00:00:00Z',
    }),
  ])
  expect(report.remarks).toEqual([])
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })
const slugs = async (url: string) => (await get(url)).json<Application[]>().map(({ slug }) => slug)

describe('GET /applications/published', () => {
  test('needs no sign-in, and answers every published application but hidden ones, newest first', async () => {
    const answer = await get('/api/v2/applications/published')
    expect(answer.statusCode).toBe(200)
    const list = answer.json<Application[]>()
    expect(list.map(({ slug }) => slug)).toEqual(['new', ...list.slice(1, 4).map(({ slug }) => slug), 'old'])
    expect(list.map(({ slug }) => slug).toSorted()).toEqual(['desk', 'new', 'old', 'resting', 'service'])
    for (const application of list) expect(applicationSchema.parse(application)).toEqual(application)
  })

  test('is the same for the help desk', async () => {
    expect(await slugs('/api/v1/applications/published')).toEqual(await slugs('/api/v2/applications/published'))
  })

  test('is paged with limit and offset', async () => {
    const all = await slugs('/api/v2/applications/published')
    expect(await slugs('/api/v2/applications/published?limit=2')).toEqual(all.slice(0, 2))
    expect(await slugs('/api/v2/applications/published?limit=2&offset=3')).toEqual(all.slice(3, 5))
    expect(await slugs('/api/v2/applications/published?offset=4')).toEqual(all.slice(4))
    expect(await slugs('/api/v2/applications/published?offset=100')).toEqual([])
  })

  test.each(['limit=0', 'limit=-1', 'limit=many', 'limit=1.5', 'limit=1e9', 'offset=-1', 'offset=x', 'limit=1&limit=2'])(
    '%s is refused, and says which parameter',
    async (query) => {
      const answer = await get(`/api/v2/applications/published?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETERS', fields: [{ field: query.split('=')[0] }] })
    },
  )
})

describe('GET /applications/{slug}/published', () => {
  test('answers the whole application, with today’s price', async () => {
    const application = (await get('/api/v2/applications/new/published')).json<Application>()
    expect(applicationSchema.parse(application)).toEqual(application)
    expect(application).toMatchObject({
      slug: 'new',
      status: 'PUBLISHED',
      product: 'livechat',
      category: { id: 5, slug: 'crm', name: 'CRM' },
      rating: { rate: 4.5, votes: 10 },
      payment: { price: 750, oldPrice: 1000, discountPercent: 25, frequency: 'monthly', perAccount: true, trialDays: 14 },
      plan: { billingCycle: 'pay-monthly', price: { total: 750 } },
      widgets: [{ placement: 'settings', url: 'https://new.example/settings', shortcut: null }],
      authorization: { scopes: [{ name: 'chats--all:ro', required: true }] },
    })
  })

  test('names each widget as no other is named, and after another import as before', async () => {
    const widgetsOf = async (slug: string) => {
      const { id, widgets } = (await get(`/api/v2/applications/${slug}/published`)).json<Application>()
      for (const widget of widgets) expect(widget.id.startsWith(`${id}-`)).toBe(true)
      return widgets
    }
    const widgets = [...(await widgetsOf('new')), ...(await widgetsOf('desk'))]
    expect(new Set(widgets.map(({ id }) => id)).size).toBe(4)
    for (const { id } of widgets) expect(id).toMatch(/^[\w-]{1,100}$/)
    await store.importLines([DESK])
    expect([...(await widgetsOf('new')), ...(await widgetsOf('desk'))]).toEqual(widgets)
  })

  test('a field without a value is null, never left out', async () => {
    const application = (await get('/api/v2/applications/old/published')).json<Application>()
    expect(Object.keys(application).toSorted()).toEqual(Object.keys(applicationSchema.shape).toSorted())
    expect(application).toMatchObject({ payment: null, plan: null, version: null, icon: null, changelog: null })
  })

  test.each(['service', 'resting', 'secret', 'desk'])('%s has a page, so it has an answer', async (slug) => {
    expect((await get(`/api/v2/applications/${slug}/published`)).statusCode).toBe(200)
  })

  test.each(['draft', 'nothing', 'NEW', '..%2f..', '%00', "' or 1=1 --", '💥', 'a'.repeat(500)])('%s is 404', async (slug) => {
    const answer = await get(`/api/v2/applications/${encodeURIComponent(slug)}/published`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) })
  })

  test('an id is not a slug', async () => {
    const { id } = (await get('/api/v2/applications/new/published')).json<Application>()
    expect((await get(`/api/v2/applications/${id}/published`)).statusCode).toBe(404)
  })

  test('time alone publishes it, and ends a discount', async () => {
    expect((await get('/api/v2/applications/tomorrow/published')).statusCode).toBe(404)
    expect((await get('/api/v2/applications/new/published')).json<Application>().payment?.price).toBe(750)
    clock.set('2026-12-01T00:00:00Z')
    try {
      expect((await get('/api/v2/applications/tomorrow/published')).statusCode).toBe(200)
      expect((await get('/api/v2/applications/new/published')).json<Application>().payment?.price).toBe(1000)
      expect(await slugs('/api/v2/applications/published')).toContain('tomorrow')
    } finally {
      clock.set('2026-11-20T12:00:00Z')
    }
  })
})

describe('GET /applications/{id}/resources', () => {
  test('answers the upgrades, each with its application', async () => {
    const { id } = (await get('/api/v2/applications/new/published')).json<Application>()
    const resources = (await get(`/api/v2/applications/${id}/resources`)).json<unknown[]>()
    expect(resources.map((resource) => resourceSchema.parse(resource))).toEqual(resources)
    expect(resources).toMatchObject([
      { application: { id, slug: 'new' }, product: { name: 'More seats', price: { cents: 500, perAgent: true, months: 1 } } },
    ])
  })

  test.each(['new', 'nothing'])('%s is no id: 404', async (id) => {
    const answer = await get(`/api/v2/applications/${id}/resources`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })
})

describe('GET /developers/{id}/profile', () => {
  test('answers the developer with what it has published and not hidden', async () => {
    const { developerId } = (await get('/api/v2/applications/new/published')).json<Application>()
    const profile = (await get(`/api/v2/developers/${developerId}/profile`)).json()
    expect(developerProfileSchema.parse(profile)).toEqual(profile)
    expect(profile).toMatchObject({ name: 'Larkspur', slug: 'larkspur', services: [] })
    expect(profile.applications.map(({ slug }: { slug: string }) => slug)).toEqual(['desk', 'new', 'old', 'resting'])
  })

  test('an unknown id is 404', async () => {
    expect((await get('/api/v2/developers/larkspur/profile')).json()).toMatchObject({ code: 'DEVELOPER_NOT_FOUND' })
  })
})

describe('every answer', () => {
  test('an answer is revalidated by its ETag, and follows a change', async () => {
    const first = await get('/api/v2/applications/old/published')
    const etag = String(first.headers.etag)
    expect((await get('/api/v2/applications/old/published', { 'if-none-match': etag })).statusCode).toBe(304)
    await store.importLines([{ slug: 'old', version: '9.9' }])
    await until(async () => (await get('/api/v2/applications/old/published', { 'if-none-match': etag })).statusCode === 200)
    expect((await get('/api/v2/applications/old/published')).json()).toMatchObject({ version: '9.9' })
  })

  test('any origin may read it, without credentials', async () => {
    const answer = await get('/api/v2/applications/published', { origin: 'https://elsewhere.example' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    const preflight = await app.server.inject({
      method: 'OPTIONS',
      url: '/api/v2/applications/published',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
  })
})
