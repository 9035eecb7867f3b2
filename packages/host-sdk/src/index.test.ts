import { afterEach, expect, it, vi } from 'vitest'
import { type MarketplaceOptions, mountMarketplace } from './index.ts'
import { MOST_TEXT } from './messages.ts'
import { MOST_READ, READING_MS } from './reading.ts'

const MARKETPLACE = 'https://marketplace.example'

/** A host's page, as far as the package looks at it. */
const mount = (options: Partial<MarketplaceOptions> = {}) => {
  let hear: (event: object) => void = () => {}
  let time = 0
  vi.stubGlobal('performance', { now: () => time })
  const location = { href: 'https://host.example/', pathname: '/', search: '', hash: '' }
  const frame = { style: {}, contentWindow: { postMessage: () => {} }, src: '' }
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', { createElement: () => frame })
  vi.stubGlobal('addEventListener', (name: string, listener: typeof hear) => {
    if (name === 'message') hear = listener
  })
  mountMarketplace({ append: () => {} } as unknown as Element, { url: MARKETPLACE, ...options })
  const say = (type: string, data: object) => hear({ origin: MARKETPLACE, source: frame.contentWindow, data: { type, data } })
  /** A message that is unpacked when it is read. */
  const arrive = (read: () => unknown, from: object = {}) =>
    hear({
      origin: MARKETPLACE,
      source: frame.contentWindow,
      ...from,
      get data() {
        return read()
      },
    })
  return { frame, location, say, arrive, pass: (ms: number) => void (time += ms) }
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
  [{ email: 'ada@example.com', subject: {}, body: null }, 'mailto:ada@example.com'],
])('a mail of %j opens %s', (data, address) => {
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
  expect(flood()).toBe(MOST_READ)
  expect(flood()).toBe(0)
  pass(1000)
  expect(flood()).toBe(MOST_READ)
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
  expect(reads).toBe(1)
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
const LONG = 'x'.repeat(MOST_TEXT + 1)

it.each<[string, object, boolean]>([
  ['app_installed', APPLICATION, true],
  ['app_installed', { ...APPLICATION, name: {} }, false],
  ['app_installed', { ...APPLICATION, product: null }, false],
  ['app_installed', { ...APPLICATION, name: LONG }, false],
  ['app_removed', { id: 'a', slug: 'a' }, false],
  ['app_purchased', { ...APPLICATION, ...CHARGE }, true],
  ['app_event', { ...APPLICATION, event: 'open', properties: {} }, true],
  ['app_event', { ...APPLICATION, event: LONG, properties: {} }, false],
  ['navigate', { pathname: '/', search: 'x'.repeat(MOST_TEXT), hash: '' }, true],
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
  })
  say(type, data)
  expect(heard).toHaveBeenCalledTimes(isHeard ? 1 : 0)
})
