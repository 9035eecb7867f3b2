// Every endpoint that writes must have a limit, and the limits must not affect ordinary work.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import type { Permission } from '@marketplace/contracts/core/roles'
import { MARKETPLACE_CLIENT } from '../src/modules/clients/index.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { bearer, createToken } from './people.ts'

const endpoints = Object.entries(ENDPOINTS as Record<string, Endpoint>)
/** Expensive reads: they draw a file, or write a whole list into one. */
const COSTLY = new Set(['getInvoicePdf', 'getStatementPdf', 'exportEstate', 'exportActivity'])
/** Search requests change nothing, though the protocol uses POST. */
const writes = endpoints.filter(([, { method, api }]) => method !== 'GET' && api !== 'search')
/** Writes by people who are not signed in, and requests that send a mail to another person. */
const LOWER = new Set(['signUp', 'awaitApplication', 'askForReset', 'submitReset', 'requestInvitation'])
const MINUTE = 60

describe('the limit of a write', () => {
  test.each(writes)('%s: exists, and allows a request a second', (id, { limit }) => {
    expect(limit).not.toBeNull()
    const { max = 0, windowSeconds = 1 } = limit ?? {}
    if (!LOWER.has(id)) expect((max * MINUTE) / windowSeconds).toBeGreaterThanOrEqual(MINUTE)
  })

  test.each(endpoints.filter((each) => !writes.includes(each)))('%s: a read has none, unless it is costly', (id, { limit }) => {
    expect(limit === null).toBe(!COSTLY.has(id))
  })

  test.each(writes)('%s: is declared among its errors', (_, { errors }) => {
    expect(errors).toContain('TOO_MANY_REQUESTS')
  })
})

describe('at work', () => {
  let market: TestMarketplace
  beforeAll(async () => {
    market = await openTestMarketplace()
  })
  afterAll(() => market.close())

  test('an account may install sixty times a minute, gets Retry-After, and does not affect others', async () => {
    const { owner, viceowner } = market.acme.people
    const statuses: number[] = []
    let last = await market.install('plain', owner)
    for (let count = 0; count < 200 && last.statusCode !== 429; count++) {
      statuses.push(last.statusCode)
      last = await market.install('plain', owner)
    }
    expect(statuses.length).toBeGreaterThanOrEqual(60)
    expect(last.statusCode).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await market.install('plain', viceowner)).statusCode).not.toBe(429)
  })

  test.each(writes)('%s: is counted before its body is read', async (_, { api, method, path, access, limit }) => {
    const { administrator } = market.acme.people
    const token =
      access.kind === 'account'
        ? await createToken(
            market.store,
            administrator,
            'dal',
            access.client === 'marketplace' ? { clientId: MARKETPLACE_CLIENT } : {},
          )
        : null
    const server = api.startsWith('accounts') ? market.app.accounts : market.app.server
    const ask = async () => {
      const { statusCode } = await server.inject({
        method,
        url: (API_MOUNTS[api][0] + path).replaceAll(/\{\w+\}/g, 'nothing'),
        headers: { 'content-type': 'application/json', ...(token !== null && bearer(token)) },
        // An endpoint that reads this body as JSON answers 400, one for forms answers 415.
        payload: '{',
        remoteAddress: '203.0.113.80',
      })
      return statusCode
    }
    // A permission that an administrator lacks is reported before. Acme develops applications, so each of its members has `develop`.
    const has: readonly (Permission | null)[] = [null, 'installApplications', 'develop']
    if (access.kind === 'account' && !has.includes(access.may)) return expect(await ask()).toBe(403)
    const statuses: number[] = []
    for (let count = 0; count <= (limit?.max ?? 0); count++) statuses.push(await ask())
    expect(statuses.slice(0, -1).filter((status) => status !== 400)).toEqual([])
    expect(statuses.at(-1)).toBe(429)
  })

  test('two hundred refusals at once add no rows to the audit after the first moment', async () => {
    const { viewer } = market.acme.people
    const token = await createToken(market.store, viewer)
    const url = `/v2/accounts/${market.globex.people.owner.accountId}/ghost`
    const ask = () => market.app.accounts.inject({ method: 'POST', url, headers: bearer(token), payload: {} })
    const rows = async () => (await market.audit()).filter(({ action }) => action === 'endpoint.refused').length
    // Audit rows of refused calls in earlier tests.
    const before = await rows()
    const first = await Promise.all(Array.from({ length: 20 }, ask))
    // Simultaneous requests may all find no row yet: at most one for each of the ten connections.
    const counted = await rows()
    expect(counted).toBeGreaterThan(before)
    expect(counted - before).toBeLessThanOrEqual(10)
    const answers = [...first, ...(await Promise.all(Array.from({ length: 200 }, ask)))]
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
    expect(await rows()).toBe(counted)
  })

  test('addresses of one IPv6 site count as one, and another site is not concerned', async () => {
    const ask = async (remoteAddress: string) => {
      const payload = { email: 'somebody@example.test', application_id: market.idOf('soon') }
      return (await market.app.server.inject({ method: 'POST', url: '/api/v2/awaiting_apps', payload, remoteAddress })).statusCode
    }
    const statuses: number[] = []
    for (let host = 1; host <= 12; host++) statuses.push(await ask(`2001:db8:5:${host}::1`))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10)
    expect(await ask('2001:db8:6::1')).not.toBe(429)
  })
})
