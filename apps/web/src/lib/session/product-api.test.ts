import { TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { billingFetch, productFetch, readAhead } from './product-api.ts'

const PLACE = { product: 'livechat' } as const
const CART = '/products-carts/open'

describe('a request that is sent ahead', () => {
  let stored: string | null
  let sent: string[]
  beforeEach(() => {
    vi.useFakeTimers()
    stored = 'dal:x'
    sent = []
    vi.stubGlobal('window', { sessionStorage: { getItem: (key: string) => (key === TOKEN_KEY ? stored : null) } })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(`${address} ${headers.authorization}`)
      return Promise.resolve(new Response(String(sent.length)))
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const read = async (token = 'dal:x', init = {}) => (await productFetch(PLACE)(token)(CART, init)).text()

  it('answers the first request to its address, and no other', async () => {
    readAhead(PLACE, [['product', CART]])
    expect(sent).toEqual([`/api/v2${CART} Bearer dal:x`])
    expect(await (await billingFetch('dal:x')(CART)).text()).toBe('2')
    expect(await read()).toBe('1')
    expect(await read()).toBe('3')
  })
  it('answers the billing API at its own address, and the help desk at its own', async () => {
    readAhead({ product: 'helpdesk' }, [
      ['billing', '/account'],
      ['product', CART],
    ])
    expect(sent).toEqual(['/billing/v3/account Bearer dal:x', `/api/v1${CART} Bearer dal:x`])
    expect(await (await billingFetch('dal:x')('/account')).text()).toBe('1')
  })
  it('answers nobody with another token', async () => {
    readAhead(PLACE, [['product', CART]])
    expect(await read('dal:other')).toBe('2')
    expect(sent.at(-1)).toContain('dal:other')
    // The other person's answer is gone too.
    expect(await read()).toBe('3')
  })
  it.each([
    ['a write', { method: 'POST' }],
    ['a request that names what it holds', { headers: { 'if-none-match': '"1"' } }],
  ])('does not answer %s', async (_, init) => {
    readAhead(PLACE, [['product', CART]])
    expect(await read('dal:x', init)).toBe('2')
    expect(await read()).toBe('1')
  })
  it('is not used once it is ten seconds old', async () => {
    readAhead(PLACE, [['product', CART]])
    vi.advanceTimersByTime(10_001)
    expect(await read()).toBe('2')
  })
  it('is not sent without a stored token', () => {
    stored = null
    readAhead(PLACE, [['product', CART]])
    expect(sent).toEqual([])
  })
  it('fails for who asks, and for nobody else', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    vi.stubGlobal('navigator', { onLine: false })
    readAhead(PLACE, [['product', CART]])
    await vi.advanceTimersByTimeAsync(10)
    await expect(read()).rejects.toThrow('no network')
  })
})
