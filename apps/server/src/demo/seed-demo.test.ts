import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { openDatabase } from '../db/client.ts'
import { readFact, writeFact } from '../db/facts.ts'
import { systemClock } from '../core/clock.ts'
import { seedDemo } from './seed-demo.ts'

const SAMPLE_APPS = 'http://127.0.0.1:4003'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const options = () => ({
  client: store.client,
  files: store.files,
  clock: systemClock,
  production: false,
  sampleAppsUrl: SAMPLE_APPS,
  log: { info: () => {} },
})
const seed = () => seedDemo(options())
const count = async () =>
  (await store.client.pool.query<{ count: number }>('select count(*)::int from applications')).rows[0]?.count ?? 0

describe('the demo', () => {
  test('leaves an imported catalogue alone', async () => {
    await store.importLines([line('mine')])
    await seed()
    expect(await count()).toBe(1)
  })

  test('is completed by the next start after a kill', async () => {
    await writeFact(store.client.database, 'demo', 'begun')
    await Promise.all([seed(), seed()])
    expect(await count()).toBeGreaterThan(60)
  })

  test('has applications at the address of the sample applications, which a start with another port moves', async () => {
    const addresses = async () =>
      (
        await store.client.pool.query<{ address: string }>(
          `select coalesce(w ->> 'url', direct_install_url) as address from applications left join lateral jsonb_array_elements(widgets) w on true
           where w ->> 'url' like 'http://127.%' or direct_install_url like 'http://127.%' order by 1`,
        )
      ).rows.map(({ address }) => address)
    const paths = [
      '/folderbird/message-box',
      '/install/chatbot',
      '/install/knowledge-base',
      '/knowledge-cards/details',
      '/mossgate-invoices/details',
      '/mossgate-invoices/settings',
      '/northwind-pipeline/app',
      '/rolodeer/app',
      '/rotabird/app',
      '/rotabird/settings',
    ]
    expect(await addresses()).toEqual(paths.map((path) => `${SAMPLE_APPS}${path}`))
    await seedDemo({ ...options(), sampleAppsUrl: 'http://127.0.0.1:5003' })
    expect(await addresses()).toEqual(paths.map((path) => `http://127.0.0.1:5003${path}`))
    const { rows } = await store.client.pool.query(
      `select "authorization" ->> 'clientId' as client from applications where slug = 'northwind-pipeline'`,
    )
    expect(rows).toMatchObject([{ client: 'demo-js-client' }])
    await seed()
  })

  test('has experts with a verified comment each, prospects, and a rating for each line', async () => {
    const demo = fileURLToPath(new URL('../../demo', import.meta.url))
    const reviews = (await readFile(join(demo, 'reviews.jsonl'), 'utf8')).trim().split('\n')
    const one = async (sql: string) => (await store.client.pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0
    expect(await one('select count(*)::int from ratings')).toBe(reviews.length + 3)
    expect(await one('select count(*)::int from experts where published_at <= now()')).toBeGreaterThanOrEqual(14)
    expect(await one('select count(*)::int from prospects')).toBeGreaterThanOrEqual(5)
    const wrong = [
      'select slug from experts e where not exists (select from expert_comments where expert_id = e.id and verified_at = created_at)',
      'select unnest(applications) from experts except select slug from applications',
      'select unnest(experts) from campaigns except select slug from experts',
      `select id from ratings where account_id is not null or (verified_at is distinct from created_at and written_at < now() - interval '5 days')`,
    ]
    for (const query of wrong) expect((await store.client.pool.query(query)).rows).toEqual([])
  })

  test('has the documented people, all with the same password', async () => {
    const { rows } = await store.client.pool.query<{ email: string; organization: string; region: string; roles: string }>(
      `select a.email, o.name as organization, o.region, string_agg(m.product || ':' || m.role, ' ' order by m.product) as roles
       from accounts a join memberships m on m.account_id = a.id join organizations o on o.id = m.organization_id
       where a.password_hash like '$argon2id$%' group by 1, 2, 3 order by 1`,
    )
    const who = Object.fromEntries(rows.map(({ email, ...rest }) => [email, rest]))
    expect(who).toMatchObject({
      'owner@acme.test': { organization: 'Acme', region: 'dal', roles: 'helpdesk:owner livechat:owner' },
      'viceowner@acme.test': { roles: 'helpdesk:viceowner livechat:viceowner' },
      'admin@acme.test': { roles: 'helpdesk:administrator livechat:administrator' },
      'agent@acme.test': { roles: 'helpdesk:normal livechat:normal' },
      'viewer@acme.test': { roles: 'helpdesk:viewer livechat:viewer' },
      'owner@globex.test': { organization: 'Globex', region: 'fra' },
      'owner@initech.test': { organization: 'Initech', region: 'dal' },
      'dev@northwind.test': { organization: 'Northwind', roles: 'helpdesk:owner livechat:owner' },
      'reseller@partner.test': {},
      'support@marketplace.test': {},
    })
    const licences = await store.client.pool.query(
      `select o.name, l.product, l.plan, l.active, l.seats, l.partner_type as partner from licenses l
       join organizations o on o.id = l.organization_id where o.name <> 'Marketplace' order by 1, 2 desc`,
    )
    expect(licences.rows).toEqual([
      { name: 'Acme', product: 'livechat', plan: 'business', active: true, seats: 8, partner: null },
      { name: 'Acme', product: 'helpdesk', plan: 'team', active: true, seats: 8, partner: null },
      { name: 'Globex', product: 'livechat', plan: 'starter', active: true, seats: 2, partner: null },
      { name: 'Globex', product: 'helpdesk', plan: null, active: false, seats: 1, partner: null },
      { name: 'Initech', product: 'livechat', plan: 'team', active: false, seats: 3, partner: null },
      { name: 'Northwind', product: 'livechat', plan: 'team', active: true, seats: 4, partner: null },
      { name: 'Partner & Co', product: 'livechat', plan: 'business', active: true, seats: 3, partner: 'reseller' },
    ])
    const own = await store.client.pool.query<{ status: string; count: number }>(
      `select case when private then 'private' when published_at is not null then 'published' when submitted_at is null then 'developed'
         when accepted_at is null then 'reviewed' else 'accepted' end as status, count(*)::int
       from applications a join developers d on d.id = a.developer_id join organizations o on o.id = d.organization_id
       where o.name = 'Northwind' group by 1`,
    )
    expect(own.rows.map(({ status }) => status).toSorted()).toEqual(['accepted', 'developed', 'private', 'published', 'reviewed'])
  })

  test('has the documented billing: Acme in Texas with a card, Globex without, three coupons', async () => {
    const billed = await store.client.pool.query(
      `select o.name, p.country, p.state, p.zip, c.last_four as card from organizations o
       left join billing_profiles p on p.organization_id = o.id left join cards c on c.organization_id = o.id
       where o.name in ('Acme', 'Globex') order by 1`,
    )
    expect(billed.rows).toEqual([
      { name: 'Acme', country: 'US', state: 'TX', zip: '75201', card: '4242' },
      { name: 'Globex', country: null, state: null, zip: null, card: null },
    ])
    const coupons = await store.client.pool.query(
      `select code, percent, max_redemptions as most, valid_until < now() as ended from coupons order by 1`,
    )
    expect(coupons.rows).toEqual([
      { code: 'EXPIRED', percent: 50, most: null, ended: true },
      { code: 'ONEOFF', percent: 25, most: 1, ended: null },
      { code: 'WELCOME10', percent: 10, most: null, ended: null },
    ])
  })

  test('is seeded once: deleted data is not seeded again', async () => {
    await store.client.pool.query('delete from applications')
    await seed()
    expect(await count()).toBe(0)
  })

  test('has the documented applications', async () => {
    const one = async (where: string) => {
      const { rows } = await store.client.pool.query<{ count: number }>(`select count(*)::int from applications where ${where}`)
      return rows[0]?.count ?? 0
    }
    await writeFact(store.client.database, 'demo', 'begun')
    await seed()
    const now = 'published_at <= now()'
    expect(await one(`slug = 'hidden-gem' and hidden and ${now}`)).toBe(1)
    expect(await one(`custom_props ->> 'isService' = 'true'`)).toBe(6)
    const promised = [
      'payment is null',
      `payment ->> 'frequency' = 'once'`,
      `payment ->> 'frequency' = 'monthly' and payment ->> 'perAccount' = 'true'`,
      `payment ->> 'frequency' = 'monthly' and payment ->> 'perAccount' = 'false'`,
      `(payment ->> 'trialDays')::int > 0`,
      `custom_props ->> 'isTeamPlan' = 'true'`,
      `custom_props ->> 'onlyOwnerCanInstall' = 'true'`,
      `custom_props ->> 'isAiPowered' = 'true'`,
      'under_maintenance',
      `widgets @> '[{"placement": "fullscreen"}]'`,
      `widgets @> '[{"placement": "settings"}]'`,
      `custom_props ->> 'discountFrom' <= to_char(now(), 'YYYY-MM-DD') and custom_props ->> 'discountTo' >= to_char(now(), 'YYYY-MM-DD')`,
      'published_at is null and submitted_at is not null',
      'submitted_at is null',
    ]
    const counts = await Promise.all(promised.map(one))
    expect(promised.filter((_, index) => counts[index] === 0)).toEqual([])
    const developers = await store.client.pool.query<{ count: number }>('select count(*)::int from developers')
    expect(developers.rows[0]?.count).toBeGreaterThanOrEqual(12)
    const empty = await store.client.pool.query(
      `select c.slug from categories c where not exists (select from applications a where a.category_id = c.id and ${now} and not hidden)`,
    )
    expect(empty.rows).toEqual([])
  })
})

describe('a later part of the demo', () => {
  const EXPERT = {
    slug: 'larkspur-works',
    name: 'Larkspur Works',
    headline: 'Sets things up',
    description: 'By **hand**.',
    website: 'https://larkspur.example',
    email: 'hello@larkspur.example',
    city: 'Gdynia',
    country: 'Poland',
    languages: ['pl', 'en'],
    industries: ['Retail'],
    services: ['training'],
    products: ['livechat'],
    applications: ['one'],
    brandColor: '#123456',
    logo: 'pictures/logo.svg',
    verified: true,
    recommended: false,
    foundedYear: 2015,
    teamSize: '2 to 10 people',
    comments: [
      { name: 'Ada', email: 'ada@far.example', website: null, comment: 'Quick.', createdAt: '2025-02-03T04:05:06Z' },
      { name: 'Bo', email: 'bo@far.example', website: null, comment: 'Kind.', createdAt: '2024-02-03T04:05:06Z' },
    ],
  }
  const PARTNERS = {
    experts: [EXPERT],
    prospects: [{ name: 'Sorrel', description: null, country: 'Spain', website: null }],
    campaigns: [
      { slug: 'a-good-start', title: 'A good start', lead: 'Begin.', description: null, points: [], experts: [EXPERT.slug] },
    ],
  }
  const REVIEWS = [
    { application: 'one', rate: 5, name: 'Cleo', review: 'Does what it says.', createdAt: '2025-01-01T00:00:00Z' },
    { application: 'one', rate: 2, name: 'Dora', review: null, createdAt: '2025-01-02T00:00:00Z' },
    { application: 'gone', rate: 1, name: 'Emil', review: null, createdAt: '2025-01-03T00:00:00Z' },
  ]
  const ACCOUNTS = {
    organizations: [
      {
        key: 'elder',
        name: 'Elder',
        region: 'fra',
        developer: 'Somebody',
        licenses: [{ product: 'livechat', plan: 'team', seats: 2, active: true, subscribed: true }],
        card: null,
        people: [{ email: 'owner@elder.test', name: 'Ella Elder', livechat: 'owner' }],
      },
    ],
  }
  const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>'

  let own: TestStore
  let folder: string
  beforeEach(async () => {
    own = await openTestStore()
    folder = join(own.folder, 'demo')
    await mkdir(join(folder, 'pictures'), { recursive: true })
    await writeFile(join(folder, 'catalogue.jsonl'), JSON.stringify(line('one')))
    await writeFile(join(folder, 'sample-apps.jsonl'), JSON.stringify({ slug: 'one', widgets: [] }))
    await writeFile(join(folder, 'partners.json'), JSON.stringify(PARTNERS))
    await writeFile(join(folder, 'reviews.jsonl'), REVIEWS.map((review) => JSON.stringify(review)).join('\n'))
    await writeFile(join(folder, 'review-talk.json'), JSON.stringify({ answers: [], evidence: [], waiting: [] }))
    await writeFile(join(folder, 'accounts.json'), JSON.stringify(ACCOUNTS))
    await writeFile(join(folder, 'billing.json'), JSON.stringify({ addresses: [], coupons: [] }))
    await writeFile(join(folder, 'pictures/logo.svg'), LOGO)
  })
  afterEach(() => own.close())

  const seedOwn = (client = own.client) =>
    seedDemo({
      client,
      files: own.files,
      clock: systemClock,
      production: false,
      sampleAppsUrl: SAMPLE_APPS,
      log: { info: () => {} },
      folder,
    })
  const counts = async () =>
    (
      await own.client.pool.query(`select
        (select count(*)::int from applications) applications, (select count(*)::int from experts) experts,
        (select count(*)::int from expert_comments) comments, (select count(*)::int from prospects) prospects,
        (select count(*)::int from campaigns) campaigns, (select count(*)::int from ratings) ratings`)
    ).rows[0]
  const ALL = { applications: 1, experts: 1, comments: 2, prospects: 1, campaigns: 1, ratings: 2 }
  const NONE = { applications: 1, experts: 0, comments: 0, prospects: 0, campaigns: 0, ratings: 0 }

  test('is in a new data folder with everything else, and a second start changes nothing', async () => {
    await seedOwn()
    expect(await counts()).toEqual(ALL)
    const rows = async () => (await own.client.pool.query('select * from experts, expert_comments, ratings')).rows
    const before = await rows()
    await seedOwn()
    expect(await rows()).toEqual(before)
  })

  test('has verified comments, and experts who joined before their first comment', async () => {
    await seedOwn()
    const { rows } = await own.client.pool.query(
      `select e.created_at, e.published_at, e.logo_id, c.verified_at from experts e join expert_comments c on c.expert_id = e.id
       order by c.created_at`,
    )
    const [first, second] = rows
    const begin = new Date('2024-02-03T04:05:06Z')
    expect(first).toMatchObject({ created_at: begin, published_at: begin, verified_at: begin })
    expect(second).toMatchObject({ verified_at: new Date('2025-02-03T04:05:06Z') })
    expect(await own.files.read(`pictures/${first.logo_id}/master.webp`)).not.toBeNull()
    const ratings = await own.client.pool.query('select account_id, rate, review, verified_at from ratings order by created_at')
    expect(ratings.rows).toMatchObject([
      { account_id: null, rate: 5, review: 'Does what it says.', verified_at: new Date('2025-01-01T00:00:00Z') },
      { account_id: null, rate: 2, review: null },
    ])
  })

  test('is added to a data folder that an older version seeded', async () => {
    await own.importLines([line('one')])
    await writeFact(own.client.database, 'demo', 'seeded')
    await seedOwn()
    expect(await counts()).toEqual(ALL)
  })

  test('is not added to a database with other data', async () => {
    await own.importLines([line('mine')])
    await seedOwn()
    expect(await counts()).toEqual(NONE)
    expect(await readFact(own.client.database, 'demo-partners')).toBeUndefined()
  })

  test('leaves existing experts alone', async () => {
    await own.client.pool.query(`insert into experts (id, slug, name, email) values ('x', 'mine', 'Mine', 'mine@far.example')`)
    await seedOwn()
    expect(await counts()).toEqual({ ...NONE, experts: 1, ratings: 2 })
  })

  test('is added completely or not at all, and the next start completes it', async () => {
    await rm(join(folder, 'pictures/logo.svg'))
    await expect(seedOwn()).rejects.toThrow(/logo\.svg/)
    expect(await counts()).toEqual(NONE)
    await writeFile(join(folder, 'pictures/logo.svg'), LOGO)
    await seedOwn()
    expect(await counts()).toEqual(ALL)
  })

  test('is added once if two processes start at the same time', async () => {
    const other = openDatabase(own.connectionString, () => {})
    try {
      await Promise.all([seedOwn(), seedOwn(other)])
      expect(await counts()).toEqual(ALL)
    } finally {
      await other.close()
    }
  })

  test('is not added again after it was deleted', async () => {
    await seedOwn()
    await own.client.pool.query('delete from experts; delete from ratings')
    await seedOwn()
    expect(await counts()).toEqual({ ...ALL, experts: 0, comments: 0, ratings: 0 })
  })

  test('adds no rating twice, even if the record of the seeding is lost', async () => {
    await seedOwn()
    await own.client.pool.query(`delete from facts where key = 'demo-reviews'`)
    await seedOwn()
    expect(await counts()).toEqual(ALL)
  })

  test.each([
    {
      file: 'partners.json',
      text: JSON.stringify({ ...PARTNERS, experts: [{ ...EXPERT, services: ['magic'] }] }),
      fault: /partners\.json.*[^]*services/,
    },
    {
      file: 'accounts.json',
      text: JSON.stringify({ organizations: [{ ...ACCOUNTS.organizations[0], region: 'mars' }] }),
      fault: /accounts\.json[^]*region/,
    },
    { file: 'reviews.jsonl', text: JSON.stringify({ ...REVIEWS[0], rate: 6 }), fault: /reviews\.jsonl, line 1.*[^]*rate/ },
  ])('a fault in $file stops the start with its place', async ({ file, text, fault }) => {
    await writeFile(join(folder, file), text)
    await expect(seedOwn()).rejects.toThrow(fault)
  })
})
