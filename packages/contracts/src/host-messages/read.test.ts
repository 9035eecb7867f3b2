import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOwnTarget, MOST_TARGET, readHostMessage } from './read.ts'
import { FROM_HOST } from './messages.ts'

const navigate = (pathname: unknown) => readHostMessage({ type: 'navigate', data: { pathname } })

describe('a message of the host', () => {
  it.each([
    [
      { type: 'navigate', data: { pathname: '/apps/' } },
      { type: 'navigate', data: { pathname: '/apps/', replace: false } },
    ],
    [
      { type: 'navigate', data: { pathname: '/apps/?page=2#x', replace: true, other: 1 } },
      { type: 'navigate', data: { pathname: '/apps/?page=2#x', replace: true } },
    ],
    [
      { type: 'navigate', data: { pathname: '/', replace: 'yes' } },
      { type: 'navigate', data: { pathname: '/', replace: false } },
    ],
    [
      { type: 'preload', data: { pathname: '/apps/crm/' } },
      { type: 'preload', data: { pathname: '/apps/crm/' } },
    ],
    [
      { type: 'cart-updated', data: { cart: { id: '1' } } },
      { type: 'cart_updated', data: {} },
    ],
    [{ type: 'cart_updated' }, { type: 'cart_updated', data: {} }],
    [{ type: 'refresh-cart' }, { type: 'refresh_cart', data: undefined }],
    [
      { type: 'refresh_cart', data: null },
      { type: 'refresh_cart', data: undefined },
    ],
    [{ type: 'refresh-installed-apps' }, { type: 'refresh_installed_apps', data: undefined }],
    [{ type: 'refresh-subscription-info' }, { type: 'refresh_subscription_info', data: undefined }],
    [
      { type: 'change-theme', data: { theme: 'dark', more: 1 } },
      { type: 'change_theme', data: { theme: 'dark' } },
    ],
    [
      { type: 'credentials', data: { access_token: 'dal:abc' } },
      { type: 'credentials', data: { access_token: 'dal:abc', again: false } },
    ],
    [
      { type: 'credentials', data: { access_token: 'dal:abc', again: true } },
      { type: 'credentials', data: { access_token: 'dal:abc', again: true } },
    ],
  ])('%j is read', (value, message) => expect(readHostMessage(value)).toEqual(message))

  it.each([
    null,
    undefined,
    0,
    '',
    'navigate',
    [],
    ['navigate'],
    {},
    { type: null },
    { type: 'toString' },
    { type: '__proto__', data: {} },
    { type: 'loaded', data: { version: '3' } },
    { type: 'navigate' },
    { type: 'navigate', data: null },
    { type: 'navigate', data: '/apps/' },
    { type: 'navigate', data: {} },
    { type: 'navigate', data: { pathname: ['/apps/'] } },
    { type: 'preload', data: { pathname: '//elsewhere' } },
    { type: 'change_theme' },
    { type: 'change_theme', data: { theme: 'system' } },
    { type: 'change_theme', data: { theme: ['dark'] } },
    { type: 'credentials', data: {} },
    { type: 'credentials', data: { access_token: '' } },
    { type: 'credentials', data: { access_token: 'a b' } },
    { type: 'credentials', data: { access_token: 'a&state=b#'.repeat(1000) } },
    { type: ' navigate', data: { pathname: '/apps/' } },
    { type: 'x'.repeat(10_000_000) },
  ])('%# is none', (value) => expect(readHostMessage(value)).toBeNull())

  it('must not inherit its fields', () => {
    expect(readHostMessage(Object.create({ type: 'refresh_cart' }))).toBeNull()
    expect(readHostMessage({ type: 'navigate', data: Object.create({ pathname: '/apps/' }) as object })).toBeNull()
  })

  it('of any shape is read as a declared message or as null, without an exception', () => {
    const types = Object.keys(FROM_HOST)
    const near = fc.record({
      type: fc.oneof(fc.constantFrom(...types, ...types.map((type) => type.replaceAll('_', '-'))), fc.anything()),
      data: fc.oneof(
        fc.record({ pathname: fc.anything(), replace: fc.anything(), access_token: fc.anything(), theme: fc.anything() }),
        fc.anything(),
      ),
    })
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (value) => {
        const message = readHostMessage(value)
        if (message === null) return
        expect(types).toContain(message.type)
        if (message.type === 'navigate' || message.type === 'preload') expect(message.data.pathname.startsWith('/')).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads nothing of a cart, which may be huge', () => {
    const data = Object.defineProperty({}, 'cart', {
      enumerable: true,
      get: () => {
        throw new Error('The cart was read')
      },
    })
    expect(readHostMessage({ type: 'cart_updated', data })).toEqual({ type: 'cart_updated', data: {} })
  })

  it('refuses a path of millions of characters', () => {
    expect(readHostMessage({ type: 'navigate', data: { pathname: `/${'a/'.repeat(5_000_000)}` } })).toBe(null)
  })
})

describe('a target', () => {
  it.each([
    '/',
    '/apps/',
    '/apps/crm',
    '/apps/crm/?page=2&x=//y#reviews',
    '/apps/a.b/',
    '/apps/..a/',
    '/partners/%C3%A4/',
    '/?to=https://a.example',
  ])('%j is ours', (text) => expect(navigate(text)).not.toBeNull())

  it.each([
    '',
    'apps/',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    '/javascript\n:x',
    'data:text/html,x',
    '//elsewhere',
    '///elsewhere',
    '/\\elsewhere',
    '\\\\elsewhere',
    '/\t/elsewhere',
    '/%2Felsewhere',
    '/%2felsewhere',
    '/%5Celsewhere',
    '/%252Felsewhere',
    '/%25252Felsewhere',
    'https://elsewhere',
    'https:elsewhere',
    'http://localhost/apps/',
    '..',
    '.',
    '/..',
    '/../',
    '/apps/..',
    '/apps/../../x',
    '/apps/./x',
    '/%2e%2e/',
    '/apps/%2E%2E/x',
    '/apps/.%2e/x',
    '/apps/%252e%252e/x',
    '/apps/..;/x',
    '/.. ',
    ' /..',
    '/apps//x',
    '/apps/%ff',
    '/apps/%',
    '/apps/%00',
    '/apps/%0A',
    '/apps/\u2028',
    '?query=a',
    '#hash',
    null,
    7,
    {},
    ['/apps/'],
    `/${'a'.repeat(MOST_TARGET)}`,
  ])('%j is not', (text) => expect(isOwnTarget(text)).toBe(false))

  it('never leads out of the origin or the variant', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '%25',
      ':',
      '?',
      '#',
      'apps',
      'https:',
      '@',
      ';',
      ' ',
      'é',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(text, (target) => {
        if (!isOwnTarget(target)) return
        const url = new URL(`/embed/agent-app${target}`, 'http://marketplace.example')
        expect(url.origin).toBe('http://marketplace.example')
        expect(url.pathname.startsWith('/embed/agent-app/')).toBe(true)
        expect(new URL(target, 'http://marketplace.example').origin).toBe('http://marketplace.example')
      }),
      { numRuns: 5000 },
    )
  })
})
