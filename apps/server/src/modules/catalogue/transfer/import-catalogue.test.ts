import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { findApplicationsBySlug, loadCategories, loadDevelopers } from '../stored/repository.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures')
})

const stored = async (slug: string) => {
  const [found] = await findApplicationsBySlug(store.client.database, [slug])
  if (!found) throw new Error(`${slug} is not there`)
  return found
}
const now = new Date('2026-11-20T12:00:00.000Z')

describe('lines that are refused', () => {
  test.each([
    { why: 'broken JSON', given: '{"slug": "x', reason: /^is not valid JSON$/ },
    { why: 'not an object', given: '[1]', reason: /^is not a JSON object$/ },
    { why: 'no slug', given: { name: 'X' }, reason: /^slug: is missing$/ },
    { why: 'a slug that is none', given: line('Not A Slug'), reason: /^slug: is not a slug/ },
    { why: 'no name', given: { slug: 'x' }, reason: /^name: is missing$/ },
    { why: 'a slug that would hide a collection', given: line('starter-pack'), reason: /^slug: .*starter-pack/ },
    { why: 'a slug that would hide a page', given: line('coming-soon'), reason: /^slug: .*coming-soon/ },
    { why: 'a reserved slug', given: line('marketplace'), reason: /^slug: .*marketplace/ },
    { why: 'a slug that would hide a category', given: line('crm'), reason: /^slug: .*crm/ },
    { why: 'a category that would hide a page', given: line('x', { category: { slug: 'settings' } }), reason: /^category: / },
    { why: 'a category that would hide itself', given: line('x', { category: { slug: 'x' } }), reason: /^category: / },
    { why: 'a text of 1 MB', given: line('x', { longDescription: 'a'.repeat(1024 * 1024) }), reason: /256 KB/ },
    {
      why: 'a text of 1 MB where nobody looks',
      given: line('x', { notes: { deep: ['a'.repeat(1024 * 1024)] } }),
      reason: /256 KB/,
    },
    { why: 'a NUL character', given: line('x', { summary: 'a\0b' }), reason: /NUL/ },
    { why: 'half of a surrogate pair', given: '{"slug":"x","name":"\\ud800"}', reason: /surrogate/ },
    {
      why: 'a bottomless nesting',
      given: `{"slug":"x","name":"X","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      reason: /nested/,
    },
    { why: 'a name that turns the text around', given: line('x', { name: 'good\u202Eevil' }), reason: /^name: has invisible/ },
    {
      why: 'a name that is too long',
      given: line('x', { name: 'x'.repeat(200) }),
      reason: /^name: has more than 120 characters$/,
    },
    { why: 'a negative price', given: line('x', { payment: { price: -1, frequency: 'once' } }), reason: /^payment\.price: / },
    { why: 'an unknown product', given: line('x', { product: 'toaster' }), reason: /^product: / },
    { why: 'a date that is none', given: line('x', { publishedAt: 'yesterday' }), reason: /^publishedAt: / },
  ])('$why', async ({ given, reason }) => {
    const report = await store.importLines([line('before'), given, line('after')], { now })
    expect(report).toMatchObject({ lines: 3, created: 2, refused: 1 })
    expect(report.remarks).toEqual([{ line: 2, reason: expect.stringMatching(reason) }])
    expect(await findApplicationsBySlug(store.client.database, ['before', 'after'])).toHaveLength(2)
  })

  test('the second line of a slug', async () => {
    const report = await store.importLines([line('twice', { name: 'First' }), line('twice', { name: 'Second' })], { now })
    expect(report.remarks).toEqual([{ line: 2, reason: 'slug: twice is already used on line 1' }])
    expect((await stored('twice')).name).toBe('First')
  })

  test('invalid UTF-8', async () => {
    const path = join(store.folder, 'bytes.jsonl')
    await writeFile(path, Buffer.concat([Buffer.from('{"slug":"x","name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]))
    const { importCatalogue } = await import('./import-catalogue.ts')
    const report = await importCatalogue({ client: store.client, files: store.files, path, production: false, now })
    expect(report.remarks).toEqual([{ line: 1, reason: 'is not valid UTF-8' }])
  })

  test('a category whose page would hide an existing application', async () => {
    await store.importLines([line('productivity')], { now })
    const report = await store.importLines([line('x', { category: { slug: 'productivity', name: 'Productivity' } })], { now })
    expect(report.remarks).toEqual([{ line: 1, reason: expect.stringMatching(/^category: .*would hide the application/) }])
  })
})

describe('lines that are changed', () => {
  test('an invalid value of an optional field is left out', async () => {
    const report = await store.importLines(
      [
        line('x', {
          websiteUrl: 'javascript:alert(1)',
          company: { name: 'Larkspur', website: 'nowhere' },
          features: [{ title: 'A' }, {}],
        }),
      ],
      { now },
    )
    expect(report).toMatchObject({ created: 1, refused: 0 })
    expect(report.remarks).toHaveLength(1)
    expect(report.remarks[0]?.reason).toMatch(/websiteUrl is not an http or https address and was left out/)
    const application = await stored('x')
    expect(application.websiteUrl).toBeNull()
    expect(application.company).toMatchObject({ name: 'Larkspur', website: null })
    expect(application.features).toEqual([{ title: 'A', description: null }])
  })

  test('an order and a percentage that are not numbers are left out and reported', async () => {
    const report = await store.importLines([line('x', { customProps: { order: 'first', discountPercent: '20 %' } })], { now })
    expect(report.remarks[0]?.reason).toMatch(/customProps\.order is not a number and was left out/)
    expect((await stored('x')).customProps).toEqual({})
  })

  test('a value that is left out because of one of its parts names the fault of that part', async () => {
    const report = await store.importLines([line('x', { company: { name: 'X'.repeat(121) } })], { now })
    expect(report.remarks[0]?.reason).toBe('company has no valid name (it has more than 120 characters) and was left out')
  })

  test('one entry of a list is left out however much is wrong with it, and its neighbours stay', async () => {
    const features = [{ title: 'A' }, { title: 1, description: 2 }, { title: 'B' }, {}, { title: 'C' }]
    const report = await store.importLines([line('x', { features, rating: { rate: 99, votes: -1 }, languages: ['en', 7] })], {
      now,
    })
    const [remark] = report.remarks
    const named = remark?.reason.split('; ').map((part) => part.split(' ')[0])
    expect(named?.toSorted()).toEqual(['features.1', 'features.3', 'languages.1', 'rating'])
    expect((await stored('x')).features.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
    expect(await stored('x')).toMatchObject({ ratingRate: null, languages: ['en'] })
  })

  test('markup in any plain field is shown as text, and the report names the fields', async () => {
    const script = '<script>alert(1)</script>'
    const report = await store.importLines(
      [
        line('x', {
          features: [{ title: script }],
          company: { name: `L ${script}` },
          longDescription: '[a](javascript:alert(1))',
        }),
      ],
      { now },
    )
    expect(report.remarks[0]?.reason).toBe(
      'longDescription: a link with javascript: is kept out of every page; company, features: markup is shown as plain text',
    )
  })

  test('a script in a text is kept as given, and kept out of what pages show', async () => {
    const longDescription = 'Hello <script>alert(1)</script><b onclick="alert(2)">there</b> <a href="javascript:alert(3)">x</a>'
    const report = await store.importLines([line('x', { longDescription })], { now })
    expect(report.remarks).toEqual([
      { line: 1, reason: 'longDescription: script, onclick, href with javascript: is kept out of every page' },
    ])
    const application = await stored('x')
    expect(application.longDescription).toBe(longDescription)
    expect(application.longDescriptionHtml).toBe('<p>Hello <b>there</b> <a>x</a></p>')
  })
})

describe('the histogram of a rating', () => {
  const rating = { rate: 4, votes: 4, histogram: [0, 1, 0, 1, 2] }
  const imported = async (given: unknown) => {
    const report = await store.importLines([line('x', { rating: given })], { now })
    return { report, application: await stored('x') }
  }

  test('is kept if its sum is the number of votes', async () => {
    const { report, application } = await imported(rating)
    expect(report.remarks).toEqual([])
    expect(application).toMatchObject({ ratingRate: 4, ratingVotes: 4, ratingHistogram: [0, 1, 0, 1, 2] })
  })

  test('makes the rating invalid if its sum differs', async () => {
    const { report, application } = await imported({ ...rating, votes: 5 })
    expect(report).toMatchObject({ created: 1, refused: 0 })
    expect(report.remarks).toEqual([
      { line: 1, reason: 'rating has a histogram that does not add up to its votes and was left out' },
    ])
    expect(application).toMatchObject({ ratingRate: null, ratingVotes: 0, ratingHistogram: null })
  })

  test.each([
    ['four numbers', [1, 1, 1, 1]],
    ['six numbers', [1, 1, 1, 1, 0, 0]],
    ['a broken number', [0.5, 0.5, 1, 1, 1]],
    ['less than none', [-1, 2, 1, 1, 1]],
    ['texts', ['0', '1', '1', '1', '1']],
    ['no list', { five: 4 }],
  ])('of %s is left out as one, and the rating stays', async (_, histogram) => {
    const { report, application } = await imported({ ...rating, histogram })
    expect(report.remarks.map(({ reason }) => reason)).toEqual([
      'rating.histogram is not five whole numbers, the votes for one to five stars and was left out',
    ])
    expect(application).toMatchObject({ ratingRate: 4, ratingVotes: 4, ratingHistogram: null })
  })

  test.each([
    ['a rating without one', { rate: 4.5, votes: 6 }, { ratingRate: 4.5, ratingVotes: 6, ratingHistogram: null }],
    ['null for it', { ...rating, histogram: null }, { ratingRate: 4, ratingVotes: 4, ratingHistogram: null }],
    ['no rating at all', undefined, { ratingRate: 4, ratingVotes: 4, ratingHistogram: [0, 1, 0, 1, 2] }],
    ['null for the rating', null, { ratingRate: null, ratingVotes: 0, ratingHistogram: null }],
  ])('after a line with %s is what that line says', async (_, next, expected) => {
    await imported(rating)
    await store.importLines([{ slug: 'x', ...(next !== undefined && { rating: next }) }], { now })
    expect(await stored('x')).toMatchObject(expected)
  })
})

describe('the meaning of a line', () => {
  test('a line without publishedAt is published at its import, and submittedAt and acceptedAt follow', async () => {
    await store.importLines([{ slug: 'x', name: 'X' }], { now })
    expect(await stored('x')).toMatchObject({
      publishedAt: now,
      submittedAt: now,
      acceptedAt: now,
      product: 'livechat',
      payment: null,
    })
  })

  test('publishedAt of null is not published', async () => {
    await store.importLines([line('x', { publishedAt: null, submittedAt: '2026-01-01T00:00:00Z' })], { now })
    expect(await stored('x')).toMatchObject({
      publishedAt: null,
      acceptedAt: null,
      submittedAt: new Date('2026-01-01T00:00:00Z'),
    })
  })

  test('matching is by slug: an absent field is left as it is, null clears it', async () => {
    await store.importLines([line('x', { version: '1', websiteUrl: 'https://x.example', installations: 7 })], { now })
    const before = await stored('x')
    const report = await store.importLines([{ slug: 'x', websiteUrl: null, version: '2' }], { now })
    expect(report).toMatchObject({ created: 0, updated: 1 })
    const after = await stored('x')
    expect(after).toMatchObject({
      id: before.id,
      name: 'X',
      version: '2',
      websiteUrl: null,
      installations: 7,
      publishedAt: before.publishedAt,
    })
  })

  test('verified is a custom property, and leaves the others alone', async () => {
    await store.importLines([line('x', { customProps: { isAiPowered: 'true' } })], { now })
    await store.importLines([{ slug: 'x', verified: true }], { now })
    expect((await stored('x')).customProps).toEqual({ isAiPowered: 'true', verified: 'true' })
  })

  test('categories match by slug and never by id; new ones get ids from 100', async () => {
    await store.importLines(
      [line('x', { category: { id: 4, slug: 'crm' } }), line('y', { category: { id: 2, slug: 'hr', name: 'HR' } })],
      { now },
    )
    const categories = new Map((await loadCategories(store.client.database)).map(({ slug, id }) => [slug, id]))
    expect(categories.get('hr')).toBe(100)
    expect((await stored('x')).categoryId).toBe(5)
    expect((await stored('y')).categoryId).toBe(100)
    expect(categories.get('lead-generation')).toBe(15)
  })

  test('developers are one by name, whatever its case, and keep slugs of their own', async () => {
    await store.importLines(
      [
        line('a', { company: { name: 'd.velop' } }),
        line('b', { company: { name: 'D.VELOP' } }),
        line('c', { company: { name: 'd velop' } }),
        line('d', { company: { name: '株式会社' } }),
      ],
      { now },
    )
    const developers = await loadDevelopers(store.client.database)
    expect(developers.map(({ name }) => name).toSorted()).toEqual(['d velop', 'd.velop', '株式会社'])
    expect(new Set(developers.map(({ slug }) => slug)).size).toBe(3)
  })

  test('plans follow from the payment and keep their ids when the price changes', async () => {
    const payment = { price: 1200, frequency: 'monthly', perAccount: true, trialDays: 14 }
    await store.importLines([line('x', { payment })], { now })
    const before = (await stored('x')).plans
    expect(before.map(({ billingCycle, priceCents }) => [billingCycle, priceCents])).toEqual([
      ['pay-monthly', 1200],
      ['pay-yearly', 12_240],
    ])
    await store.importLines([{ slug: 'x', payment: { ...payment, price: 2000 } }], { now })
    const after = (await stored('x')).plans
    expect(after.map(({ id, priceCents }) => [id, priceCents])).toEqual([
      [before[0]?.id, 2000],
      [before[1]?.id, 20_400],
    ])
    await store.importLines([{ slug: 'x', payment: null }], { now })
    expect((await stored('x')).plans).toEqual([])
  })

  test('a one-off price has no trial, whether a payment or a listed plan names one', async () => {
    const payment = { price: 4900, frequency: 'once', trialDays: 14 }
    const listed = { name: 'For ever', billingCycle: 'pay-once', pricingType: 'per-organization', price: 4900, trialDays: 14 }
    await store.importLines([line('x', { payment }), line('y', { payment, plans: [listed] })], { now })
    for (const slug of ['x', 'y']) {
      const { payment: told, plans } = await stored(slug)
      expect([told?.trialDays, plans.map(({ trialDays }) => trialDays)]).toEqual([0, [0]])
    }
  })
})

describe('pictures', () => {
  const withPictures = async (given: Record<string, unknown>) => {
    await mkdir(join(store.folder, 'pictures'), { recursive: true })
    await writeFile(
      join(store.folder, 'pictures/icon.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="teal"/></svg>',
    )
    const shot = await sharp({ create: { width: 2400, height: 1500, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    await writeFile(join(store.folder, 'pictures/shot.png'), shot)
    await writeFile(join(store.folder, 'pictures/broken.png'), 'no picture')
    return store.importLines([line('x', given)], { now })
  }

  test('are relative to the catalogue, encoded anew and never larger than they need be', async () => {
    const report = await withPictures({
      icon: 'pictures/icon.svg',
      screenshots: [{ large: 'pictures/shot.png', caption: 'One' }],
    })
    expect(report.remarks).toEqual([])
    const { iconId, screenshots } = await stored('x')
    const icon = await sharp((await store.files.read(`pictures/${iconId}/master.webp`)) ?? undefined).metadata()
    expect([icon.format, icon.width]).toEqual(['webp', 256])
    const shot = await sharp(
      (await store.files.read(`pictures/${screenshots[0]?.pictureId}/master.webp`)) ?? undefined,
    ).metadata()
    expect([shot.format, shot.width, shot.height]).toEqual(['webp', 1600, 1000])
  })

  test.each([
    { path: 'pictures/none.png', reason: /is not there/ },
    { path: 'pictures/broken.png', reason: /could not be read as a picture/ },
    { path: 'pictures', reason: /is not a file/ },
    { path: '../outside.png', reason: /icon is not a path inside/ },
    { path: '/etc/passwd', reason: /icon is not a path inside/ },
    { path: 'https://far.example/icon.png', reason: /icon is not a path inside/ },
  ])('$path is left out, and the rest of the line goes in', async ({ path, reason }) => {
    const report = await withPictures({ icon: path })
    expect(report).toMatchObject({ created: 1, refused: 0, remarks: [{ line: 1, reason: expect.stringMatching(reason) }] })
    expect((await stored('x')).iconId).toBeNull()
  })
})

test('--dry-run reports the same and changes nothing', async () => {
  const lines = [line('x'), 'broken', line('starter-pack')]
  const dry = await store.importLines(lines, { now, dryRun: true })
  expect(await findApplicationsBySlug(store.client.database, ['x'])).toEqual([])
  expect(await store.importLines(lines, { now })).toEqual(dry)
})

test('two imports at once take turns', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => line(`app-${index}`, { category: { slug: `new-${index}` } }))
  const [one, two] = await Promise.all([store.importLines(lines, { now }), store.importLines(lines, { now })])
  expect([one, two].map(({ created, updated, refused }) => [created, updated, refused]).toSorted()).toEqual([
    [0, 60, 0],
    [60, 0, 0],
  ])
  const ids = (await loadCategories(store.client.database)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
