import { afterEach, describe, expect, it, vi } from 'vitest'
import { type MarketplaceOptions, mountMarketplace } from './index.ts'
import { MOST_LIST } from './messages.ts'
import { READING_MS } from './reading.ts'

const MARKETPLACE = 'https://marketplace.example'

/** A fake host page with the properties that the package uses. */
const mount = (options: Partial<MarketplaceOptions> = {}) => {
  let hear: (event: object) => void = () => {}
  let time = 0
  vi.stubGlobal('performance', { now: () => time })
  const location = { href: 'https://host.example/', pathname: '/', search: '', hash: '' }
  const posted: { type: string; data?: unknown }[] = []
  const frame = {
    style: {},
    contentWindow: {
      postMessage: (message: (typeof posted)[number], to: string) => void (to === MARKETPLACE && posted.push(message)),
    },
    src: '',
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', { createElement: () => frame })
  vi.stubGlobal('addEventListener', (name: string, listener: typeof hear) => {
    if (name === 'message') hear = listener
  })
  const marketplace = mountMarketplace({ append: () => {} } as unknown as Element, { url: MARKETPLACE, ...options })
  const say = (type: string, data: object) => hear({ origin: MARKETPLACE, source: frame.contentWindow, data: { type, data } })
  /** A message whose data is unpacked when it is read. */
  const arrive = (read: () => unknown, from: object = {}) =>
    hear({
      origin: MARKETPLACE,
      source: frame.contentWindow,
      ...from,
      get data() {
        return read()
      },
    })
  /** The messages to the marketplace since the last call. */
  const told = () => posted.splice(0)
  return { marketplace, told, frame, location, say, arrive, pass: (ms: number) => void (time += ms) }
}
afterEach(() => void vi.unstubAllGlobals())

it.each<[Partial<MarketplaceOptions>, string]>([
  [{}, '/embed/agent-app/apps/'],
  [{ variant: 'text', path: 'developers/' }, '/embed/text/developers/'],
  [{ variant: 'helpdesk', ownHost: true }, '/'],
  [{ ownHost: true }, '/apps/'],
  [{ variant: 'text', ownHost: true, path: '/apps/crm/?sortBy=price#top', beta: true }, '/apps/crm/?beta=true&sortBy=price#top'],
])('%j begins at %s', (options, path) => expect(mount(options).frame.src).toBe(MARKETPLACE + path))

it.each([
  [{ email: 'ada@example.com' }, 'mailto:ada@example.com'],
  [{ email: 'ada+apps@example.com?cc=eve' }, 'mailto:ada%2Bapps@example.com%3Fcc%3Deve'],
  [{ email: 'ada@example.com', subject: 'Our data', body: 'A&B' }, 'mailto:ada@example.com?subject=Our%20data&body=A%26B'],
  [{ email: 'ada@example.com', subject: {}, body: null }, 'https://host.example/'],
])('a mail of %j leads to %s', (data, address) => {
  const { location, say } = mount()
  say('mailto', data)
  expect(location.href).toBe(address)
})

const LOADED = { type: 'loaded', data: { version: '3' } }

it('reads some of the messages of a second, and again in the next', () => {
  let heard = 0
  const { say, pass } = mount({ onLoaded: () => void heard++ })
  const flood = () => {
    heard = 0
    for (let count = 0; count < 1000; count++) say('loaded', { version: '3' })
    return heard
  }
  expect(flood()).toBe(100)
  expect(flood()).toBe(0)
  pass(1000)
  expect(flood()).toBe(100)
})

it('makes up for a message that takes long to read before it reads another one', () => {
  let reads = 0
  const { arrive, pass } = mount()
  const huge = () => {
    reads++
    pass(10 * READING_MS)
    return LOADED
  }
  for (let second = 0; second < 8; second++) {
    arrive(huge)
    if (second > 0) pass(1000)
  }
  expect([reads, READING_MS]).toEqual([1, 100])
  pass(60_000)
  arrive(huge)
  expect(reads).toBe(2)
})

it('reads nothing of other windows and origins, however much they say', () => {
  const read = vi.fn(() => LOADED)
  const onLoaded = vi.fn()
  const { arrive } = mount({ onLoaded })
  for (let count = 0; count < 1000; count++)
    for (const from of [{ origin: 'https://elsewhere.example' }, { origin: 'null' }, { source: {} }, { source: null }])
      arrive(read, from)
  expect(read).not.toHaveBeenCalled()
  arrive(read)
  expect(onLoaded).toHaveBeenCalledOnce()
})

const APPLICATION = { id: 'a', slug: 'a', name: 'A', product: 'livechat' }
const CHARGE = { chargeId: 'c', chargeType: 'direct_charge' }
const CART = {
  id: 'c',
  state: 'open',
  products: [{ id: 'a', slug: 'a', name: 'A', quantity: 1, purchasedAt: '2026-01-01T00:00:00.000Z' }],
  total: 900,
}
const LONG = 'x'.repeat(10_001)

it.each<[string, object, boolean]>([
  ['app_installed', APPLICATION, true],
  ['app_installed', { ...APPLICATION, name: {} }, false],
  ['app_installed', { ...APPLICATION, product: null }, false],
  ['app_installed', { ...APPLICATION, name: LONG }, false],
  ['app_removed', { id: 'a', slug: 'a' }, false],
  ['app_purchased', { ...APPLICATION, ...CHARGE }, true],
  ['app_purchased', APPLICATION, true],
  ['app_purchased', { ...APPLICATION, ...CHARGE, chargeId: 7 }, false],
  ['app_purchased', { ...APPLICATION, ...CHARGE, chargeType: 'any' }, false],
  ['app_event', { ...APPLICATION, event: 'open', properties: {} }, true],
  ['app_event', { ...APPLICATION, event: LONG, properties: {} }, false],
  ['app_event', { ...APPLICATION, event: 'open', properties: { a: 'b', c: 1, d: true, e: null } }, true],
  ['app_event', { ...APPLICATION, event: 'open', properties: { a: {} } }, false],
  ['app_event', { ...APPLICATION, event: 'open', properties: { [LONG]: 1 } }, false],
  ['app_event', { ...APPLICATION, event: 'open' }, false],
  ['breadcrumbs', { breadcrumbs: [{ name: 'Apps', pathname: '/apps/' }] }, true],
  ['breadcrumbs', { breadcrumbs: [{ name: 'Apps', pathname: '/apps/' }, { name: 'CRM' }] }, false],
  ['breadcrumbs', { breadcrumbs: [{ name: LONG, pathname: '/apps/' }] }, false],
  ['breadcrumbs', { breadcrumbs: { 0: { name: 'Apps', pathname: '/apps/' }, length: 1 } }, false],
  ['breadcrumbs', { breadcrumbs: Array.from({ length: MOST_LIST + 1 }, () => ({ name: 'Apps', pathname: '/apps/' })) }, false],
  ['breadcrumbs', {}, false],
  ['cart_purchased', { id: 'c', slug: 'a', products: [APPLICATION] }, true],
  ['cart_purchased', { id: 'c', slug: 'a', products: [null] }, false],
  ['cart_purchased', { id: 'c', products: [] }, false],
  ['marketplace_cart_update', { cart: CART }, true],
  ['marketplace_cart_update', { cart: { ...CART, products: [{ ...CART.products[0], purchasedAt: null }] } }, true],
  ['marketplace_cart_update', { cart: { ...CART, products: [{ ...CART.products[0], quantity: '1' }] } }, false],
  ['marketplace_cart_update', { cart: { ...CART, total: Number.NaN } }, false],
  ['marketplace_cart_update', { cart: null }, false],
  ['navigate', { pathname: '/', search: 'x'.repeat(10_000), hash: '' }, true],
  ['navigate', { pathname: '/', search: LONG, hash: '' }, false],
  ['mailto', { email: 'ada@example.com', body: LONG }, false],
  ['transaction_accepted', CHARGE, true],
  ['transaction_accepted', { chargeId: 'c' }, false],
  ['transaction_failed', { ...CHARGE, error: LONG }, false],
  ['constructor', {}, false],
  ['__proto__', {}, false],
])('%s, case %#, is heard if it is whole and short', (type, data, isHeard) => {
  const heard = vi.fn()
  const { say } = mount({
    onAppInstalled: heard,
    onAppRemoved: heard,
    onAppPurchased: heard,
    onAppEvent: heard,
    onNavigate: heard,
    onMailto: heard,
    onTransactionAccepted: heard,
    onTransactionFailed: heard,
    onBreadcrumbs: heard,
    onCartPurchased: heard,
    onMarketplaceCartUpdate: heard,
  })
  say(type, data)
  expect(heard).toHaveBeenCalledTimes(isHeard ? 1 : 0)
})

it('hears the declared fields and no other', () => {
  const heard = vi.fn()
  mount({ onAppRemoved: heard }).say('app_removed', { ...APPLICATION, more: LONG })
  expect(heard).toHaveBeenCalledExactlyOnceWith(APPLICATION)
})

const load = (host: ReturnType<typeof mount>) => host.say('loaded', LOADED.data)
const shows = (host: ReturnType<typeof mount>, pathname: string) => host.say('navigate', { pathname, search: '', hash: '' })

it.each<[string, (marketplace: ReturnType<typeof mountMarketplace>) => void, unknown]>([
  ['navigate', ({ navigate }) => navigate('/apps/crm/', { replace: true }), { pathname: '/apps/crm/', replace: true }],
  ['navigate', ({ navigate }) => navigate('/apps/crm/'), { pathname: '/apps/crm/', replace: false }],
  ['preload', ({ preload }) => preload('/apps/crm/'), { pathname: '/apps/crm/' }],
  ['refresh_installed_apps', ({ refreshInstalledApps }) => refreshInstalledApps(), undefined],
  ['refresh_cart', ({ refreshCart }) => refreshCart(), undefined],
  ['refresh_subscription_info', ({ refreshSubscriptionInfo }) => refreshSubscriptionInfo(), undefined],
  ['cart_updated', ({ cartUpdated }) => cartUpdated({ id: 'c' }), { cart: { id: 'c' } }],
  ['change_theme', ({ changeTheme }) => changeTheme('dark'), { theme: 'dark' }],
  ['credentials', ({ credentials }) => credentials('dal:token'), { access_token: 'dal:token' }],
])('says %s at once to a marketplace that has loaded, and to one that loads when it has', (type, speak, data) => {
  const early = mount()
  speak(early.marketplace)
  expect(early.told()).toEqual([])
  load(early)
  expect(early.told()).toEqual([{ type, data }])
  const late = mount()
  load(late)
  speak(late.marketplace)
  expect(late.told()).toEqual([{ type, data }])
})

it('keeps the last page and no more than twenty messages until it has loaded', () => {
  const host = mount()
  for (let page = 1; page <= 30; page++) {
    host.marketplace.navigate(`/apps/?page=${page}`)
    host.marketplace.preload(`/apps/?page=${page}`)
  }
  load(host)
  const told = host.told()
  expect(told).toHaveLength(20)
  expect(told.filter(({ type }) => type === 'navigate')).toEqual([
    { type: 'navigate', data: { pathname: '/apps/?page=30', replace: false } },
  ])
})

describe('messages while the frame changes documents', () => {
  const open = () => {
    const host = mount({ theme: 'light' })
    load(host)
    shows(host, '/apps/marketplace/apps')
    host.told()
    return host
  }
  const types = (host: ReturnType<typeof mount>) => host.told().map(({ type }) => type)

  it('is said again to the document that comes up', () => {
    const host = open()
    host.marketplace.changeTheme('dark')
    host.marketplace.navigate('/apps/cms/')
    host.marketplace.navigate('/apps/crm/', { replace: true })
    host.marketplace.credentials('dal:token')
    host.told()
    load(host)
    expect(host.told()).toEqual([
      { type: 'change_theme', data: { theme: 'dark' } },
      { type: 'navigate', data: { pathname: '/apps/crm/', replace: true, again: true } },
      { type: 'credentials', data: { access_token: 'dal:token', again: true } },
    ])
  })

  it('is not said again once the marketplace shows another page: the person may have gone on', () => {
    const host = open()
    host.marketplace.navigate('/apps/crm/')
    shows(host, '/apps/marketplace/apps/crm')
    host.told()
    load(host)
    expect(types(host)).toEqual(['change_theme'])
    // A navigation is repeated until its page is shown, but not after that.
    host.marketplace.navigate('/apps/cms/')
    load(host)
    shows(host, '/apps/marketplace/apps/cms')
    load(host)
    expect(types(host)).toEqual(['navigate', 'change_theme', 'navigate', 'change_theme'])
  })

  it.each(['/apps/', '/apps', '/apps/marketplace/apps'])('is not said again if %s was shown already', (path) => {
    const host = open()
    host.marketplace.navigate(path)
    host.told()
    load(host)
    expect(types(host)).toEqual(['change_theme'])
  })

  it('is not said again to a document that comes up long after', () => {
    const host = open()
    host.marketplace.navigate('/apps/crm/')
    host.marketplace.credentials('dal:token')
    host.told()
    host.pass(20_000)
    load(host)
    expect(types(host)).toEqual(['change_theme'])
  })
})
