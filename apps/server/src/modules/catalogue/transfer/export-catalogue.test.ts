import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { applications } from '../../../db/schema.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'

let store: TestStore
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(join(tmpdir(), 'marketplace-export-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures')
})

const now = new Date('2026-11-20T12:00:00.000Z')
const readLines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Record<string, unknown> & { slug: string })
const exported = async () => {
  const path = join(folder, 'out.jsonl')
  const { lines } = await exportCatalogue({ client: store.client, files: store.files, path })
  const read = readLines(path)
  expect(read).toHaveLength(lines)
  return new Map(read.map((one) => [one.slug, one]))
}

const RATING = { rate: 4.3, votes: 12, histogram: [1, 0, 1, 2, 8] }

/** A line with every field, in the forms that catalogues use. */
const FULL = line('full', {
  product: 'helpdesk',
  longDescription: 'Text with <script>alert(1)</script> kept as given',
  summary: 'Sum',
  changelog: '## 1.0',
  category: { id: null, slug: 'hr', name: 'Human resources' },
  sourceCategories: ['unknown to us'],
  revisions: 3,
  company: {
    name: 'Larkspur',
    website: null,
    email: 'support@larkspur.example',
    vendor: 'L',
    description: 'Makers',
    country: 'Poland',
  },
  websiteUrl: 'https://x.example/a?b=c#d',
  brandColor: '#ABCDEF',
  features: [{ name: 'Get', description: 'Gets' }, { title: 'Put' }],
  benefits: [{ title: 'Time', description: null }],
  triggers: [],
  authorization: { type: 'oauth2', scopes: ['a b', { name: 'c', required: false }] },
  verified: false,
  languages: ['en'],
  industries: null,
  collections: ['starter-pack'],
  tags: ['app-of-the-week'],
  publishedAt: '2023-05-03T07:36:05-07:00',
  updatedAt: '2023-05-04T07:36:05.123+02:00',
  rating: RATING,
  installations: 0,
  payment: { price: 1200, frequency: 'monthly', perAccount: true },
  plans: [{ name: 'Team', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 900 }],
  widgets: [{ placement: 'settings', url: 'https://x.example/settings' }],
  elements: { onboarding: { steps: ['one'] } },
  resources: [{ name: 'More', price: 500 }],
  customProps: { order: 5, isAiPowered: 'true', somethingElse: 'kept' },
  hidden: true,
  privacyPolicyUrl: 'not an address, left out',
})

describe('an export', () => {
  test('gives back every field as it was given, unknown ones and those that were left out too', async () => {
    await store.importLines([FULL], { now })
    expect((await exported()).get('full')).toEqual({ ...FULL })
  })

  test.each<[string, object]>([
    ['numbers', { order: 5, discountPercent: 12.5, discountFrom: 20261101, discountTo: 1795996800000 }],
    ['text', { order: '5', discountPercent: ' 12.5', discountFrom: '20261101', discountTo: '1795996800' }],
    ['ISO dates', { order: 5, discountPercent: '20', discountFrom: '2026-11-01', discountTo: '2026-11-30T10:00:00Z' }],
  ])('gives back the order and the discount as %s, and nothing of them is left out before', async (_, customProps) => {
    const { remarks } = await store.importLines([line('priced', { customProps })], { now })
    expect(remarks).toEqual([])
    expect((await exported()).get('priced')?.customProps).toEqual(customProps)
    const rows = await store.client.pool.query(`select custom_props from applications where slug = 'priced'`)
    expect(rows.rows).toEqual([{ custom_props: customProps }])
  })

  test('writes the defaults that an import filled in', async () => {
    await store.importLines([{ slug: 'bare', name: 'Bare' }], { now })
    expect((await exported()).get('bare')).toEqual({
      slug: 'bare',
      name: 'Bare',
      publishedAt: now.toISOString(),
      updatedAt: now.toISOString(),
    })
  })

  test('writes anew what changed since, and keeps the rest as given', async () => {
    await store.importLines([FULL], { now })
    const columns = { name: 'Renamed', websiteUrl: null, customProps: { verified: 'true' }, hidden: false }
    await store.client.database.update(applications).set(columns).where(eq(applications.slug, 'full'))
    expect((await exported()).get('full')).toEqual({
      ...FULL,
      name: 'Renamed',
      websiteUrl: null,
      hidden: null,
      verified: true,
      customProps: { verified: 'true' },
    })
  })

  test('writes the catalogue’s rating without the accounts’ votes', async () => {
    await store.importLines([FULL, line('plain', { rating: { rate: 3.7, votes: 3 } })], { now })
    await store.client.pool.query(`insert into ratings (id, application_id, rate) select id, id, 1 from applications`)
    const lines = await exported()
    expect(lines.get('full')?.rating).toEqual(RATING)
    expect(lines.get('plain')?.rating).toEqual({ rate: 3.7, votes: 3 })
    await store.client.database.update(applications).set({ ratingRate: 4.4 }).where(eq(applications.slug, 'full'))
    expect((await exported()).get('full')?.rating).toEqual({ ...RATING, rate: 4.4 })
    await store.client.database.update(applications).set({ ratingHistogram: null }).where(eq(applications.slug, 'full'))
    expect((await exported()).get('full')?.rating).toEqual({ rate: 4.4, votes: 12 })
  })

  test('imported into an empty database is the same catalogue again', async () => {
    await store.importLines([FULL, line('other'), { slug: 'bare', name: 'Bare' }, line('draft', { publishedAt: null })], { now })
    const before = await exported()
    const other = await openTestStore()
    try {
      const report = await other.importLines([...before.values()], { now: new Date('2027-01-01T00:00:00Z') })
      expect(report).toMatchObject({ created: 4, refused: 0 })
      const path = join(other.folder, 'again.jsonl')
      await exportCatalogue({ client: other.client, files: other.files, path })
      expect(new Map(readLines(path).map((one) => [one.slug, one]))).toEqual(before)
    } finally {
      await other.close()
    }
  })

  test('brings the pictures along, byte for byte, two of one path included', async () => {
    const svg = (colour: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${colour}"/></svg>`
    for (const [name, colour] of [
      ['one', 'teal'],
      ['two', 'navy'],
    ] as const) {
      await mkdir(join(folder, name, 'pictures'), { recursive: true })
      await writeFile(join(folder, name, 'pictures/icon.svg'), svg(colour))
      const path = join(folder, name, 'catalogue.jsonl')
      await writeFile(path, JSON.stringify(line(name, { icon: 'pictures/icon.svg' })))
      await importCatalogue({ client: store.client, files: store.files, path, production: false, now })
    }
    const lines = await exported()
    expect(lines.get('one')?.icon).toBe('pictures/icon.svg')
    expect(lines.get('two')?.icon).not.toBe('pictures/icon.svg')
    expect(await readFile(join(folder, String(lines.get('one')?.icon)), 'utf8')).toBe(svg('teal'))
    expect(await readFile(join(folder, String(lines.get('two')?.icon)), 'utf8')).toBe(svg('navy'))
  })

  test('leaves an existing file alone if it fails', async () => {
    const path = join(folder, 'kept.jsonl')
    await writeFile(path, 'what was there')
    const broken = { ...store.client, database: undefined as never }
    await expect(exportCatalogue({ client: broken, files: store.files, path })).rejects.toThrow(TypeError)
    expect(await readFile(path, 'utf8')).toBe('what was there')
  })
})

const catalogues = process.env.TEST_CATALOGUES ?? ''
describe.skipIf(!existsSync(catalogues))('a real catalogue, where TEST_CATALOGUES names a folder of them', () => {
  test.each(['connectors.jsonl', 'integrations.jsonl'])('%s is exported as it was imported', async (name) => {
    const path = join(catalogues, name)
    const report = await importCatalogue({ client: store.client, files: store.files, path, production: false, now })
    const given = readLines(path)
    expect(report).toMatchObject({ lines: given.length, created: given.length, refused: 0 })
    const lines = await exported()
    for (const one of given) expect(lines.get(one.slug)).toMatchObject(one)
    for (const { icon, screenshots } of given as { icon?: string; screenshots?: { large: string }[] }[])
      for (const picture of [...(icon ? [icon] : []), ...(screenshots ?? []).map(({ large }) => large)])
        expect(await readFile(join(folder, picture))).toEqual(await readFile(join(catalogues, picture)))
  })
})
