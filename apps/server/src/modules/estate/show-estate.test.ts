import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Estate, EstateAccess, EstateApplication, EstateCosts } from '@marketplace/contracts/estate/schemas'
import { ESTATE_FILTERS } from '@marketplace/contracts/estate/lists'
import { catalogueLine } from '@marketplace/testkit/line'
import { type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'

const writes = { authorization: { scopes: [{ name: 'chats--all:rw', required: true }] } }
let market: CartMarketplace
const ids = new Map<string, string>()
beforeAll(async () => {
  market = await openCartMarketplace()
  await market.store.importLines(
    [
      catalogueLine('opens', { widgets: [{ placement: 'fullscreen', url: 'https://opens.example/' }] }),
      catalogueLine('reads', {
        authorization: {
          scopes: [
            { name: 'chats--all:ro', required: true },
            { name: 'crm.read', required: true },
          ],
        },
      }),
      catalogueLine('changes-chats', writes),
      catalogueLine('changes-chats-too', writes),
      catalogueLine('odd', { name: '100%_odd [x]' }),
    ],
    { now: new Date('2026-10-01') },
  )
  for (const { id, slug } of await market.sql<{ id: string; slug: string }>('select id, slug from applications'))
    ids.set(slug, id)
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.empty()
  for (const table of ['recurrent_charges', 'direct_charges']) await market.sql(`delete from ${table}`)
  await market.reset()
})

const owner = () => market.acme.people.owner
const idOf = (slug: string) => ids.get(slug) ?? ''
const get = async <T>(path: string, who: { token: string } = owner()): Promise<T> => {
  const answer = await market.ask(who, 'GET', `/api/v2/organizations/my/${path}`)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<T>()
}
const day = (days: number) => new Date(new Date(NOON).getTime() + days * 86_400_000)

/** Installs the application for acme `days` ago, with a consent to these scopes. */
const have = async (
  slug: string,
  { days = 90, used = null, scopes = [] }: { days?: number; used?: number | null; scopes?: string[] } = {},
) => {
  await market.sql(
    `insert into installations (id, organization_id, application_id, installed_by, installed_at, last_used_at, use_recorded_since)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $4)`,
    [market.acme.id, idOf(slug), owner().accountId, day(-days), used === null ? null : day(-used)],
  )
  await market.sql(`insert into consents (id, organization_id, client_id, scopes) values (gen_random_uuid(), $1, $2, $3)`, [
    market.acme.id,
    idOf(slug),
    scopes,
  ])
}
type Charge = {
  id: string
  state: string
  price: number
  quantity: number
  months: number
  anchor: Date | null
  trial: Date | null
  settled: number
  test: boolean
  scheduled: object | null
}
/** Adds a charge of acme: $12 a month for each of five seats since ten days, unless `given` says otherwise. */
const pay = (slug: string | null, given: Partial<Charge> = {}) => {
  const charge: Charge = {
    id: `charge of ${slug}`,
    state: 'active',
    price: 1_200,
    quantity: 5,
    months: 1,
    anchor: day(-10),
    trial: null,
    settled: 0,
    test: false,
    scheduled: null,
    ...given,
  }
  return market.sql(
    `insert into recurrent_charges (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id, name,
       price, quantity, per_account, test, commission_percent, created_at, updated_at, state, months, trial_days, anchor_at, trial_ends_at,
       settled_period, scheduled)
     select $1::text, $2, (select min(l.id) from licenses l where l.organization_id = $2), $3, 'marketplace', 'marketplace', $4, $1,
       $5, $6, true, $7, 20, $8, $8, $9, $10, 0, $11, $12, $13, $14`,
    [
      charge.id,
      market.acme.id,
      owner().accountId,
      slug && idOf(slug),
      charge.price,
      charge.quantity,
      charge.test,
      day(-10),
      charge.state,
      charge.months,
      charge.anchor,
      charge.trial,
      charge.settled,
      charge.scheduled && JSON.stringify(charge.scheduled),
    ],
  )
}
const list = (query = '') => get<Estate>(`applications?limit=200${query}`)
const only = async (slug: string): Promise<EstateApplication> => {
  const found = (await list()).result.find((each) => each.slug === slug)
  if (!found) throw new Error(`${slug} is not in the list`)
  return found
}
const slugs = ({ result }: Estate) => result.map(({ slug }) => slug)

describe('the cost of an application', () => {
  beforeEach(() => have('seats'))
  const RENEWAL = '2026-12-12T12:00:00.000Z'

  test.each<[string, Partial<Charge>, object]>([
    ['each month', {}, { monthly: 6_000, next_renewal: { at: RENEWAL, amount: 6_000 }, in_trial: false, payment_needed: false }],
    [
      'each year',
      { price: 14_400, months: 12 },
      { monthly: 6_000, next_renewal: { at: '2027-11-12T12:00:00.000Z', amount: 72_000 } },
    ],
    [
      'while a payment of it is late',
      { state: 'past_due', settled: -1 },
      { monthly: 6_000, next_renewal: { at: '2026-11-12T12:00:00.000Z' } },
    ],
    [
      'in a trial',
      { anchor: day(4), trial: day(4), settled: -1 },
      { monthly: 6_000, in_trial: true, trial_ends_at: day(4).toISOString(), next_renewal: { amount: 6_000 } },
    ],
    ['while its payment has failed for good', { state: 'frozen' }, { monthly: 0, payment_needed: true, next_renewal: null }],
    [
      'once it is cancelled, to the end of what is paid',
      { state: 'cancelled' },
      { monthly: 0, next_renewal: null, ends_at: RENEWAL },
    ],
    ['as a test', { test: true }, { monthly: 0, next_renewal: null }],
  ])('%s', async (_, given, cost) => {
    await pay('seats', given)
    expect((await only('seats')).cost).toMatchObject(cost)
  })

  test.each(['pending', 'accepted', 'processed', 'declined'])('nothing for a charge that is %s', async (state) => {
    await pay('seats', { state })
    expect((await only('seats')).cost).toMatchObject({ monthly: 0, charges: [] })
  })

  test('a charge that was cancelled and is over is not shown', async () => {
    await pay('seats', { state: 'cancelled', anchor: day(-62) })
    expect((await only('seats')).cost).toMatchObject({ charges: [], ends_at: null })
  })

  test('the next renewal of several charges, and their sum', async () => {
    await pay('seats')
    await pay('seats', { id: 'other', price: 100, anchor: day(-20) })
    expect((await only('seats')).cost).toMatchObject({
      monthly: 6_500,
      next_renewal: { at: '2026-12-02T12:00:00.000Z', amount: 500 },
      charges: [{ id: 'charge of seats' }, { id: 'other' }],
    })
  })

  test('a scheduled change counts for the renewal: the plan’s price and length, not only its seats', async () => {
    const [small, year] = [await market.planOf('plans', 'Small'), await market.planOf('plans', 'Year')]
    await have('plans')
    await pay('plans', { price: 2_000, quantity: 1, scheduled: { planId: small, quantity: 1, price: 500 } })
    expect((await only('plans')).cost).toMatchObject({ monthly: 500, next_renewal: { at: RENEWAL, amount: 500 } })
    expect(await get<EstateCosts>('costs')).toMatchObject({ monthly: 500, next_12_months: 11 * 500 })

    await market.sql('update recurrent_charges set scheduled = $1', [{ planId: year, quantity: 1, price: 20_400 }])
    expect((await only('plans')).cost).toMatchObject({ monthly: 1_700, next_renewal: { at: RENEWAL, amount: 20_400 } })
    // The yearly charge is paid once in the next twelve months.
    expect(await get<EstateCosts>('costs')).toMatchObject({ monthly: 1_700, next_12_months: 20_400 })

    // The plan no longer exists, so the renewal leaves the change out.
    await market.sql('update recurrent_charges set scheduled = $1', [{ planId: 'gone', quantity: 1, price: 1 }])
    expect((await only('plans')).cost).toMatchObject({ monthly: 2_000, next_renewal: { amount: 2_000 } })
  })
})

describe('the total cost', () => {
  test('leaves trials, tests and what is over out, and says so', async () => {
    await have('seats', { days: 90, used: 1 })
    await have('opens', { days: 90, used: 40 })
    await have('licence')
    await pay('seats')
    await pay('opens', { price: 100 })
    await pay('licence', { price: 10, anchor: day(4), trial: day(4), settled: -1 })
    await pay('tiers', { price: 1 })
    await pay(null, { price: 2 })
    await pay('once', { state: 'frozen' })
    await pay('trial', { state: 'cancelled' })
    await pay('desk-seats', { test: true })
    const costs = await get<EstateCosts>('costs')
    expect(costs).toMatchObject({
      monthly: 5 * (1_200 + 100 + 1 + 2),
      from_trials: 50,
      // For an application that is not installed, and for a charge without an application.
      not_installed: 15,
      unused: { applications: 1, monthly: 500 },
    })
    expect(costs.months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, 10 + index, 1)).toISOString().slice(0, 7)),
    )
    expect(costs.months.reduce((sum, { amount }) => sum + amount, 0)).toBe(costs.next_12_months)
    expect(await get<EstateCosts>('costs', market.globex.people.owner)).toMatchObject({ monthly: 0, next_12_months: 0 })
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await have('changes-chats', { days: 5, scopes: ['chats--all:rw'] })
    await have('changes-chats-too', { days: 4, scopes: ['chats--all:rw'] })
    await have('opens', { days: 60, used: 35 })
    await have('reads', { days: 3, used: null })
    await have('desk-seats', { days: 2 })
    await have('once', { days: 1 })
    await pay('desk-seats', { price: 10, anchor: day(4), trial: day(4), settled: -1 })
    await pay('opens', { price: 20 })
    await market.sql(
      `insert into entitlements (id, organization_id, application_id, source, charge_id, starts_at) values ('e', $1, $2, 'direct_charge', 'd', now())`,
      [market.acme.id, idOf('once')],
    )
    await market.sql(
      `insert into application_rules (organization_id, mode, reason, revision, changed_at) values ($1, 'block', '', 1, now())`,
      [market.acme.id],
    )
    await market.sql('insert into ruled_applications (organization_id, application_id) values ($1, $2)', [
      market.acme.id,
      idOf('reads'),
    ])
  })
  const FOUND: Readonly<Record<(typeof ESTATE_FILTERS)[number], string[]>> = {
    unused: ['opens'],
    trial: ['desk-seats'],
    paid: ['desk-seats', 'once', 'opens'],
    overlaps: ['changes-chats', 'changes-chats-too'],
    consent: ['reads'],
    list: ['reads'],
  }

  test.each(ESTATE_FILTERS)('shows only what is %s, and counts it in any other list too', async (filter) => {
    const found = await list(`&show=${filter}`)
    expect(slugs(found).toSorted()).toEqual(FOUND[filter])
    expect([found.total, found.installed]).toEqual([FOUND[filter].length, 6])
    expect((await list('&find=nothing-has-this-name')).counts[filter]).toBe(FOUND[filter].length)
  })

  test.each([
    ['name', ['changes-chats', 'changes-chats-too', 'desk-seats', 'once', 'opens', 'reads']],
    ['-name', ['reads', 'opens', 'once', 'desk-seats', 'changes-chats-too', 'changes-chats']],
    ['installed', ['opens', 'changes-chats', 'changes-chats-too', 'reads', 'desk-seats', 'once']],
    ['-installed', ['once', 'desk-seats', 'reads', 'changes-chats-too', 'changes-chats', 'opens']],
    ['-monthly', ['opens', 'desk-seats', 'changes-chats', 'changes-chats-too', 'once', 'reads']],
    // Rows without a value come last in both directions.
    ['renewal', ['desk-seats', 'opens', 'changes-chats', 'changes-chats-too', 'once', 'reads']],
    ['-renewal', ['opens', 'desk-seats', 'changes-chats', 'changes-chats-too', 'once', 'reads']],
    ['used', ['opens', 'changes-chats', 'changes-chats-too', 'desk-seats', 'once', 'reads']],
    ['-used', ['opens', 'changes-chats', 'changes-chats-too', 'desk-seats', 'once', 'reads']],
  ])('by %s', async (sort, expected) => expect(slugs(await list(`&sort=${sort}`))).toEqual(expected))

  test('in pages has each application once, in the same order', async () => {
    const all = slugs(await list('&sort=-monthly'))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get<Estate>(`applications?limit=2&sort=-monthly&page=${page}`)))
    expect(pages.flatMap(slugs)).toEqual(all)
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6])
  })

  test('of one product, or by a part of a name as it is written', async () => {
    expect(slugs(await list('&product=helpdesk'))).toEqual(['desk-seats'])
    await have('odd')
    for (const find of ['100%25', '%25_o', '[x]', 'ODD', '%20%20odd%20'])
      expect([find, slugs(await list(`&find=${find}`))]).toEqual([find, ['odd']])
    for (const find of ['%25%25', '__', '.*', '%00', '%5c'])
      expect([find, slugs(await list(`&find=${find}`))]).toEqual([find, []])
  })

  test('says what is bought once, and what the list of the organization refuses', async () => {
    expect((await only('once')).cost).toMatchObject({ paid_once: true, monthly: 0 })
    expect(await only('reads')).toMatchObject({
      refused_by_list: true,
      waits_for_consent: { groups: [{ group: 'Chats', mode: 'read' }], other: ['crm.read'] },
    })
  })

  test('by what they may access: each application once in a group, scopes of others by their name', async () => {
    await market.sql(`update consents set scopes = '{chats--all:ro,chats--my:rw,crm.read}' where client_id = $1`, [idOf('opens')])
    const { groups, other, without } = await get<EstateAccess>('access')
    expect(groups.map(({ group, total, writing }) => [group, total, writing])).toEqual([['Chats', 3, 3]])
    expect(groups[0]?.applications.map(({ slug, mode }) => [slug, mode])).toContainEqual(['opens', 'write'])
    expect(other).toMatchObject([{ scope: 'crm.read', total: 1, applications: [{ slug: 'opens' }] }])
    expect(without).toBe(3)
  })

  test('as a file has a row for each, with its amounts as numbers', async () => {
    const file = (await market.ask(owner(), 'GET', '/api/v2/organizations/my/applications/export')).body
    const rows = file.trim().split('\r\n')
    expect(rows).toHaveLength(7)
    expect(new Set(rows.slice(1).map((row) => row.split(',').length)).size).toBe(1)
    const opens = rows.find((row) => /^"[^"]*opens/i.test(row)) ?? ''
    expect(opens).toContain(',1,"no","2026-12-12",1,')
    expect(opens).toContain('"2026-10-18","yes","no"')
  })
})
