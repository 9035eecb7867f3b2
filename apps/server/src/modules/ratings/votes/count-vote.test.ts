// Votes that are counted one by one must give the same totals as counting all of them again.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnRatings, noRatings } from '@marketplace/domain/ratings'
import type { OrganizationId } from '../../../core/caller.ts'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { inTransaction } from '../../../db/transaction.ts'
import { countVote, currentPrior, type Vote, withShare } from './count-vote.ts'
import { recountApplication, recountRatings, recountSome } from './recount-ratings.ts'
import { deleteVote, findVote, insertRatings, lockTotals, readUse, updateTotals, writeVote } from './repository.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const SLUGS = ['one', 'two', 'three'] as const

let store: TestStore
let organizations: Organization[]
const ids = new Map<string, string>()
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one'), line('two'), line('three', { rating: { rate: 2, votes: 40 } })])
  for (const row of await sql<{ id: string; slug: string }>('select id, slug from applications')) ids.set(row.slug, row.id)
  organizations = await Promise.all(['acme', 'globex', 'initech'].map((name) => createOrganization(store, name)))
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of ['ratings', 'rating_totals', 'rating_shares', 'installations']) await sql(`delete from ${table}`)
})

const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]
const idOf = (slug: string) => ids.get(slug) ?? ''
const people = () => organizations.flatMap(({ people: all }) => Object.values(all))
/** Records that an organization had an application from `from` days ago until `until` days ago, or still has it. */
const had = (organization: number, from: number, until: number | null = null, slug = 'one') =>
  sql(
    `insert into installations (id, organization_id, application_id, installed_at, uninstalled_at)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [
      organizations[organization]?.id,
      idOf(slug),
      new Date(NOW.getTime() - from * DAY),
      until === null ? null : new Date(NOW.getTime() - until * DAY),
    ],
  )

/** A person votes, or withdraws the vote with null, as the endpoints do. */
const vote = (person: number, rate: number | null, { asOf = person, slug = 'one' }: { asOf?: number; slug?: string } = {}) =>
  inTransaction(store.client.database, async (transaction) => {
    const applicationId = idOf(slug)
    const { accountId } = people()[person] ?? { accountId: '' }
    const organizationId = people()[asOf]?.organizationId ?? null
    const totals = await lockTotals(transaction, applicationId, await currentPrior(transaction))
    const before = await findVote(transaction, applicationId, accountId)
    if (rate === null && before) await deleteVote(transaction, before.id)
    if (rate !== null)
      await writeVote(transaction, {
        id: before?.id ?? `${slug} ${accountId}`,
        applicationId,
        accountId,
        organizationId,
        rate,
        createdAt: NOW,
        updatedAt: NOW,
      })
    const after: Vote | null = rate === null ? null : { rate, organizationId }
    const counted = await countVote(transaction, applicationId, totals, { before, after, now: NOW })
    await updateTotals(transaction, applicationId, counted)
  })
const readTotals = (slug = 'one') => inTransaction(store.client.database, (transaction) => lockTotals(transaction, idOf(slug), 4))
const recount = (slug = 'one', now = NOW) =>
  inTransaction(store.client.database, (transaction) => recountApplication(transaction, idOf(slug), { now, prior: 4 }))
const shares = () =>
  sql<object>('select organization_id, votes, stars, settled, round(weight::numeric, 9) as weight from rating_shares order by 1')

/** Rounded to nine digits, because sums in another order differ in the last ones. */
const rounded = ({ counts, settled, fresh }: OwnRatings) => ({
  counts,
  sums: [settled.weight, settled.stars, fresh.weight, fresh.stars].map((sum) => Number(sum.toFixed(9))),
})

describe('votes counted one by one', () => {
  const PEOPLE = 18
  const step = fc.record({
    person: fc.nat(PEOPLE - 1),
    rate: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4 }),
    // A person in two organizations votes for the one that they act for.
    asOf: fc.option(fc.nat(PEOPLE - 1), { freq: 5, nil: undefined }),
  })
  const days = fc.constantFrom(0, 0.5, 29.9, 30, 45, 90, 400)

  test('are those that are counted anew, whatever was voted, changed and taken back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.tuple(days, days), async (steps, had2) => {
        for (const table of ['ratings', 'rating_totals', 'rating_shares', 'installations']) await sql(`delete from ${table}`)
        await had(0, had2[0])
        await had(1, had2[1])
        for (const { person, rate, asOf } of steps) await vote(person, rate, asOf === undefined ? {} : { asOf })
        const [counted, kept] = [rounded(await readTotals()), await shares()]
        await recount()
        expect(counted).toEqual(rounded(await readTotals()))
        expect(kept).toEqual(await shares())
        const votes = await sql<{ rate: number }>('select rate from ratings')
        expect(counted.counts.reduce((sum, count) => sum + count, 0)).toBe(votes.length)
      }),
      { numRuns: 12 },
    )
  })

  test('leave nothing when all are taken back', async () => {
    await had(0, 100)
    for (const person of [0, 1, 6, 12]) await vote(person, 5)
    for (const person of [12, 0, 6, 1]) await vote(person, null)
    expect(rounded(await readTotals())).toEqual(rounded(noRatings()))
    expect(await shares()).toEqual([])
  })

  test('weigh together what one organization weighs', async () => {
    await had(0, 90)
    for (const person of [0, 1, 2, 3, 4, 5]) await vote(person, 1 + (person % 5))
    expect(await shares()).toMatchObject([{ votes: 6, stars: 16, settled: true, weight: '1.000000000' }])
    const { settled, fresh } = await readTotals()
    expect([settled.weight, fresh.weight]).toEqual([1, 0])
    expect(settled.stars).toBeCloseTo(16 / 6)
  })

  test('go with the person from one organization to another', async () => {
    await had(0, 90)
    await had(1, 1)
    await vote(0, 5)
    await vote(0, 3, { asOf: 6 })
    expect(await shares()).toMatchObject([{ organization_id: organizations[1]?.id, votes: 1, stars: 3, settled: false }])
    const { settled, fresh } = await readTotals()
    expect([settled.weight, fresh.stars > 0]).toEqual([0, true])
  })

  test('of nobody’s organization weigh one each', async () => {
    await inTransaction(store.client.database, async (transaction) => {
      const rated = { applicationId: idOf('one'), createdAt: NOW, updatedAt: NOW }
      await insertRatings(transaction, [
        { ...rated, id: 'a', rate: 5 },
        { ...rated, id: 'b', rate: 2 },
        { ...rated, id: 'b', rate: 1 },
      ])
      await recountSome(transaction, [idOf('one')], NOW)
    })
    expect(rounded(await readTotals())).toEqual({ counts: [0, 1, 0, 0, 1], sums: [2, 7, 0, 0] })
  })
})

describe('the share of an organization', () => {
  const totals = (): OwnRatings => ({ ...noRatings(), settled: { weight: 2, stars: 8 }, fresh: { weight: 0.1, stars: 0.3 } })
  const share = { votes: 2, stars: 6, weight: 0.5, settled: true }

  test('is added with its mean, and what is added can be taken away', () => {
    expect(withShare(totals(), share, 1).settled).toEqual({ weight: 2.5, stars: 9.5 })
    expect(withShare(totals(), { ...share, settled: false }, 1).fresh).toEqual({ weight: 0.6, stars: 1.8 })
    expect(withShare(withShare(totals(), share, 1), share, -1)).toEqual(totals())
  })

  test('without votes is nothing, and nothing is ever less than nothing', () => {
    expect(withShare(totals(), { ...share, votes: 0, stars: 0 }, 1)).toEqual(totals())
    expect(withShare(totals(), { ...share, weight: 1_000 }, -1).settled).toEqual({ weight: 0, stars: 0 })
  })
})

describe('how long an organization has had an application', () => {
  const days = async () =>
    (await readUse(store.client.database, organizations[0]?.id ?? ('' as OrganizationId), idOf('one'), NOW)).days

  test('counts all of its installs together, and no other', async () => {
    expect(await days()).toBe(0)
    await had(0, 10, 4)
    await had(0, 2.5)
    await had(1, 300)
    await had(0, 50, 20, 'two')
    expect(await days()).toBeCloseTo(8.5)
  })

  test('and since when it has it now', async () => {
    await had(0, 10, 4)
    const use = () => readUse(store.client.database, organizations[0]?.id ?? ('' as OrganizationId), idOf('one'), NOW)
    expect((await use()).since).toBeNull()
    await had(0, 3)
    expect(await use()).toMatchObject({ since: new Date(NOW.getTime() - 3 * DAY), plan: null })
  })
})

describe('the recount of the night', () => {
  const run = (signal?: AbortSignal) => recountRatings({ database: store.client.database, clock: { now: () => NOW } }, signal)
  const versions = () => sql<{ version: string }>('select xmin::text as version from rating_totals order by application_id')

  test('counts what has votes or had some, and writes nothing that stays the same', async () => {
    await had(0, 90)
    await vote(0, 5)
    await vote(1, 4, { slug: 'two' })
    await vote(1, null, { slug: 'two' })
    expect(await run()).toBe(2)
    const before = await versions()
    expect(await run()).toBe(2)
    expect(await versions()).toEqual(before)
  })

  test('begins with the mean of the catalogue, without what is fresh', async () => {
    expect(await currentPrior(store.client.database)).toBe(2)
    await had(0, 5)
    await vote(0, 5)
    await run()
    expect(await currentPrior(store.client.database)).toBe(2)
    await sql('update applications set rating_rate = null, rating_votes = 0')
    await run()
    // The neutral prior, because only organizations that have just installed it have rated.
    expect(await currentPrior(store.client.database)).toBe(4)
    await sql('update applications set rating_rate = 2, rating_votes = 40 where slug = $1', ['three'])
  })

  test('stops where it is told to, and what is counted stays counted', async () => {
    for (const slug of SLUGS) await vote(0, 5, { slug })
    await sql(`update rating_totals set counts = '{9,9,9,9,9}'`)
    const stop = new AbortController()
    stop.abort(new Error('the server ends'))
    await expect(run(stop.signal)).rejects.toThrow('the server ends')
    expect(await sql('select 1 from rating_totals where counts[1] = 9')).toHaveLength(3)
    expect(await run()).toBe(3)
    expect(await sql('select 1 from rating_totals where counts[1] = 9')).toEqual([])
  })

  test('waits for a vote that is being counted, and counts it too', async () => {
    await had(0, 90)
    const votes = Array.from({ length: 6 }, (_, person) => vote(person, 1 + (person % 5)))
    await Promise.all([...votes, run(), recount()])
    const counted = rounded(await readTotals())
    await recount()
    expect(counted).toEqual(rounded(await readTotals()))
    expect(counted.counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  })
})
