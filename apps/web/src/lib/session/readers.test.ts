import { TRANSACTION_KEY, TRANSACTION_MS } from '@marketplace/contracts/session'
import { describe, expect, it } from 'vitest'
import { readAddressToken } from './address-token.ts'
import { authorizeAddress, readAnswer } from './authorize-address.ts'
import { regionOf } from './product-api.ts'
import { cookieText, tokenOfCookies } from './token-storage.ts'
import { createTransactions, newState } from './transactions.ts'

describe('an answer in the address', () => {
  const none = { token: null, state: '', error: '', frenzied: false }
  it.each([
    ['', null],
    ['#reviews', null],
    ['#access_token=', null],
    ['#error=access_denied', null],
    ['#state=abc', null],
    ['#access_token=dal%3Ax&state=abc', { ...none, token: 'dal:x', state: 'abc' }],
    ['#access_token=dal:x&token_type=Bearer&expires_in=3600&frenzied=1', { ...none, token: 'dal:x', frenzied: true }],
    ['#error=access_denied&state=abc', { ...none, error: 'access_denied', state: 'abc' }],
  ])('%s', (hash, expected) => {
    expect(readAddressToken(hash)).toEqual(expected)
  })
})

describe('a message of the accounts server', () => {
  it.each<[unknown, unknown]>([
    [null, null],
    ['text', null],
    [{}, null],
    [{ data: null }, null],
    [{ data: {} }, null],
    [{ data: { access_token: 5 } }, null],
    [{ data: { access_token: 'dal:x' } }, { token: 'dal:x', state: '' }],
    [{ data: { access_token: 'dal:x', state: 's', scopes: 'a,b' } }, { token: 'dal:x', state: 's' }],
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
    [{ error: { oauth_exception: 'access_denied' }, data: { access_token: 'dal:x' } }, { error: 'access_denied' }],
  ])('%j', (message, expected) => {
    expect(readAnswer(message)).toEqual(expected)
  })
})

it('asks for a token with everything that the answer is checked by', () => {
  const url = new URL(
    authorizeAddress({ accountsUrl: 'http://a.test', redirectUri: 'http://s.test/sign-in/', state: 'S', flow: 'button' }),
  )
  expect(url.origin + url.pathname).toBe('http://a.test/')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'marketplace',
    redirect_uri: 'http://s.test/sign-in/',
    response_type: 'token',
    flow: 'button',
    state: 'S',
  })
  url.search = new URL(
    authorizeAddress({ accountsUrl: 'http://a.test', redirectUri: '/', state: 'S', flow: 'button', asOther: true }),
  ).search
  expect(url.searchParams.get('prompt')).toBe('login')
})

it('reads the region before the first colon', () => {
  expect(regionOf('fra-a:opaque:more')).toBe('fra-a')
})

describe('the cookie', () => {
  it('lives for a day, for this site alone, and for https alone where that is spoken', () => {
    expect(cookieText('dal:x', true, 86_400)).toBe('access_token=dal%3Ax; Path=/; Max-Age=86400; SameSite=Strict; Secure')
    expect(cookieText('dal:x', false, 86_400)).toBe('access_token=dal%3Ax; Path=/; Max-Age=86400; SameSite=Strict')
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
    const transactions = createTransactions(
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
    for (const text of ['{', 'null', '[]', '{"to":5,"startedAt":1000}', '{"to":"/"}']) {
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
