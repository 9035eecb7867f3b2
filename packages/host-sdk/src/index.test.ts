import { afterEach, expect, it, vi } from 'vitest'
import { type MarketplaceOptions, mountMarketplace } from './index.ts'

const MARKETPLACE = 'https://marketplace.example'

/** A host's page, as far as the package looks at it. */
const mount = (options: Partial<MarketplaceOptions> = {}) => {
  let hear: (event: object) => void = () => {}
  const location = { href: 'https://host.example/', pathname: '/', search: '', hash: '' }
  const frame = { style: {}, contentWindow: { postMessage: () => {} }, src: '' }
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', { createElement: () => frame })
  vi.stubGlobal('addEventListener', (name: string, listener: typeof hear) => {
    if (name === 'message') hear = listener
  })
  mountMarketplace({ append: () => {} } as unknown as Element, { url: MARKETPLACE, ...options })
  const say = (type: string, data: object) => hear({ origin: MARKETPLACE, source: frame.contentWindow, data: { type, data } })
  return { frame, location, say }
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
