import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  AGREED_KEY,
  AGREED_MS,
  type AgreedCharge,
  agreedPurchases,
  agreePurchase,
  beginPurchase,
  endPurchase,
  isAgreed,
} from './purchases.ts'

const areas = { sessionStorage: new Map<string, string>(), localStorage: new Map<string, string>() }
const storage = (area: Map<string, string>) => ({
  getItem: (key: string) => area.get(key) ?? null,
  setItem: (key: string, value: string) => void area.set(key, value),
  removeItem: (key: string) => void area.delete(key),
})
beforeEach(() => {
  for (const area of Object.values(areas)) area.clear()
  vi.stubGlobal('window', { sessionStorage: storage(areas.sessionStorage), localStorage: storage(areas.localStorage) })
  return () => vi.unstubAllGlobals()
})

const NOW = 1_800_000_000_000
const REFERENCE = { id: '7', slug: 'reports', name: 'Reports', product: 'livechat' }
let charges = 0
const charge = (given: Partial<AgreedCharge> = {}): AgreedCharge => ({
  id: `charge-${++charges}`,
  type: 'direct_charge',
  product: 'livechat',
  application: REFERENCE,
  at: NOW,
  ...given,
})

describe('a purchase', () => {
  test('ends once, and never if this tab has not begun it', () => {
    beginPurchase('cart')
    expect(endPurchase('another')).toBeNull()
    expect(endPurchase('cart')).toBe('paying')
    expect(endPurchase('cart')).toBeNull()
    beginPurchase('cart')
    beginPurchase('cart')
    expect(endPurchase('cart')).toBe('paying')
    expect(endPurchase('cart')).toBeNull()
  })

  test('that was agreed to waits for its application, in each tab of the browser', () => {
    const offered = charge()
    beginPurchase(offered.id)
    expect(isAgreed(offered.id)).toBe(false)
    agreePurchase({ ...offered, application: { ...REFERENCE, clientId: 'secret' } as never })
    expect([isAgreed(offered.id), agreedPurchases(NOW)]).toEqual([true, [offered]])
    expect(areas.sessionStorage.size).toBe(0)
    expect(endPurchase(offered.id)).toBe('agreed')
    expect([isAgreed(offered.id), agreedPurchases(NOW), endPurchase(offered.id)]).toEqual([false, [], null])
  })

  test('that this tab has not begun cannot be agreed to', () => {
    const foreign = charge()
    agreePurchase(foreign)
    expect([isAgreed(foreign.id), agreedPurchases(NOW)]).toEqual([false, []])
  })

  test('is forgotten after a day', () => {
    const [old, fresh] = [charge({ at: NOW - AGREED_MS }), charge({ at: NOW - AGREED_MS + 1 })]
    for (const each of [old, fresh]) {
      beginPurchase(each.id)
      agreePurchase(each)
    }
    expect(agreedPurchases(NOW)).toEqual([fresh])
    expect(JSON.parse(areas.localStorage.get(AGREED_KEY) ?? '')).toEqual([fresh])
  })

  test('is known to its document where the browser refuses storage', () => {
    vi.stubGlobal('window', {})
    const offered = charge()
    beginPurchase(offered.id)
    agreePurchase(offered)
    expect([isAgreed(offered.id), agreedPurchases(NOW)]).toEqual([true, []])
    expect(endPurchase(offered.id)).toBe('agreed')
    expect(endPurchase(offered.id)).toBeNull()
  })

  test.each(['{', 'null', '7', '{}', '[null, 1, {}]'])('is none where storage has %j', (text) => {
    areas.localStorage.set(AGREED_KEY, text)
    expect(agreedPurchases(NOW)).toEqual([])
  })
})
