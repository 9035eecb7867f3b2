import { afterEach, describe, expect, it, vi } from 'vitest'
import { hearSignals, type Signal } from '../signals.ts'
import { BlockedCall, isBlocked, templateOf, watchedFetch } from './watched-fetch.ts'

const signals: Signal[] = []
hearSignals((signal) => void signals.push(signal))
afterEach(() => {
  signals.length = 0
  vi.useRealTimers()
})

const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const answer = (status: number) => Promise.resolve(new Response(null, { status }))
const ADDRESS = '/api/v2/applications/a1b2c3/install'
type Case = { online?: boolean; probe: () => Promise<Response>; address: () => Promise<Response> }
const browser = ({ online = true, probe, address }: Case) => ({
  isOnline: () => online,
  fetch: (to: string) => (to === '/healthz' ? probe() : address()),
})

describe('why a request got no answer', () => {
  it.each<[string, Case, boolean]>([
    ['something stops this address', { probe: () => answer(200), address: gone }, true],
    ['the server is away', { probe: gone, address: gone }, false],
    ['there is no network', { online: false, probe: () => answer(200), address: gone }, false],
    ['the line failed for a moment', { probe: () => answer(200), address: () => answer(405) }, false],
  ])('%s', async (_, given, blocked) => {
    expect(await isBlocked(ADDRESS, browser(given))).toBe(blocked)
  })

  it('the network goes while it is looked at', async () => {
    let probes = 0
    expect(await isBlocked(ADDRESS, browser({ probe: () => (probes++ === 0 ? answer(200) : gone()), address: gone }))).toBe(false)
  })
})

describe('a watched call', () => {
  it('says what stopped it, and reports it with its area', async () => {
    const call = watchedFetch(ADDRESS, { method: 'PUT' }, null, browser({ probe: () => answer(200), address: gone }))
    await expect(call).rejects.toThrow(BlockedCall)
    expect(signals).toEqual([
      { event: 'error_shown', data: { detail: 'blocked' } },
      { error: expect.any(BlockedCall), area: 'install' },
    ])
  })

  it('leaves a failure of the network as it is', async () => {
    await expect(watchedFetch(ADDRESS, {}, null, browser({ probe: gone, address: gone }))).rejects.toThrow('Failed to fetch')
    expect(signals).toEqual([{ event: 'error_shown', data: { detail: 'network' } }])
  })

  it('reports what the server failed to answer, without ids', async () => {
    const address = '/api/v2/products-carts/0b1c/purchase?x=1'
    await watchedFetch(address, { method: 'PATCH' }, null, browser({ probe: gone, address: () => answer(500) }))
    expect(signals[0]).toMatchObject({
      area: 'checkout',
      error: { message: 'PATCH /api/v2/products-carts/{id}/purchase answered 500' },
    })
  })

  it('reports no refusal', async () => {
    await watchedFetch(ADDRESS, {}, null, browser({ probe: gone, address: () => answer(403) }))
    expect(signals).toEqual([])
  })
})

it.each([
  ['/api/v2/products-carts/1f/coupon/SPRING?x=ada', '/api/v2/products-carts/1f/coupon/{id}'],
  ['/billing/v3/direct_charge/livechat/9f86d081/activate', '/billing/v3/direct_charge/livechat/{id}/activate'],
])('%s is reported as %s', (address, template) => {
  expect(templateOf(address)).toBe(template)
})
