// Calls every endpoint as every kind of caller, and compares with the table in permission-rows.ts.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { type Role, ROLES, SCOPES } from '@marketplace/contracts/core/roles'
import { inTransaction } from '../src/db/transaction.ts'
import { insertPeople } from '../src/modules/accounts/index.ts'
import { MARKETPLACE_CLIENT, saveClients } from '../src/modules/clients/index.ts'
import { giveCarts, sellOne } from './carts.ts'
import { insertCharges, resetCharges } from './charges.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { openTestPayments, type TestPayments, VISA } from './payments.ts'
import { createOrganization, createToken, type Organization, type Person } from './people.ts'
import { openShop } from './sold.ts'
import { CALLERS, type CallerName, type Ids, type PermissionRow, ROWS } from './permission-rows.ts'

const endpoints = Object.entries(ENDPOINTS as Record<string, Endpoint>)

let market: TestMarketplace
let sandbox: TestPayments
let marketplace: Organization
const APPLICATION_CLIENT = 'permission-application'
const outsiders = new Map<'suspended' | 'left', string>()
let ids: Ids

beforeAll(async () => {
  sandbox = await openTestPayments()
  market = await openTestMarketplace({ payments: sandbox.payments })
  marketplace = await createOrganization(market.store, 'marketplace')
  await market.sql('update accounts set staff = true where id = $1', [marketplace.people.administrator.accountId])
  for (const name of ['suspended', 'left'] as const) {
    const id = randomUUID()
    outsiders.set(name, id)
    const membership = { organizationId: market.acme.id, accountId: id, role: 'owner', suspended: true } as const
    await inTransaction(market.store.client.database, (transaction) =>
      insertPeople(transaction, {
        organizations: [],
        accounts: [{ id, email: `${name}@acme.test`, name, defaultOrganizationId: market.acme.id }],
        memberships:
          name === 'left'
            ? []
            : [
                { ...membership, product: 'livechat' },
                { ...membership, product: 'helpdesk' },
              ],
        licenses: [],
      }),
    )
  }
  const shop = await openShop(market.store, undefined, market.acme)
  await saveClients(market.store.client.database, [
    { id: APPLICATION_CLIENT, name: 'An application', type: 'javascript_app', scopes: [...SCOPES], trusted: false },
  ])
  const sold = await shop.sell([shop.line()])
  ids = {
    application: market.idOf('own-private'),
    account: market.acme.people.normal.accountId,
    coming: market.idOf('soon'),
    clientId: 'test-client',
    ...(await sellOne(market)),
    ...(await insertCharges(market, market.acme)),
    invoice: sold.invoice.id,
    sale: sold.sales[0]?.id ?? '',
    card: await sandbox.sandbox().enterCard(VISA),
  }
})
afterAll(async () => {
  await market.close()
  await sandbox.close()
})
const reset = async () => {
  await market.reset()
  await resetCharges(market, ids)
}
beforeEach(reset)

/** A new token for each call, because some requests end their token. */
const tokenOf = async (caller: CallerName): Promise<string | null> => {
  const { acme, globex } = market
  const staff = marketplace.people.administrator
  const give = (person: Pick<Person, 'accountId' | 'organizationId'>, given: { clientId?: string; actorId?: string } = {}) =>
    createToken(market.store, person, 'dal', { clientId: MARKETPLACE_CLIENT, ...given })
  const outsider = (name: 'suspended' | 'left') => give({ accountId: outsiders.get(name) ?? '', organizationId: acme.id })
  switch (caller) {
    case 'nobody':
      return null
    case 'bogus':
      return 'dal:not-a-token'
    case 'suspended':
    case 'left':
      return outsider(caller)
    case 'elsewhere':
      return give(acme.people.owner)
    case 'stranger':
      return give(globex.people.owner)
    case 'staff':
      return give(staff)
    case 'ghost':
      return give(acme.people.owner, { actorId: staff.accountId })
    case 'application':
      return give(acme.people.owner, { clientId: APPLICATION_CLIENT })
    default:
      return give(acme.people[caller])
  }
}

const addressOf = ({ path }: Endpoint, mount: string, params: Record<string, string> = {}): string =>
  mount +
  path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `no ${name} is given`))
    .replace(/\*$/, () => params['*'] ?? 'no rest is given')

let address = 0
/** Each request comes from its own network address, so that rate limits do not interfere. */
const ask = async (endpoint: Endpoint, mount: string, caller: CallerName, request: ReturnType<PermissionRow['request']>) => {
  const token = await tokenOf(caller)
  const isOfAccounts = endpoint.api === 'accounts' || endpoint.api === 'accountsSite'
  return market.app[isOfAccounts ? 'accounts' : 'server'].inject({
    method: endpoint.method,
    url: addressOf(endpoint, mount, request.params) + (request.query ?? ''),
    remoteAddress: `198.51.100.${address++ % 250}`,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(caller === 'elsewhere' && { 'x-region': 'fra' }),
      ...(request.form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...((request.body ?? request.form) !== undefined && { payload: request.body ?? request.form }),
  })
}

const installFor = async (organizationId: string, accountId: string) => {
  await market.sql(
    `insert into installations (id, organization_id, application_id, installed_by, installed_at) values ($1, $2, $3, $4, now())`,
    [randomUUID(), organizationId, ids.application, accountId],
  )
}

describe('the table', () => {
  test('has every endpoint, and no other', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(endpoints.map(([, { id }]) => id).toSorted())
  })

  test.each(endpoints)('is what %s declares', (id, { access }) => {
    const { expected } = ROWS[id as keyof typeof ROWS]
    expect(Object.keys(expected).toSorted()).toEqual([...CALLERS].toSorted())
    const statuses = new Set(Object.values(expected))
    if (access.kind === 'account') {
      for (const caller of ['nobody', 'bogus', 'suspended', 'left'] as const) expect(expected[caller]).toBe(401)
      expect(expected.elsewhere).toBe(421)
      expect([...statuses].some((status) => status >= 200 && status < 300)).toBe(true)
      if (access.client === 'marketplace') expect(expected.application).toBe(403)
      if (access.client === 'application')
        for (const [caller, status] of Object.entries(expected))
          if (caller !== 'application') expect([401, 403, 421]).toContain(status)
    } else if (id !== 'getTokenInfo') expect(statuses.size).toBe(1)
  })
})

describe('the status of each endpoint for each caller', () => {
  test.each(endpoints)('%s', async (id, endpoint) => {
    const { request, installed, carts, before, expected } = ROWS[id as keyof typeof ROWS]
    for (const mount of API_MOUNTS[endpoint.api]) {
      const answered: Partial<Record<CallerName, number>> = {}
      for (const caller of CALLERS) {
        await reset()
        if (installed) await installFor(market.acme.id, market.acme.people.owner.accountId)
        if (carts) await giveCarts(market, ids)
        await before?.(market, ids, caller)
        const { statusCode } = await ask(endpoint, mount, caller, request(ids))
        answered[caller] = statusCode
      }
      expect({ mount, answered }).toEqual({ mount, answered: expected })
    }
  })
})

/** Everything in the database that a request could change, as one text. */
const fingerprint = async (): Promise<string> => {
  const tables = await market.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('tokens', 'oauth_clients') order by 1`,
  )
  // Leave out the audit rows of refusals, because these must be written.
  const but = (name: string) => (name === 'audit_events' ? `where action <> 'endpoint.refused'` : '')
  const rows = await Promise.all(
    tables.map(({ name }) =>
      market.sql<{ text: string | null }>(
        `select string_agg(t::text, '|' order by t::text) as text from "${name}" t ${but(name)}`,
      ),
    ),
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const NEVER: Ids = {
  application: randomUUID(),
  account: randomUUID(),
  coming: randomUUID(),
  clientId: 'test-client',
  cart: randomUUID(),
  sold: 'sold',
  plan: 'plan',
  recurrentCharge: randomUUID(),
  endedCharge: randomUUID(),
  directCharge: randomUUID(),
  invoice: randomUUID(),
  sale: randomUUID(),
  card: 'pm_unknown',
}
/** The answer without values that differ for each request, and with the requested ids under one name. */
const plain = (body: string, asked: Ids): string =>
  body
    .replaceAll(/"request_?[iI]d":"[^"]*"/g, '')
    .replaceAll(asked.application, 'the application')
    .replaceAll(asked.account, 'the account')
    .replaceAll(asked.invoice, 'the invoice')

const withIds = endpoints.filter(
  ([id, { access }]) =>
    access.kind === 'account' &&
    JSON.stringify(ROWS[id as keyof typeof ROWS].request(NEVER)).match(
      // Applications for sale and their plans are public.
      Object.values(NEVER)
        .filter((one) => one !== NEVER.clientId && one !== NEVER.sold && one !== NEVER.plan)
        .join('|'),
    ),
)

describe('an id of another organization', () => {
  test('occurs in several requests', () => {
    expect(withIds.length).toBeGreaterThan(7)
  })

  test.each(withIds)('%s: is answered like an unknown id, and changes nothing', async (id, endpoint) => {
    const { request, installed, carts } = ROWS[id as keyof typeof ROWS]
    if (installed) await installFor(market.acme.id, market.acme.people.owner.accountId)
    if (carts) await giveCarts(market, ids)
    const before = await fingerprint()
    for (const mount of API_MOUNTS[endpoint.api]) {
      const theirs = await ask(endpoint, mount, 'stranger', request(ids))
      const none = await ask(endpoint, mount, 'stranger', request(NEVER))
      expect(theirs.statusCode).toBe(none.statusCode)
      expect(theirs.statusCode).toBeGreaterThanOrEqual(400)
      expect(plain(theirs.body, ids)).toBe(plain(none.body, NEVER))
    }
    expect(await fingerprint()).toBe(before)
  })
})

describe('an id that the database cannot store', () => {
  const nul = 'a\0b'
  const NUL = Object.fromEntries(Object.keys(NEVER).map((name) => [name, nul])) as Ids
  const naming = endpoints.filter(([id]) => JSON.stringify(ROWS[id as keyof typeof ROWS].request(NUL)).includes('\\u0000'))

  // As staff, who have the permission, so that the id is validated.
  test.each(naming)('%s: is refused like any invalid id', async (id, endpoint) => {
    const answer = await ask(endpoint, API_MOUNTS[endpoint.api][0] ?? '', 'staff', ROWS[id as keyof typeof ROWS].request(NUL))
    expect([400, 404, 422]).toContain(answer.statusCode)
  })
})

describe('lists', () => {
  test('of one organization contain nothing of another', async () => {
    await installFor(market.acme.id, market.acme.people.owner.accountId)
    await giveCarts(market, ids)
    const foreign = [
      ids.cart,
      market.acme.id,
      ...ROLES.map((role: Role) => market.acme.people[role].accountId),
      ...['own-private', 'own-draft', 'own-in-review'].map((slug) => market.idOf(slug)),
    ]
    const listing = endpoints.filter(
      ([id, { access, method, path }]) =>
        access.kind === 'account' &&
        method === 'GET' &&
        !path.includes('{') &&
        ROWS[id as keyof typeof ROWS].expected.stranger !== 403,
    )
    expect(listing.length).toBeGreaterThan(8)
    for (const [id, endpoint] of listing) {
      const { body, statusCode } = await ask(endpoint, API_MOUNTS[endpoint.api][0] ?? '', 'stranger', {})
      expect({ id, statusCode, foreign: foreign.filter((one) => body.includes(one)) }).toEqual({
        id,
        statusCode: 200,
        foreign: [],
      })
    }
  })
})
