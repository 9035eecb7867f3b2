import { TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountsClient } from './accounts-client.ts'
import { EARLY_READS_SCRIPT } from './early-reads.ts'
import { billingFetch, productFetch } from './product-api.ts'

const PLACE = { product: 'livechat' } as const
const CART = '/products-carts/open'
const READ = `/api/v2${CART}`
const INFO = 'https://accounts.test/v2/info'

describe('a request that is sent early', () => {
  let stored: Record<string, string>
  let page: Record<string, unknown>
  let sent: string[]
  let headers: Record<string, string>[]
  beforeEach(() => {
    vi.useFakeTimers()
    stored = { [TOKEN_KEY]: 'dal:x' }
    sent = []
    headers = []
    page = globalThis
    vi.stubGlobal('window', page)
    vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored[key] ?? null })
    vi.stubGlobal('location', { pathname: '/shop/checkout/cart/c1/' })
    vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) => {
      sent.push(`${address} ${init.headers.authorization}`)
      headers.push(init.headers)
      return Promise.resolve(new Response(String(sent.length)))
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    delete page.earlyReads
  })
  const open = (reads: string, cookie = '') => {
    vi.stubGlobal('document', { cookie, currentScript: { dataset: { base: '/shop', reads } } })
    runInThisContext(EARLY_READS_SCRIPT)
  }
  const read = async (token = 'dal:x', init = {}) => (await productFetch(PLACE)(token)(CART, init)).text()

  it('answers the first request to its address, and no other', async () => {
    open(READ)
    expect(sent).toEqual([`${READ} Bearer dal:x`])
    expect(headers[0]).toMatchObject({ 'x-region': 'dal' })
    expect(await (await billingFetch('dal:x')('/account')).text()).toBe('2')
    expect(await read()).toBe('1')
    expect(await read()).toBe('3')
  })
  it('has the parts of the address below the base', async () => {
    open('/billing/v3/account /api/v1/products-carts/{3}')
    expect(sent).toEqual(['/billing/v3/account Bearer dal:x', '/api/v1/products-carts/c1 Bearer dal:x'])
    expect(await (await billingFetch('dal:x')('/account')).text()).toBe('1')
    expect(await (await productFetch({ product: 'helpdesk' })('dal:x')('/products-carts/c1')).text()).toBe('2')
  })
  it('tells whose the token is, without the header of the product API', async () => {
    vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) => {
      sent.push(address)
      headers.push(init.headers)
      const body = { account_id: 'a1', organization_id: 'o1', scope: '', expires_in: 60, actor: null }
      return Promise.resolve(Response.json(body))
    })
    open(INFO)
    const { info } = accountsClient('https://accounts.test', '')
    expect((await info('dal:x')).accountId).toBe('a1')
    expect(sent).toEqual([INFO])
    expect(headers).toEqual([{ authorization: 'Bearer dal:x' }])
    await info('dal:x')
    expect(sent).toEqual([INFO, INFO])
  })
  it('answers nobody with another token', async () => {
    open(READ)
    expect(await read('dal:other')).toBe('2')
    expect(sent.at(-1)).toContain('dal:other')
    // The other person's answer is gone too.
    expect(await read()).toBe('3')
  })
  it.each([
    ['a write', { method: 'POST' }],
    ['a request that names what it holds', { headers: { 'if-none-match': '"1"' } }],
  ])('does not answer %s', async (_, init) => {
    open(READ)
    expect(await read('dal:x', init)).toBe('2')
    expect(await read()).toBe('1')
  })
  it('is not used once it is ten seconds old', async () => {
    open(READ)
    vi.advanceTimersByTime(10_001)
    expect(await read()).toBe('2')
  })
  it('is sent with the token of the tab, else with that of the host, else with that of the cookie', () => {
    const cookie = `a=1; ${TOKEN_KEY}=dal%3Ac; b=2`
    open(READ, cookie)
    stored = { 'credentials.access_token': 'dal:h' }
    open(READ, cookie)
    stored = {}
    open(READ, cookie)
    expect(sent).toEqual(['dal:x', 'dal:h', 'dal:c'].map((token) => `${READ} Bearer ${token}`))
  })
  it('is not sent without a stored token, nor without access to the storage', () => {
    stored = {}
    open(READ)
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('denied')
      },
    })
    open(READ, `${TOKEN_KEY}=dal%3Ac`)
    expect(sent).toEqual([])
  })
  it('fails for who asks, and for nobody else', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    vi.stubGlobal('navigator', { onLine: false })
    open(READ)
    await vi.advanceTimersByTimeAsync(10)
    await expect(read()).rejects.toThrow('no network')
  })
})
