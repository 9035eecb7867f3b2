import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOBODY, type SessionData } from '../../lib/session/state.ts'
import { setSession } from '../../lib/session/store.ts'
import { hearInstalls } from '../../lib/installs-news.ts'
import { createQueryClient, CREATES, FOR_EVERYBODY } from './query-client.ts'

const signIn = (accountId: string, token = 'dal:a') => {
  const data: SessionData = {
    accountId,
    organizationId: 'o1',
    token,
    endsAt: 0,
    name: null,
    email: null,
    avatar: null,
    organizationName: null,
  }
  setSession({ ...NOBODY, isInitialized: true, isAuthorized: true, data })
}

beforeEach(() => {
  const page = Object.assign(new EventTarget(), { documentElement: { classList: { remove: () => {} } } })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

test('data of one person is never shown to the next; public data stays', async () => {
  const queries = createQueryClient()
  signIn('a1')
  queries.setQueryData(['product', 'GET /agents'], 'of a1')
  await queries.fetchQuery({ queryKey: ['page'], queryFn: () => 'public', meta: FOR_EVERYBODY })
  signIn('a1', 'dal:renewed')
  expect(queries.getQueryData(['product', 'GET /agents'])).toBe('of a1')
  signIn('a2')
  expect(queries.getQueryData(['product', 'GET /agents'])).toBeUndefined()
  expect(queries.getQueryData(['page'])).toBe('public')
})

test('a query that creates something is not repeated when the person comes back; other queries are', async () => {
  const queries = createQueryClient()
  const runs: string[] = []
  const observe = (name: string, meta: object | undefined) =>
    new QueryObserver(queries, {
      queryKey: [name],
      queryFn: () => runs.push(name),
      ...(meta && { meta: meta as typeof CREATES }),
    }).subscribe(() => {})
  const ends = [observe('charge', CREATES), observe('account', undefined)]
  await vi.waitFor(() => expect(queries.getQueryData(['account'])).toBeDefined())
  expect(runs).toEqual(['charge', 'account'])
  hearInstalls()
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2))
  await queries.invalidateQueries({ queryKey: ['account'] })
  expect(runs.filter((run) => run === 'charge')).toEqual(['charge'])
  for (const end of ends) end()
})
