import { TRANSACTION_KEY, TRANSACTION_MS } from '@marketplace/contracts/accounts/session'
import { describe, expect, it, vi } from 'vitest'
import { readAddressAnswer } from './address-answer.ts'
import { authorizeAddress, readAnswer } from './authorize-address.ts'
import { challengeOf } from './challenge.ts'
import { trackingOf } from '../attribution.ts'
import { regionOf } from './product-api.ts'
import { answerIn } from './take-address.ts'
import { browserTokens, cookieText, toldAccount, tokenOfCookies } from './token-storage.ts'
import { createPendingSignIns, newState } from './pending-sign-ins.ts'

describe('an answer in the address', () => {
  const none = { token: null, code: null, state: '', error: '', frenzied: false }
  it.each([
    ['/', '', '', null],
    ['/', '', '#reviews', null],
    ['/', '', '#access_token=', null],
    ['/', '', '#error=access_denied&state=abc', null],
    ['/', '', '#state=abc', null],
    ['/', '?page=2', '#access_token=dal%3Ax&state=abc', { ...none, token: 'dal:x', state: 'abc' }],
    ['/', '', '#access_token=dal:x&expires_in=3600&frenzied=1', { ...none, token: 'dal:x', frenzied: true }],
    ['/sign-in/', '?code=c&state=abc', '', { ...none, code: 'c', state: 'abc' }],
    ['/helpdesk/sign-in/', '?error=access_denied&state=abc', '', { ...none, error: 'access_denied', state: 'abc' }],
    ['/sign-in/', '?code=c', '', null],
    ['/sign-in/', '?to=%2Fmy-apps%2F', '', null],
    ['/sign-in/', '?code=c&state=abc', '#access_token=dal:x', { ...none, token: 'dal:x' }],
    ['/sign-in/', '?access_token=dal:x&state=abc', '', { ...none, state: 'abc' }],
    // A `code` that belongs to the page itself, such as a coupon.
    ['/apps/x/', '?code=c&state=abc', '', null],
  ])('%s %s %s', (pathname, search, hash, expected) => {
    const text = answerIn({ pathname, search, hash })
    expect(text && readAddressAnswer(text)).toEqual(expected)
  })
})

describe('a message of the accounts server', () => {
  it.each<[unknown, unknown]>([
    [null, null],
    ['text', null],
    [{}, null],
    [{ data: null }, null],
    [{ data: {} }, null],
    [{ data: { code: 5 } }, null],
    [{ data: { access_token: 'dal:x', state: 's' } }, null],
    [{ data: { code: 'c' } }, { code: 'c', state: '' }],
    [{ data: { code: 'c', state: 's', scopes: 'a,b' } }, { code: 'c', state: 's' }],
    [{ error: { identity_exception: 'unauthorized' } }, { error: 'unauthorized' }],
    [{ error: { oauth_exception: 'access_denied', exception_details: {} } }, { error: 'access_denied' }],
    [{ error: { identity_exception: 'access_denied' } }, { error: 'access_denied', asOther: true }],
    [{ error: { identity_exception: 'identity_lost' } }, { error: 'identity_lost', asOther: true }],
    [
      { error: { identity_exception: 'access_denied', exception_details: 'account_suspended' } },
      { error: 'account_suspended', asOther: true },
    ],
    [{ error: 'invalid_scope' }, { error: 'invalid_scope' }],
    [{ error: {} }, { error: 'server_error' }],
    [{ error: { oauth_exception: 'access_denied' }, data: { code: 'c' } }, { error: 'access_denied' }],
  ])('%j', (message, expected) => {
    expect(readAnswer(message)).toEqual(expected)
  })
})

describe('the question', () => {
  const asked = { accountsUrl: 'http://a.test', redirectUri: 'http://s.test/sign-in/', state: 'S', challenge: 'C' } as const
  const paramsOf = (more: Partial<Parameters<typeof authorizeAddress>[0]> = {}) => {
    const url = new URL(authorizeAddress({ ...asked, flow: 'button', tracking: new URLSearchParams(), ...more }))
    expect(url.origin + url.pathname).toBe('http://a.test/')
    return Object.fromEntries(url.searchParams)
  }
  const plain = {
    client_id: 'marketplace',
    redirect_uri: 'http://s.test/sign-in/',
    response_type: 'code',
    code_challenge: 'C',
    code_challenge_method: 'S256',
    flow: 'button',
    state: 'S',
  }

  it('asks for a code with everything that the answer is checked by', () => {
    expect(paramsOf()).toEqual(plain)
    expect(paramsOf({ asOther: true })).toEqual({ ...plain, prompt: 'login' })
    expect(paramsOf({ organizationId: 'o1' })).toEqual({ ...plain, organization_id: 'o1' })
  })

  it('says where the person came from, and lets that change nothing else', () => {
    const tracking = new URLSearchParams('utm_source=mail&utm_term=a+b&state=another&client_id=another')
    expect(paramsOf({ tracking })).toEqual({ ...plain, utm_source: 'mail', utm_term: 'a b' })
  })

  it('hides the verifier as RFC 7636 says, in its own example', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })
})

describe('the page that the person came from', () => {
  it.each([
    ['', ''],
    ['?query=chat&utm_evil=x', ''],
    // The values stay as they were sent, including what precedes each "?".
    ['?utm_source=mail?utm_x&utm_medium=a', 'utm_source=mail%3Futm_x&utm_medium=a'],
    ['&utm_source=mail&utm_medium=a', 'utm_source=mail&utm_medium=a'],
    ['?utm_source=&utm_medium=mail', 'utm_medium=mail'],
    ['?utm_campaign=spring&page=2&utm_source=a%20b', 'utm_source=a+b&utm_campaign=spring'],
    [`?utm_content=${'x'.repeat(5000)}`, `utm_content=${'x'.repeat(200)}`],
  ])('%.40s', (search, expected) => {
    expect(trackingOf(search).toString()).toBe(expected)
  })
})

it('tells the other tabs who it is', () => {
  expect(toldAccount(null)).toBeNull()
  expect(toldAccount('')).toBeNull()
  expect(toldAccount('a1')).toBe('a1')
  expect(toldAccount('a1 x7Yz')).toBe('a1')
})

it('reads the region before the first colon', () => {
  expect(regionOf('fra-a:opaque:more')).toBe('fra-a')
})

describe('the cookie', () => {
  it('lives for a day, for this site alone, and for https alone where that is spoken', () => {
    expect(cookieText('dal:x', true, 86_400)).toBe('access_token=dal%3Ax; Path=/; Max-Age=86400; SameSite=Strict; Secure')
    expect(cookieText('dal:x', false, 86_400)).toBe('access_token=dal%3Ax; Path=/; Max-Age=86400; SameSite=Strict')
  })
  it('is written with that day', () => {
    const written: string[] = []
    vi.stubGlobal('window', { location: { protocol: 'http:' }, sessionStorage: { setItem: () => {} } })
    vi.stubGlobal('document', { set cookie(text: string) { written.push(text) } }) // prettier-ignore
    browserTokens.keep('dal:x', true)
    vi.unstubAllGlobals()
    expect(written).toEqual(['access_token=dal%3Ax; Path=/; Max-Age=86400; SameSite=Strict'])
  })
  it.each([
    ['', null],
    ['other=1', null],
    ['my_access_token=x', null],
    ['access_token=', null],
    ['access_token=%E0%A4%A', null],
    ['a=1; access_token=dal%3Ax; b=2', 'dal:x'],
  ])('%s holds %s', (cookies, token) => {
    expect(tokenOfCookies(cookies)).toBe(token)
  })
})

describe('the token of a tab', () => {
  it.each([
    [{ access_token: 'dal:own' }, 'dal:own'],
    [{ 'credentials.access_token': 'dal:of-the-host' }, 'dal:of-the-host'],
    [{ access_token: 'dal:own', 'credentials.access_token': 'dal:of-the-host' }, 'dal:own'],
    [{ token: 'dal:x' }, null],
  ])('in session storage with %j is %s, and is forgotten under both keys', (stored, token) => {
    const kept = new Map<string, string>(Object.entries(stored))
    const sessionStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    }
    vi.stubGlobal('window', { location: { protocol: 'http:' }, sessionStorage })
    vi.stubGlobal('document', { cookie: '' })
    expect(browserTokens.ofTab()).toBe(token)
    if (token !== null) browserTokens.forget(token)
    expect(browserTokens.ofTab()).toBeNull()
    browserTokens.keep('dal:new', false)
    expect(kept.get('access_token')).toBe('dal:new')
    vi.unstubAllGlobals()
  })
})

describe('a sign-in under way', () => {
  const setUp = () => {
    const kept = new Map<string, string>()
    let now = 1_000
    let count = 0
    const keep = {
      keys: () => [...kept.keys()],
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    }
    const transactions = createPendingSignIns(
      keep,
      () => now,
      () => `state-${++count}`,
    )
    return { kept, transactions, pass: (ms: number) => (now += ms) }
  }

  it('is answered once, by its own state', () => {
    const { transactions } = setUp()
    const first = transactions.begin('/apps/')
    const second = transactions.begin('/my-apps/')
    expect(transactions.take('of-a-stranger')).toBeNull()
    expect(transactions.take('')).toBeNull()
    expect(transactions.take(second)).toMatchObject({ to: '/my-apps/' })
    expect(transactions.take(second)).toBeNull()
    expect(transactions.take(first)).toMatchObject({ to: '/apps/' })
  })

  it('has a verifier of 128 characters of its own, which goes with the answer', () => {
    const { transactions, kept } = setUp()
    const [first, second] = [transactions.begin('/apps/'), transactions.begin('/apps/')]
    const verifier = transactions.verifier(first)
    expect(verifier).toMatch(/^[\w-]{128}$/)
    expect(transactions.verifier(second)).not.toBe(verifier)
    expect(transactions.take(first)?.verifier).toBe(verifier)
    expect(transactions.verifier(first)).toBe('')
    expect([...kept.values()].join('')).not.toContain(verifier)
  })

  it('has a state of 32 characters and a verifier of 128, which no other has', () => {
    const { kept } = setUp()
    const write = (key: string, value: string | null) => void kept.set(key, value ?? '')
    const transactions = createPendingSignIns({ keys: () => [], read: (key) => kept.get(key) ?? null, write }, Date.now)
    const states = Array.from({ length: 20 }, () => transactions.begin('/apps/'))
    const verifiers = states.map((state) => transactions.verifier(state))
    for (const state of states) expect(state).toMatch(/^[\w.~-]{32}$/)
    for (const verifier of verifiers) expect(verifier).toMatch(/^[\w.~-]{128}$/)
    expect(new Set([...states, ...verifiers]).size).toBe(40)
  })

  it('says where it began once it was answered, and not before', () => {
    const { transactions, pass } = setUp()
    const state = transactions.begin('/apps/')
    expect(transactions.answered(state)).toBeNull()
    transactions.take(state)
    expect(transactions.answered(state)).toBe('/apps/')
    expect(transactions.answered('of-a-stranger')).toBeNull()
    pass(TRANSACTION_MS)
    expect(transactions.answered(state)).toBeNull()
  })

  it('leaves nothing behind: at once without a way back, and after half an hour in any case', () => {
    const { transactions, kept, pass } = setUp()
    kept.set('another', 'x')
    kept.set(`${TRANSACTION_KEY}broken`, '{')
    transactions.take(transactions.begin(''))
    expect([...kept.keys()]).toEqual(['another'])
    transactions.begin('/apps/')
    transactions.take(transactions.begin('/my-apps/'))
    pass(TRANSACTION_MS - 1)
    transactions.begin('')
    expect(kept.size).toBe(4)
    pass(1)
    const last = transactions.begin('')
    transactions.take(last)
    expect(kept.size).toBe(2)
  })

  it('is forgotten after half an hour', () => {
    const { transactions, pass } = setUp()
    const state = transactions.begin('/')
    const other = transactions.begin('/')
    pass(TRANSACTION_MS - 1)
    expect(transactions.take(state)).not.toBeNull()
    pass(1)
    expect(transactions.take(other)).toBeNull()
  })

  it('is not made of what somebody else has written there', () => {
    const { transactions, kept } = setUp()
    for (const text of ['{', 'null', '[]', '{"to":5,"startedAt":1000}', '{"to":"/"}', '{"to":"/","startedAt":1000}']) {
      kept.set(`${TRANSACTION_KEY}x`, text)
      expect(transactions.take('x')).toBeNull()
    }
  })

  it('has a state of 32 characters that nobody guesses', () => {
    const states = Array.from({ length: 200 }, newState)
    for (const state of states) expect(state).toMatch(/^[\w-]{32}$/)
    expect(new Set(states).size).toBe(states.length)
  })
})
