// A process is killed before each step of a request with an Idempotency-Key. The repeated request finds what was written.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpServer } from '../src/http/server.ts'
import { STOREFRONT } from '../src/http/storefront.ts'
import { registerPayoutRoutes } from '../src/modules/billing/payouts/routes.ts'
import { registerRefundRoutes } from '../src/modules/billing/refunds/routes.ts'
import { callerLocker, MARKETPLACE_CLIENT } from '../src/modules/clients/index.ts'
import { type Doomed, openDoomed } from './doomed.ts'
import { createOrganization, createToken } from './people.ts'
import { openRenewalShop, type RenewalShop } from './renewals.ts'

const BOUGHT = '2026-11-01T00:00:00.000Z'
const PAYABLE = '2026-11-09T00:00:00.000Z'
/** One second after the time in which a run without an answer counts as running. */
const LATER = '2026-11-09T00:01:01.000Z'
/** More steps than any request takes here. */
const NEVER = 10_000

let shop: RenewalShop
let staff: { token: string }
let developer: string
beforeAll(async () => {
  shop = await openRenewalShop()
  const { administrator } = (await createOrganization(shop.store, 'marketplace')).people
  await shop.sql('update accounts set staff = true where id = $1', [administrator.accountId])
  staff = { token: await createToken(shop.store, administrator, 'dal', { clientId: MARKETPLACE_CLIENT }) }
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  const [row] = await shop.sql<{ id: string }>(`select developer_id as id from applications where slug = 'licence'`)
  developer = row?.id ?? ''
  await shop.sql('update developers set organization_id = $2 where id = $1', [developer, shop.globex.id])
})
beforeEach(() => shop.opened.sandbox().clearFaults())
afterAll(() => shop.close())

type Row = { path: () => Promise<string>; body: () => Promise<object>; count: string; state: string }
const ROWS: Readonly<Record<string, Row>> = {
  refundSale: {
    path: async () => '/refunds',
    body: async () => {
      const [sale] = await shop.sql<{ id: string }>('select id from sales')
      return { sale_id: sale?.id, cents: 100, note: 'Asked for' }
    },
    count: 'select count(*)::int from refunds',
    state: 'succeeded',
  },
  requestPayout: {
    path: async () => `/developers/${developer}/payouts`,
    body: async () => ({ cents: 100 }),
    count: 'select count(*)::int from payouts',
    state: 'pending',
  },
}

/** A server of its own process, as far as the database can tell. */
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
  registerRefundRoutes(server, parts)
  registerPayoutRoutes(server, parts)
  return server
}

/** Sends the request to a process that is killed before this step, and again a minute later to one that lives. */
const sendTwice = async ({ path, body, count }: Row, before: number) => {
  await shop.bought(BOUGHT, ['licence'])
  shop.clock.set(PAYABLE)
  const request = {
    method: 'POST' as const,
    url: `/billing/v3${await path()}`,
    headers: { authorization: `Bearer ${staff.token}`, 'idempotency-key': `killed-${before}` },
    payload: await body(),
  }
  const send = async (diesBefore: number) => {
    const process = openDoomed(shop.store.connectionString, diesBefore)
    const server = await openServer(process)
    const answer = await server.inject(request)
    await server.close()
    await process.close()
    return { status: answer.statusCode, body: answer.json<{ id?: string; state?: string }>(), steps: process.steps() }
  }
  const first = await send(before)
  shop.clock.set(LATER)
  const second = await send(NEVER)
  const third = await send(NEVER)
  const [rows] = await shop.sql<{ count: number }>(count)
  return { first, second, third, rows: rows?.count }
}

describe('killed before each step of a request with a key, and asked again', () => {
  test.each(Object.entries(ROWS))(
    '%s is done once',
    async (_, row) => {
      const whole = await sendTwice(row, NEVER)
      expect(whole).toMatchObject({ first: { status: 200, body: { state: row.state } }, rows: 1 })
      expect(whole.second.body).toEqual(whole.first.body)
      for (let before = 0; before < whole.first.steps; before += 1) {
        const { first, second, third, rows } = await sendTwice(row, before)
        expect({ before, rows, status: second.status, state: second.body.state }).toEqual({
          before,
          rows: 1,
          status: 200,
          state: row.state,
        })
        expect(third.body).toEqual(second.body)
        if (first.status === 200) expect(second.body).toEqual(first.body)
      }
    },
    120_000,
  )
})
