// Calls every endpoint as every kind of caller, and compares with the table in permission-rows.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_MOUNTS } from '@marketplace/contracts/core/endpoint'
import { type Role, ROLES } from '@marketplace/contracts/core/roles'
import { endpoints, openPermissionMarket, type PermissionMarket, rowOf } from './permission-market.ts'
import { CALLERS, type CallerName, type Ids, ROWS } from './permission-rows.ts'

let opened: PermissionMarket
beforeAll(async () => {
  opened = await openPermissionMarket()
})
afterAll(() => opened.close())
beforeEach(() => opened.reset())

describe('the table', () => {
  test('has every endpoint, and no other', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(endpoints.map(([, { id }]) => id).toSorted())
  })

  test.each(endpoints)('is what %s declares', (id, { access }) => {
    const { expected } = rowOf(id)
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
    const row = rowOf(id)
    for (const mount of API_MOUNTS[endpoint.api]) {
      const answered: Partial<Record<CallerName, number>> = {}
      for (const caller of CALLERS) {
        await opened.reset()
        await opened.prepare(row, caller)
        const { statusCode } = await opened.ask(endpoint, mount, caller, row.request(opened.ids))
        answered[caller] = statusCode
      }
      expect({ mount, answered }).toEqual({ mount, answered: row.expected })
    }
  })
})

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
    JSON.stringify(rowOf(id).request(NEVER)).match(
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
    const { ids, ask, fingerprint } = opened
    const { request, before: _, ...row } = rowOf(id)
    await opened.prepare({ ...row, request }, 'stranger')
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
  const naming = endpoints.filter(([id]) => JSON.stringify(rowOf(id).request(NUL)).includes('\\u0000'))

  // As staff, who have the permission, so that the id is validated.
  test.each(naming)('%s: is refused like any invalid id', async (id, endpoint) => {
    const answer = await opened.ask(endpoint, API_MOUNTS[endpoint.api][0] ?? '', 'staff', rowOf(id).request(NUL))
    expect([400, 404, 422]).toContain(answer.statusCode)
  })
})

describe('lists', () => {
  test('of one organization contain nothing of another', async () => {
    const { market, ids, ask } = opened
    await opened.prepare({ ...rowOf('getInstance'), installed: true, carts: true }, 'owner')
    const foreign = [
      ids.cart,
      market.acme.id,
      ...ROLES.map((role: Role) => market.acme.people[role].accountId),
      ...['own-private', 'own-draft', 'own-in-review'].map((slug) => market.idOf(slug)),
    ]
    const listing = endpoints.filter(
      ([id, { access, method, path }]) =>
        access.kind === 'account' && method === 'GET' && !path.includes('{') && rowOf(id).expected.stranger !== 403,
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
