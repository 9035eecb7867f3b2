import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HOST = 'https://host.example'
type Listener = (event: object) => void

/** A fake of a framed window with the properties that connectHost reads. */
const openFrame = (given: { ancestors?: string[]; referrer?: string; kept?: string | null; led?: string }) => {
  const posted: { message: { type: string; data: Record<string, unknown> }; origin: string }[] = []
  const parent = { postMessage: (message: never, origin: string) => posted.push({ message, origin }) }
  const listeners = new Map<string, Listener>()
  const kept = new Map<string, string>(given.kept ? [['marketplace-host', given.kept]] : [])
  if (given.led) kept.set('marketplace-host-led', given.led)
  const location = {
    pathname: '/embed/agent-app/apps/crm/',
    search: '?page=2',
    hash: '',
    ...(given.ancestors && { ancestorOrigins: given.ancestors }),
  }
  vi.stubGlobal('window', {
    parent,
    location,
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  vi.stubGlobal('document', { referrer: given.referrer ?? '', querySelectorAll: () => [], addEventListener: () => {} })
  return {
    posted,
    kept,
    location,
    say: (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
      listeners.get('message')?.({ data, origin: HOST, source: parent, ...from }),
  }
}

const connect = async (hostOrigins = ['https://other.example', HOST]) => {
  vi.resetModules()
  const { connectHost } = await import('./connect-host.ts')
  const went: [string, boolean][] = []
  const ahead: string[] = []
  const themes: string[] = []
  connectHost({
    variant: 'agent-app',
    basename: '/embed/agent-app',
    hostOrigins,
    go: (to, replace) => went.push([to, replace]),
    preload: (path) => ahead.push(path),
    showTheme: (theme) => themes.push(theme),
  })
  return { went, ahead, themes }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the receivers of messages', () => {
  it.each([
    ['the framing window, as the browser names it', { ancestors: [HOST, 'https://other.example'] }],
    ['who has linked here, where it names none', { referrer: `${HOST}/any` }],
    ['who was told by the document before', { kept: HOST, referrer: 'https://marketplace.example/' }],
  ])('is %s', async (_, given) => {
    const { posted, kept } = openFrame(given)
    await connect()
    expect(posted.map(({ message, origin }) => [message.type, origin])).toEqual([
      ['loaded', HOST],
      ['navigate', HOST],
      ['breadcrumbs', HOST],
    ])
    expect(posted[1]?.message.data).toEqual({ pathname: '/apps/marketplace/apps/crm', search: '?page=2', hash: '' })
    expect(kept.get('marketplace-host')).toBe(HOST)
  })

  it.each([
    ['a stranger frames it', { ancestors: ['https://evil.example'] }],
    ['nobody is named', {}],
    ['the name is no origin', { ancestors: ['null'], referrer: 'nonsense' }],
  ])('is nobody where %s, until a host has spoken', async (_, given) => {
    const { posted, say } = openFrame(given)
    await connect()
    expect(posted).toEqual([])
    say({ type: 'refresh-cart' }, { origin: 'https://evil.example' })
    say('nonsense')
    expect(posted).toEqual([])
    say({ type: 'refresh-cart' })
    expect(posted.map(({ origin }) => origin)).toEqual([HOST, HOST, HOST])
  })

  it('is nobody where no host is allowed', async () => {
    const { posted, say } = openFrame({ ancestors: [HOST] })
    const { went } = await connect([])
    say({ type: 'navigate', data: { pathname: '/apps/' } })
    expect(posted).toEqual([])
    expect(went).toEqual([])
  })
})

describe('the accepted senders', () => {
  it('is the framing window of a listed origin, and nobody else', async () => {
    const { say } = openFrame({ ancestors: [HOST] })
    const { went } = await connect()
    const message = { type: 'navigate', data: { pathname: '/developers/' } }
    say(message, { origin: 'https://evil.example' })
    say(message, { origin: `${HOST}.evil.example` })
    say(message, { source: {} })
    say(message, { source: null })
    expect(went).toEqual([])
    say(message)
    expect(went).toEqual([['/developers/', false]])
  })

  it('says which theme it shows', async () => {
    const { say } = openFrame({ ancestors: [HOST] })
    const { themes } = await connect()
    say({ type: 'change_theme', data: { theme: 'dark' } }, { origin: 'https://evil.example' })
    say({ type: 'change_theme', data: { theme: 'javascript:' } })
    say({ type: 'change_theme', data: { theme: 'dark' } })
    expect(themes).toEqual(['dark'])
  })

  it('says where to go, mapped or not, and nothing twice', async () => {
    const { say } = openFrame({ ancestors: [HOST] })
    const { went, ahead } = await connect()
    const navigate = (pathname: string, replace?: boolean) => {
      say({ type: 'navigate', data: { pathname, replace } })
      vi.advanceTimersByTime(1000)
    }
    navigate('/apps/marketplace/apps/cms?page=3', true)
    navigate('/apps/marketplace')
    navigate('/partners/')
    // The page is there already.
    navigate('/apps/marketplace/apps/crm?page=2')
    navigate('/apps/crm/?page=2')
    say({ type: 'preload', data: { pathname: '/apps/marketplace/developers' } })
    expect(went).toEqual([
      ['/apps/cms/?page=3', true],
      ['/apps/', false],
      ['/partners/', false],
    ])
    expect(ahead).toEqual(['/developers/'])
  })

  describe('says again what the document before may have missed', () => {
    const led = { type: 'navigate', data: { pathname: '/services/crm/' } }

    it('which leads there, unless that has led to this page', async () => {
      const first = openFrame({ ancestors: [HOST] })
      const { went } = await connect()
      first.say(led)
      expect(went).toEqual([['/services/crm/', false]])
      expect(first.kept.get('marketplace-host-led')).toBe('/services/crm/')

      // It stands at another address, because the server has sent it on.
      const next = openFrame({ ancestors: [HOST], led: '/services/crm/' })
      const there = await connect()
      expect(next.kept.has('marketplace-host-led')).toBe(false)
      next.say(led)
      expect(there.went).toEqual([])
      next.say({ type: 'navigate', data: { pathname: '/developers/' } })
      vi.advanceTimersByTime(1000)
      next.say(led)
      expect(there.went.map(([to]) => to)).toEqual(['/developers/'])
    })

    it('and leads there once more, if the person wants it later', async () => {
      const { say } = openFrame({ ancestors: [HOST], led: '/services/crm/' })
      const { went } = await connect()
      vi.advanceTimersByTime(3000)
      say(led)
      expect(went).toEqual([['/services/crm/', false]])
    })
  })
})
