import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/transaction.ts'
import { openTestStore, testClock, type TestClock, type TestStore, until } from '../../../../test/harness.ts'
import { openDatabase } from '../../../db/client.ts'
import { insertPartners, type LivePartners, openLivePartners } from '../index.ts'

const LONG_AGO = new Date('2025-01-01T00:00:00Z')
let store: TestStore
let clock: TestClock
let live: LivePartners
let heard: number[]

const expert = (slug: string, given: object = {}) => ({
  id: `id-of-${slug}`,
  slug,
  name: slug,
  email: `secret@${slug}.example`,
  publishedAt: LONG_AGO,
  ...given,
})
const campaign = (slug: string, given: object = {}) => ({ slug, title: slug, lead: 'Lead', publishedAt: LONG_AGO, ...given })

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('experts', 'prospects', 'campaigns')
  await inTransaction(store.client.database, (transaction) =>
    insertPartners(transaction, {
      experts: [
        expert('one', { description: 'By **hand**. <script>alert(1)</script>' }),
        expert('later', { publishedAt: new Date('2026-11-21T09:00:00Z') }),
        expert('draft', { publishedAt: null }),
      ],
      comments: [{ id: 'c', expertId: 'id-of-one', name: 'Ada', email: 'ada@customer.example', comment: 'Good.' }],
      prospects: [{ id: 'p', name: 'Sorrel' }],
      campaigns: [
        campaign('start', { description: '# Begin', points: [{ title: 'A', description: null }], experts: ['one'] }),
        campaign('next', { publishedAt: new Date('2026-11-22T09:00:00Z') }),
      ],
    }),
  )
  clock = testClock('2026-11-20T12:00:00Z')
  live = await openLivePartners(store.client, clock, { warn: () => {} })
  heard = []
  live.onChange(({ revision }) => heard.push(revision))
})
afterEach(() => live.close())

const slugs = () => live.current().experts.map(({ slug }) => slug)
const run = (query: string) => store.client.pool.query(query)

describe('the live partners', () => {
  test('start with everything published, by slug and by id, with texts as sanitized HTML', () => {
    const { experts, expertBySlug, expertById, prospects, campaigns, campaignBySlug } = live.current()
    expect(slugs()).toEqual(['one'])
    expect(expertBySlug.get('one')).toBe(experts[0])
    expect(expertById.get('id-of-one')).toBe(experts[0])
    expect([expertBySlug.has('draft'), expertById.has('id-of-later')]).toEqual([false, false])
    expect(experts[0]).toMatchObject({ descriptionHtml: '<p>By <strong>hand</strong>. </p>', testimonials: [] })
    expect(prospects).toEqual([{ id: 'p', name: 'Sorrel', description: null, country: null, website: null, claimedAt: null }])
    expect(campaigns).toEqual([
      {
        slug: 'start',
        title: 'start',
        lead: 'Lead',
        description: '# Begin',
        descriptionHtml: '<h3>Begin</h3>',
        points: [{ title: 'A', description: null }],
        experts: ['one'],
      },
    ])
    expect(campaignBySlug.get('start')).toBe(campaigns[0])
    expect(campaignBySlug.has('next')).toBe(false)
  })

  test('contain no mail address', () => {
    expect(JSON.stringify([live.current().experts, live.current().prospects])).not.toContain('@')
  })

  test('see a change of each table, with a higher revision each time', async () => {
    let { revision } = live.current()
    const changes: [string, () => boolean][] = [
      [`update experts set name = 'Uno' where slug = 'one'`, () => live.current().experts[0]?.name === 'Uno'],
      [`update expert_comments set verified_at = now()`, () => live.current().experts[0]?.testimonials.length === 1],
      [`update prospects set claimed_at = now()`, () => live.current().prospects[0]?.claimedAt instanceof Date],
      [
        `update campaigns set title = 'Go' where slug = 'start'`,
        () => live.current().campaignBySlug.get('start')?.title === 'Go',
      ],
      [`update experts set published_at = now() - interval '1 year' where slug = 'draft'`, () => slugs().includes('draft')],
      [`delete from experts where slug = 'one'`, () => !slugs().includes('one')],
    ]
    for (const [query, holds] of changes) {
      await run(query)
      await until(holds)
      expect(live.current().revision).toBeGreaterThan(revision)
      expect(heard.at(-1)).toBe(live.current().revision)
      revision = live.current().revision
    }
  })

  test('publish experts at their instant, and notify listeners', () => {
    const before = live.current()
    clock.set('2026-11-21T08:59:59.999Z')
    expect(live.current()).toBe(before)
    clock.set('2026-11-21T09:00:00Z')
    expect(slugs()).toEqual(['later', 'one'])
    expect(live.current().campaignBySlug.has('next')).toBe(false)
    expect(heard).toEqual([live.current().revision])
    expect(live.current().revision).toBeGreaterThan(before.revision)
    clock.set('2026-11-23T00:00:00Z')
    expect(live.current().campaignBySlug.has('next')).toBe(true)
    expect(heard).toHaveLength(2)
    expect(live.current()).toBe(live.current())
  })

  test('cache computed values with the snapshot', async () => {
    let worked = 0
    const work = () => ({ value: ++worked, until: null })
    const ask = () => live.current().remember('answer', clock.now(), work).value
    expect([ask(), ask()]).toEqual([1, 1])
    await run(`update experts set name = 'Uno' where slug = 'one'`)
    await until(() => ask() === 2)
  })

  test('are read again after a lost connection', async () => {
    const other = openDatabase(store.connectionString, () => {})
    try {
      await other.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen partners'`,
      )
      await until(() => !live.connected())
      await other.pool.query(`update experts set name = 'Missed' where slug = 'one'`)
      await until(() => live.connected() && live.current().experts[0]?.name === 'Missed')
      expect(slugs()).toEqual(['one'])
    } finally {
      await other.close()
    }
  })
})
