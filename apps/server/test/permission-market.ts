// A marketplace in which every endpoint can be called as every kind of caller, with the requests of permission-rows.ts.
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { inTransaction } from '../src/db/transaction.ts'
import { insertPeople } from '../src/modules/accounts/index.ts'
import { MARKETPLACE_CLIENT, saveClients } from '../src/modules/clients/index.ts'
import { giveCarts, sellOne } from './carts.ts'
import { insertCharges, resetCharges } from './charges.ts'
import { fingerprint } from './fingerprint.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { openTestPayments, VISA } from './payments.ts'
import { createOrganization, createToken, type Organization, type Person } from './people.ts'
import { type CallerName, type Ids, type PermissionRow, ROWS } from './permission-rows.ts'
import { openShop } from './sold.ts'

export const endpoints = Object.entries(ENDPOINTS as Record<string, Endpoint>)
export const rowOf = (id: string): PermissionRow => ROWS[id as keyof typeof ROWS]

const APPLICATION_CLIENT = 'permission-application'
type Outsider = 'suspended' | 'left'
type Who = Pick<Person, 'accountId' | 'organizationId'>

export type PermissionMarket = {
  market: TestMarketplace
  ids: Ids
  /** Deletes everything that requests have written. */
  reset: () => Promise<void>
  /** Makes the preparations that the endpoint's row needs before its request. */
  prepare: (row: PermissionRow, caller: CallerName) => Promise<void>
  /** The account of a caller; null for callers without a valid token. */
  personOf: (caller: CallerName) => Who | null
  ask: (
    endpoint: Endpoint,
    mount: string,
    caller: CallerName,
    request: ReturnType<PermissionRow['request']>,
  ) => ReturnType<TestMarketplace['ask']>
  /** Everything in the database that a request could change, as one text, without these tables. */
  fingerprint: (without?: readonly string[]) => Promise<string>
  close: () => Promise<void>
}

export const openPermissionMarket = async (): Promise<PermissionMarket> => {
  const sandbox = await openTestPayments()
  const market = await openTestMarketplace({ payments: sandbox.payments })
  const marketplace = await createOrganization(market.store, 'marketplace')
  await market.sql('update accounts set staff = true where id = $1', [marketplace.people.administrator.accountId])
  const outsiders = { suspended: await addOutsider(market, 'suspended'), left: await addOutsider(market, 'left') }
  const shop = await openShop(market.store, undefined, market.acme)
  await saveClients(market.store.client.database, [
    { id: APPLICATION_CLIENT, name: 'An application', type: 'javascript_app', scopes: [...SCOPES], trusted: false },
  ])
  const sold = await shop.sell([shop.line()])
  const ids: Ids = {
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
  const personOf = (caller: CallerName) => personAmong(market, marketplace, outsiders, caller)
  return {
    market,
    ids,
    reset: async () => {
      await market.reset()
      await resetCharges(market, ids)
    },
    prepare: async ({ installed, carts, before }, caller) => {
      if (installed) await installFor(market, ids, market.acme.people.owner)
      if (carts) await giveCarts(market, ids)
      await before?.(market, ids, caller)
    },
    personOf,
    ask: async (endpoint, mount, caller, request) =>
      send(market, endpoint, mount, caller, await tokenOf(market, marketplace, caller, personOf(caller)), request),
    // Each request adds a token and the token's client, and refusals are audited. These rows are not compared.
    fingerprint: (without = []) => fingerprint(market.sql, ['tokens', 'oauth_clients', ...without], '%refused'),
    close: async () => {
      await market.close()
      await sandbox.close()
    },
  }
}

/** Adds a suspended owner of Acme, or a former member. */
const addOutsider = async ({ store, acme }: TestMarketplace, name: Outsider): Promise<string> => {
  const id = randomUUID()
  const membership = { organizationId: acme.id, accountId: id, role: 'owner', suspended: true } as const
  await inTransaction(store.client.database, (transaction) =>
    insertPeople(transaction, {
      organizations: [],
      accounts: [{ id, email: `${name}@acme.test`, name, defaultOrganizationId: acme.id }],
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
  return id
}

const personAmong = (
  { acme, globex }: TestMarketplace,
  marketplace: Organization,
  outsiders: Readonly<Record<Outsider, string>>,
  caller: CallerName,
): Who | null => {
  switch (caller) {
    case 'nobody':
    case 'bogus':
      return null
    case 'suspended':
    case 'left':
      return { accountId: outsiders[caller], organizationId: acme.id }
    case 'stranger':
      return globex.people.owner
    case 'staff':
      return marketplace.people.administrator
    case 'elsewhere':
    case 'ghost':
    case 'application':
      return acme.people.owner
    default:
      return acme.people[caller]
  }
}

/** A new token for each call, because some requests end their token. */
const tokenOf = async (
  { store }: TestMarketplace,
  marketplace: Organization,
  caller: CallerName,
  person: Who | null,
): Promise<string | null> => {
  if (!person) return caller === 'bogus' ? 'dal:not-a-token' : null
  return createToken(store, person, 'dal', {
    clientId: caller === 'application' ? APPLICATION_CLIENT : MARKETPLACE_CLIENT,
    ...(caller === 'ghost' && { actorId: marketplace.people.administrator.accountId }),
  })
}

const addressOf = ({ path }: Endpoint, mount: string, params: Record<string, string> = {}): string =>
  mount +
  path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `no ${name} is given`))
    .replace(/\*$/, () => params['*'] ?? 'no rest is given')

let address = 0
/** Each request comes from its own network address, so that rate limits do not interfere. */
const send = (
  market: TestMarketplace,
  endpoint: Endpoint,
  mount: string,
  caller: CallerName,
  token: string | null,
  request: ReturnType<PermissionRow['request']>,
) => {
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

const installFor = async ({ sql }: TestMarketplace, { application }: Ids, { accountId, organizationId }: Who) => {
  await sql(
    `insert into installations (id, organization_id, application_id, installed_by, installed_at) values ($1, $2, $3, $4, now())`,
    [randomUUID(), organizationId, application, accountId],
  )
}
