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
const COOKIE = 'a form of the accounts server, which knows people by a cookie: the tests of modules/accounts and modules/oauth'
const OWN = 'ends what is the caller’s own, which loses nothing with a right'
/** Writes of signed-in people that this test leaves out, with the reason. */
const APART: ReadonlyMap<string, string> = new Map([
  ['endSessions', OWN],
  ['revokeToken', OWN],
  ['noteOpened', 'one statement, which writes the day of a use that was allowed when it began'],
])
const reasonOf = ([id, { access }]: readonly [string, Endpoint]): string | null =>
  access.kind === 'ownPage' ? COOKIE : access.kind === 'account' ? (APART.get(id) ?? null) : OPEN

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
/** The applications' developer is moved to another organization. */
const NO_DEVELOPER: Loss = {
  change: `update developers set organization_id = null
    where name = 'Acme Apps' and organization_id in (select organization_id from memberships where account_id = $1)`,
  restore: `update developers set organization_id = (select organization_id from memberships where account_id = $1 limit 1)
    where name = 'Acme Apps'`,
  table: 'developers',
  status: 403,
}
const rightOf = (id: string, { access }: Endpoint): Loss | null => {
  if (access.kind === 'account' && access.may === 'operate') return NO_STAFF
  if (access.kind === 'account' && access.may === 'develop') return NO_DEVELOPER
  return callerOf(id) !== 'staff' && rowOf(id).expected.viewer === 403 ? DEMOTED : null
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

  const rights = applies.flatMap(([id, endpoint]) => {
    const right = rightOf(id, endpoint)
    return right ? [[id, endpoint, right] as const] : []
  })
  test.each(rights)('%s: is refused when the right to it is lost meanwhile', async (id, endpoint, right) => {
    expect(await lose(id, endpoint, right)).toEqual({ status: right.status, waited: true, written: false })
  })
})
