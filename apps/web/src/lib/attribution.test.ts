import { afterEach, expect, it, vi } from 'vitest'

type Given = { answer?: 'granted' | 'denied'; saysNo?: boolean; framed?: boolean; variant?: string }

/** The utm values that a sign-in or a special install passes on, in a document that was opened with some. */
const passedOn = async ({ answer, saysNo, framed = false, variant = 'base' }: Given): Promise<string> => {
  vi.resetModules()
  const storage = { getItem: (key: string) => (key === 'marketplace-consent' ? (answer ?? null) : null) }
  const window = { localStorage: storage, parent: {} }
  if (!framed) window.parent = window
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { body: { dataset: { variant } } })
  vi.stubGlobal('navigator', { globalPrivacyControl: saysNo })
  const { noteArrival } = await import('./tracking.ts')
  const { heldTracking } = await import('./attribution.ts')
  noteArrival('?utm_source=mail&page=2')
  return String(heldTracking())
}

afterEach(() => vi.unstubAllGlobals())

const ALL = 'utm_source=mail'
it.each<[who: string, given: Given, expected: string]>([
  ['nobody has answered yet', {}, ''],
  ['a yes', { answer: 'granted' }, ALL],
  ['a no', { answer: 'denied' }, ''],
  ['Global Privacy Control', { saysNo: true }, ''],
  ['a yes despite Global Privacy Control', { saysNo: true, answer: 'granted' }, ALL],
  ['in a frame, where nobody is asked', { framed: true }, ''],
  ['a page for frames in a tab of its own, by its path or by a host name', { variant: 'agent-app' }, ''],
  ['the public variant, before an answer', { variant: 'public' }, ''],
  ['a yes in a frame', { framed: true, answer: 'granted' }, ALL],
])('%s', async (_who, given, expected) => {
  expect(await passedOn(given)).toBe(expected)
})

const DAY_MS = 86_400_000
it.each([
  ['first', 120],
  ['last', 14],
] as const)('the %s touch is kept for %i days, and not for a day more', async (which, days) => {
  vi.resetModules()
  const now = Date.UTC(2026, 10, 22)
  const text = JSON.stringify({ at: now - days * DAY_MS, values: { utm_source: 'mail' } })
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => (key === `marketplace-${which}-touch` ? text : null) } })
  const { firstTouch, lastTouch } = await import('./attribution.ts')
  const touch = which === 'first' ? firstTouch : lastTouch
  expect(touch(now)).toMatchObject({ values: { utm_source: 'mail' } })
  expect(touch(now + DAY_MS)).toBeNull()
})

it.each([
  ['https:', '; Secure'],
  ['http:', ''],
])('over %s the cookie of a visit ends with SameSite=Lax%s', async (protocol, ending) => {
  vi.resetModules()
  const document = { cookie: '', body: { dataset: { variant: 'base' } } }
  const window = {
    location: { protocol },
    localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    parent: {},
  }
  window.parent = window
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const { noteArrival } = await import('./tracking.ts')
  const { keepTouches } = await import('./attribution.ts')
  noteArrival('?utm_source=mail')
  keepTouches(Date.UTC(2026, 10, 22))
  expect(document.cookie).toBe(`marketplace_utm=utm_source%3Dmail; Path=/; Max-Age=1209600; SameSite=Lax${ending}`)
})
