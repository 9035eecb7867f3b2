// A process is killed before each step of a request with an Idempotency-Key. The repeated request finds what was written.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { createHttpServer } from '../src/http/server.ts'
import { STOREFRONT } from '../src/http/storefront.ts'
import { registerPayoutRoutes } from '../src/modules/billing/payouts/routes.ts'
import { registerRefundRoutes } from '../src/modules/billing/refunds/routes.ts'
import { registerChargesRoutes } from '../src/modules/charges/index.ts'
import { callerLocker, MARKETPLACE_CLIENT, saveClients } from '../src/modules/clients/index.ts'
import { type Doomed, openDoomed } from './doomed.ts'
import { createOrganization, createToken } from './people.ts'
import { registerWebhookRoutes } from '../src/modules/webhooks/index.ts'
import { auditEach } from './purchases.ts'
import { openRenewalShop, type RenewalShop } from './renewals.ts'

const BOUGHT = '2026-11-01T00:00:00.000Z'
const PAYABLE = '2026-11-09T00:00:00.000Z'
/** A second after the time limit of a run without a result. */
const LATER = '2026-11-09T00:01:01.000Z'
/** Larger than the number of steps of any request here. */
const NEVER = 10_000

let shop: RenewalShop
let staff: { token: string }
let seller: { token: string }
let developer: string
/** A member of the developer's organization. */
let member: { token: string }
beforeAll(async () => {
  shop = await openRenewalShop()
  const { administrator } = (await createOrganization(shop.store, 'marketplace')).people
  await shop.sql('update accounts set staff = true where id = $1', [administrator.accountId])
  staff = { token: await createToken(shop.store, administrator, 'dal', { clientId: MARKETPLACE_CLIENT }) }
  await saveClients(shop.store.client.database, [
    {
      id: 'seller-client',
      name: 'Seller',
      type: 'javascript_app',
      redirectUris: ['https://seller.test/paid'],
      scopes: ['billing_manage'],
      trusted: false,
    },
  ])
  const given = { clientId: 'seller-client', scopes: ['billing_manage'] }
  seller = { token: await createToken(shop.store, shop.acme.people.owner, 'dal', given) }
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  const [row] = await shop.sql<{ id: string }>(`select developer_id as id from applications where slug = 'licence'`)
  developer = row?.id ?? ''
  await shop.sql('update developers set organization_id = $2 where id = $1', [developer, shop.globex.id])
  member = shop.globex.people.owner
  const application = shop.idOf('once')
  await shop.sql(`update applications set webhook_url = 'https://receiver.test/' where id = $1`, [application])
  await shop.sql(`insert into webhook_endpoints (application_id, secret, created_at) values ($1, 'c2VjcmV0', $2)`, [
    application,
    BOUGHT,
  ])
})
beforeEach(() => shop.opened.sandbox().clearFaults())
auditEach(() => shop)
afterAll(() => shop.close())

type Row = {
  api?: string
  path: () => string
  body: () => Promise<object>
  written: string
  /** The state in the answer; null if the answer contains no state. */
  state: string | null
  as?: 'seller' | 'developer'
}
const offer = (kind: 'recurrent_charge' | 'direct_charge'): Row => ({
  path: () => `/${kind}/livechat`,
  body: async () => ({ name: 'More', price: 500 }),
  written: `from ${kind}s where name = 'More'`,
  state: 'pending',
  as: 'seller',
})
const ROWS: Readonly<Record<string, Row>> = {
  refundSale: {
    path: () => '/refunds',
    body: async () => {
      const [sale] = await shop.sql<{ id: string }>('select id from sales')
      return { sale_id: sale?.id, cents: 100, note: 'Asked for' }
    },
    written: 'from refunds',
    state: 'succeeded',
  },
  requestPayout: {
    path: () => `/developers/${developer}/payouts`,
    body: async () => ({ cents: 100 }),
    written: 'from payouts',
    state: 'pending',
  },
  rotateWebhookSecret: {
    api: '/api/v2',
    path: () => `/applications/${shop.idOf('once')}/webhook/secret`,
    body: async () => {
      await shop.sql(`update webhook_endpoints set previous_secrets = '[]'`)
      return {}
    },
    written: `from audit_events where action = 'webhook.secret-rotated'`,
    state: null,
    as: 'developer',
  },
  replayWebhookEvents: {
    api: '/api/v2',
    path: () => `/applications/${shop.idOf('once')}/webhook/replay`,
    body: async () => {
      await shop.sql(
        `insert into webhook_events (id, application_id, sequence, event, body, created_at, due_at, delivered_at)
         values ('told', $1, 1, 'application_installed', '{}', $2, $2, $2)
         on conflict (id) do update set delivered_at = excluded.delivered_at`,
        [shop.idOf('once'), BOUGHT],
      )
      return { since: BOUGHT }
    },
    written: `from audit_events where action = 'webhook.events-replayed'`,
    state: null,
    as: 'developer',
  },
  createRecurrentCharge: offer('recurrent_charge'),
  createDirectCharge: offer('direct_charge'),
}

/** Opens a server that looks like a separate process to the database. */
const openServer = async ({ client: { database } }: Doomed): Promise<FastifyInstance> => {
  const { clock, opened, app } = shop
  const server = await createHttpServer({
    log: pino({ level: 'silent' }),
    site: STOREFRONT,
    authenticate: (token) => app.server.authenticate(token),
    https: false,
    metricsToken: null,
  })
  const parts = { database, clock, payments: opened.payments, lockCaller: callerLocker(clock) }
  registerWebhookRoutes(server, { ...parts, send: async () => {} })
  registerRefundRoutes(server, parts)
  registerPayoutRoutes(server, parts)
  registerChargesRoutes(server, {
    ...parts,
    publicUrl: 'http://shop.test',
    tellApplication: async () => {},
    assertMayBuy: () => Promise.reject(new Error('nothing is bought here')),
    live: false,
    isReturnAllowed: () => true,
  })
  return server
}

/** Sends the request to a process that is killed before this step, and a minute later to a process that is not killed. */
const sendTwice = async ({ api = '/billing/v3', path, body, written, as }: Row, before: number) => {
  // Only requests that move money need a sale.
  if (as) await shop.sql(`delete ${written}`)
  else await shop.bought(BOUGHT, ['licence'])
  shop.clock.set(PAYABLE)
  const request = {
    method: 'POST' as const,
    url: api + path(),
    headers: {
      authorization: `Bearer ${{ seller, developer: member, staff }[as ?? 'staff'].token}`,
      'idempotency-key': `killed-${before}`,
    },
    payload: await body(),
  }
  const send = async (diesBefore: number) => {
    const process = openDoomed(shop.store.connectionString, diesBefore)
    const server = await openServer(process)
    const answer = await server.inject(request)
    await server.close()
    await process.close()
    return {
      status: answer.statusCode,
      body: answer.json<{ id?: string; state?: string; status?: string }>(),
      steps: process.steps(),
    }
  }
  const first = await send(before)
  shop.clock.set(LATER)
  const second = await send(NEVER)
  const third = await send(NEVER)
  const [rows] = await shop.sql<{ count: number }>(`select count(*)::int ${written}`)
  return { first, second, third, rows: rows?.count }
}

test('each endpoint that accepts a key has a row', () => {
  // The cart's state alone prevents a second purchase of a cart, see purchasing/purchase-cart.test.ts.
  const accepting = Object.values<Endpoint>(ENDPOINTS)
    .filter(({ idempotent, id }) => idempotent && id !== 'purchaseCart')
    .map(({ id }) => id)
  expect(Object.keys(ROWS).toSorted()).toEqual(accepting.toSorted())
})

describe('killed before each step of a request with a key, and asked again', () => {
  test.each(Object.entries(ROWS))(
    '%s is done once',
    async (_, row) => {
      const whole = await sendTwice(row, NEVER)
      const { status } = whole.first
      const stateOf = ({ body }: typeof whole.first) => body.state ?? body.status ?? null
      expect({ status, state: stateOf(whole.first), rows: whole.rows }).toEqual({
        status: row.as === 'seller' ? 201 : 200,
        state: row.state,
        rows: 1,
      })
      expect(whole.second.body).toEqual(whole.first.body)
      for (let before = 0; before < whole.first.steps; before += 1) {
        const { first, second, third, rows } = await sendTwice(row, before)
        expect({ before, rows, status: second.status, state: stateOf(second) }).toEqual({
          before,
          rows: 1,
          status,
          state: row.state,
        })
        expect(third.body).toEqual(second.body)
        if (first.status === status) expect(second.body).toEqual(first.body)
      }
    },
    120_000,
  )
})
