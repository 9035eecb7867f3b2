import type { PageResult } from '@marketplace/contracts/pages/page-data'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTouch, trackingOf } from '../../lib/attribution.ts'
import { entryOf, openLayer } from './data-layer.ts'
import { isNoise } from './error-noise.ts'
import { pageEvents, type ShownPage } from './page-signals.ts'
import { plainMessage } from './report-errors.ts'
import { sentOf } from './send-events.ts'

const page = (path: string, result: object | null): ShownPage => ({ path, result: result as PageResult | null })
const list = (query: object, total = 3) =>
  page('/apps/', {
    kind: 'listing',
    filters: [],
    query: { filters: {}, verified: false, sortBy: null, ...query },
    pagination: { total },
  })
const found = (text: string, total: number) => ({ ...list({ text }, total), path: '/search/' })
const names = (before: ShownPage | null, now: ShownPage) =>
  pageEvents(before, now).map(({ event, data }) => [event, ...('detail' in data ? [data.detail] : [])].join(' '))

describe('a page that has come up', () => {
  it.each<[string, ShownPage | null, ShownPage, string[]]>([
    ['first', null, list({}), ['pageview listing']],
    [
      'an application',
      list({}),
      page('/apps/a/', { kind: 'application', id: 'a1' }),
      ['pageview application', 'application_viewed'],
    ],
    ['an expert', null, page('/partners/a/', { kind: 'expert' }), ['pageview expert', 'expert_visited']],
    ['nothing', null, page('/apps/x/', { kind: 'not-found' }), ['pageview not-found', 'error_shown not-found']],
    ['a screen', null, page('/checkout/cart/1', null), ['pageview checkout']],
    ['thanks', null, page('/checkout/cart/1/thank-you', null), ['pageview thank-you']],
    ['an open application', null, page('/apps/chat/open/', null), ['pageview open-application']],
    ['a section of objects', null, page('/constructor/', null), ['pageview other']],
    [
      'the same list, filtered',
      list({}),
      list({ filters: { payment: ['free'] }, verified: true }),
      ['filter_used payment', 'filter_used verified'],
    ],
    ['the same list, sorted', list({}), list({ sortBy: 'price' }), ['filter_used sort']],
    ['the same list, its next page', list({}), list({ page: 2 }), []],
    ['a search', null, found('chat', 0), ['pageview listing', 'search none']],
    ['another search', found('chat', 9), found('fax', 2), ['search few']],
    [
      'a filtered search',
      found('chat', 9),
      { ...list({ text: 'chat', verified: true }), path: '/search/' },
      ['filter_used verified'],
    ],
  ])('%s', (_, before, now, expected) => {
    expect(names(before, now)).toEqual(expected)
  })
})

it('sends what is declared, and the dataLayer has the path below /marketplace', () => {
  const data = { detail: 'home', path: '/apps/', application: 'a1', email: 'ada@example.test' }
  expect(sentOf('pageview', data)).toEqual({ event: 'pageview', application: 'a1', detail: 'home' })
  expect(entryOf('pageview', { detail: 'home', path: '/apps/' }, 'base')).toEqual({
    event: 'pageview',
    variant: 'base',
    path: '/marketplace/apps/',
    detail: 'home',
  })
})

describe('a stored touch', () => {
  const day = 86_400_000
  const text = (touch: unknown) => JSON.stringify(touch)
  it.each<[string, string | null, boolean]>([
    ['as it is written', text({ at: 0, values: { utm_source: 'mail' } }), true],
    ['nothing', null, false],
    ['no JSON', '{', false],
    ['null', 'null', false],
    ['of another day', text({ at: -1, values: { utm_source: 'mail' } }), false],
    ['of tomorrow', text({ at: 15 * day, values: { utm_source: 'mail' } }), false],
    ['of other names', text({ at: 0, values: { password: 'x' } }), false],
    ['a list', text({ at: 0, values: [] }), false],
  ])('%s', (_, stored, good) => {
    expect(readTouch(stored, 14, 14 * day) !== null).toBe(good)
  })

  it('is cleaned again when it is read', () => {
    const values = { utm_source: `a\u0000\u200b\n b${'x'.repeat(900)}`, utm_evil: 'x' }
    expect(Object.keys(readTouch(text({ at: 0, values }), 14, 0)?.values ?? {})).toEqual(['utm_source'])
    expect(readTouch(text({ at: 0, values }), 14, 0)?.values.utm_source).toMatch(/^a bx{197}$/)
    expect(trackingOf('?utm_source=%20%00%20').size).toBe(0)
  })
})

describe('errors that are left out of the reports', () => {
  it.each([
    ['TypeError', 'Failed to fetch dynamically imported module: https://shop.test/assets/a.js', ''],
    ['ChunkLoadError', 'Loading chunk 7 failed.', ''],
    ['TypeError', 'Failed to fetch', ''],
    ['TypeError', 'Load failed', ''],
    ['TypeError', 'NetworkError when attempting to fetch resource.', ''],
    ['AbortError', 'The user aborted a request.', ''],
    ['Error', 'ResizeObserver loop completed with undelivered notifications.', ''],
    ['Error', 'Script error.', ''],
    ['TypeError', 'x is undefined', 'at f (chrome-extension://abc/content.js:1:1)'],
    ['QuotaExceededError', 'The quota exceeded', ''],
  ])('%s %s', (name, message, stack) => {
    expect(isNoise({ name, message, stack })).toBe(true)
  })

  it.each(['x is not a function', 'PATCH /products-carts/{id}/purchase answered 500', 'The chunky list is empty'])(
    'not %s',
    (message) => {
      expect(isNoise({ name: 'TypeError', message, stack: 'at f (https://shop.test/assets/start.js:1:1)' })).toBe(false)
    },
  )
})

describe('visitors who have agreed', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is identified while they are signed in, and not after that', () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    }
    const page: { localStorage: object; dataLayer?: object[] } = { localStorage }
    vi.stubGlobal('window', page)
    const layer = openLayer()
    layer.signedIn('ada')
    layer.signedIn(null)
    kept.set('marketplace-consent', 'granted')
    layer.open(0)
    expect(page.dataLayer).toEqual([])
    layer.signedIn('ben')
    expect(page.dataLayer).toEqual([{ event: 'identify', product_id: 'lc2', user_id: 'ben' }])
  })
})

it.each([
  ['Failed to fetch https://a.example/checkout/charge/1/?x=1#y now', 'Failed to fetch https://a.example now'],
  [
    `'replaceState' on 'History': 'https://a.example:81/apps/2/' of origin "http://b.example"`,
    `'replaceState' on 'History': 'https://a.example:81' of origin "http://b.example"`,
  ],
  ['no charge 00000000-0000-4000-8000-00000000000a here', 'no charge (id) here'],
  ['no token fra:Zm9vYmFyYmF6-Zm9vYmFyYmF6_Zm9vYmFyYmF6 here', 'no token (code) here'],
  ['"nina@acme.test" is nobody', '"(e-mail)" is nobody'],
  ['nobody at /accounts/nina%40acme.test here', 'nobody at (e-mail) here'],
  ['"nina%2540acme.test" is nobody', '"(e-mail)" is nobody'],
  ['cannot read items of undefined, at 12:34', 'cannot read items of undefined, at 12:34'],
  ['x is not a function', 'x is not a function'],
])('a report says %j as %j', (message, told) => {
  expect(plainMessage(message)).toBe(told)
})
