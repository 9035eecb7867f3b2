// Takes the right to each write away while its request waits for a lock: the request must be refused, and nothing may be written.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { meanwhile } from './meanwhile.ts'
import { endpoints, openPermissionMarket, type PermissionMarket, rowOf } from './permission-market.ts'
import { CALLERS, type CallerName } from './permission-rows.ts'

let opened: PermissionMarket
beforeAll(async () => {
  opened = await openPermissionMarket()
})
afterAll(() => opened.close())
beforeEach(() => opened.reset())

/** Search requests change nothing, though the protocol uses POST. */
const writes = endpoints.filter(([, { method, api }]) => method !== 'GET' && api !== 'search')

const OPEN = 'anybody may call it, so there is no right to lose'
const COOKIE = 'a form of the accounts server, which knows people by a cookie: session-lost.test.ts'
const OWN = 'ends what is the caller’s own, which loses nothing with a right'
/** Writes of signed-in people that this test leaves out, with the reason. */
const APART: ReadonlyMap<string, string> = new Map([
  ['endSessions', OWN],
  ['revokeToken', OWN],
  ['noteOpened', 'one statement, which writes the day of a use that was allowed when it began'],
])
const reasonOf = ([id, { access, api }]: readonly [string, Endpoint]): string | null =>
  access.kind === 'ownPage' && api === 'accountsSite' ? COOKIE : access.kind === 'account' ? (APART.get(id) ?? null) : OPEN

/** The first caller who may make the request. Staff who browse as another person are left out. */
const callerOf = (id: string): CallerName => {
  const { expected } = rowOf(id)
  const found = CALLERS.find((caller) => caller !== 'ghost' && expected[caller] >= 200 && expected[caller] < 300)
  if (!found) throw new Error(`nobody may call ${id}`)
  return found
}

/** How a caller loses a right, and the status of a request that waits meanwhile. */
type Loss = { change: string; restore: string; table: string; status: number }
const SUSPENDED: Loss = {
  change: 'update memberships set suspended = true where account_id = $1',
  restore: 'update memberships set suspended = false where account_id = $1',
  table: 'memberships',
  status: 401,
}
const DEMOTED: Loss = {
  change: `update memberships set role = 'viewer' where account_id = $1`,
  restore: `update memberships set role = 'owner' where account_id = $1`,
  table: 'memberships',
  status: 403,
}
const NO_STAFF: Loss = {
  change: 'update accounts set staff = false where id = $1',
  restore: 'update accounts set staff = true where id = $1',
  table: 'accounts',
  status: 403,
}
/** A developer leaves the caller's organization. */
const withoutDeveloper = (which: string, status: number): Loss => ({
  change: `update developers set organization_id = null
    where ${which} and organization_id in (select organization_id from memberships where account_id = $1)`,
  restore: `update developers set organization_id = (select organization_id from memberships where account_id = $1 limit 1)
    where ${which}`,
  table: 'developers',
  status,
})
const NO_DEVELOPER = withoutDeveloper(`name = 'Acme Apps'`, 403)
/** A path that names the developer is not found by another organization. */
const NO_PAID_DEVELOPER = withoutDeveloper(`id = 'paid'`, 404)
/** Writes about a developer that its path names. */
const OF_DEVELOPERS: ReadonlySet<string> = new Set(['requestPayout'])
const rightsOf = (id: string, { access }: Endpoint): [loss: string, Loss][] => {
  if (access.kind === 'account' && access.may === 'operate') return [['staff', NO_STAFF]]
  if (access.kind === 'account' && access.may === 'develop') return [['developer', NO_DEVELOPER]]
  const isOfRole = callerOf(id) !== 'staff' && rowOf(id).expected.viewer === 403
  return [
    ...(isOfRole ? [['role', DEMOTED] as [string, Loss]] : []),
    ...(OF_DEVELOPERS.has(id) ? [['developer', NO_PAID_DEVELOPER] as [string, Loss]] : []),
  ]
}

/** Tables that a request may write before it asks the payment provider, when it holds no lock yet. */
const BEFORE_LOCKS: ReadonlyMap<string, string> = new Map([
  // The organization's customer at the provider is stored at once, so that there is never a second one.
  ['saveCard', 'billing_profiles'],
])

const lose = async (id: string, endpoint: Endpoint, { change, restore, table }: Loss) => {
  const { market, ids, ask, fingerprint, personOf, prepare } = opened
  const [caller, row] = [callerOf(id), rowOf(id)]
  const { accountId } = personOf(caller) ?? { accountId: '' }
  await prepare(row, caller)
  const without = [table, BEFORE_LOCKS.get(id) ?? table]
  const before = await fingerprint(without)
  try {
    const request = () => ask(endpoint, API_MOUNTS[endpoint.api][0] ?? '', caller, row.request(ids))
    const { answer, waited } = await meanwhile(market.store, [change, [accountId]], request)
    return { status: answer.statusCode, waited, written: (await fingerprint(without)) !== before }
  } finally {
    await market.sql(restore, [accountId])
  }
}

describe('a write by somebody signed in', () => {
  const applies = writes.filter((write) => reasonOf(write) === null)

  test('is in this table, or is named with its reason', () => {
    expect(applies.length).toBeGreaterThan(40)
    const named = new Set(writes.filter(([, { access }]) => access.kind === 'account').map(([id]) => id))
    expect([...APART.keys()].filter((id) => !named.has(id))).toEqual([])
  })

  test.each(applies)('%s: is refused when its account is suspended meanwhile', async (id, endpoint) => {
    expect(await lose(id, endpoint, SUSPENDED)).toEqual({ status: SUSPENDED.status, waited: true, written: false })
  })

  const rights = applies.flatMap(([id, endpoint]) =>
    rightsOf(id, endpoint).map(([loss, right]) => [id, loss, endpoint, right] as const),
  )
  test('about a developer whom its path names is in OF_DEVELOPERS', () => {
    expect([...OF_DEVELOPERS]).toEqual(
      applies
        .map(([id, { path }]) => ({ id, path }))
        .filter(({ path }) => path.startsWith('/developers/'))
        .map(({ id }) => id),
    )
  })
  test.each(rights)('%s: is refused when its %s is lost meanwhile', async (id, _loss, endpoint, right) => {
    expect(await lose(id, endpoint, right)).toEqual({ status: right.status, waited: true, written: false })
  })
})
