import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOBODY, type SessionData } from '../../lib/session/state.ts'
import { setSession } from '../../lib/session/store.ts'
import { createQueryClient, FOR_EVERYBODY } from './query-client.ts'

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

test('what was asked for one person is never shown to the next; what is public stays', async () => {
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
