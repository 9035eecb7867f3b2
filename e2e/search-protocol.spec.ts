// The published clients of the hosted index, unmodified, in a browser and in Node, with the marketplace's search.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { algoliasearch } from 'algoliasearch'
import type { LiteClient } from 'algoliasearch/lite'
import { type ServedPage, servePage } from './serve-page.ts'
import { expect, test } from './test.ts'

let site: ServedPage
test.beforeAll(async () => {
  site = await servePage('search-page.ts')
})
test.afterAll(() => site.close())

const QUERIES = '**/search/1/indexes/*/queries*'
const hits = (page: Page) => page.locator('.ais-Hits-item')
const names = (page: Page) => hits(page).getByRole('heading').allTextContents()
const found = async (page: Page) =>
  Number((await page.locator('.ais-Stats').textContent())?.match(/^[\d,]+/)?.[0].replace(',', ''))
const search = (page: Page, text: string) => page.getByRole('searchbox').first().fill(text)
/** Other tests import applications in these categories meanwhile, so the counts leave them out. */
const WITHOUT_GUESTS = 'NOT category.slug:hostile AND NOT category.slug:hostile-hits'
const open = async (page: Page, baseURL: string | undefined, filters = WITHOUT_GUESTS) => {
  await page.goto(`http://127.0.0.1:${site.port}/?${new URLSearchParams({ api: baseURL ?? '', filters })}`)
  await expect(hits(page)).toHaveCount(10)
}

test('hits, and what matches in them', async ({ page, baseURL }) => {
  await open(page, baseURL)
  await search(page, 'parcelw')
  await expect(hits(page).first().getByRole('heading')).toHaveText('Parcelwren')
  await expect(hits(page).first().getByRole('heading').locator('mark')).toHaveText('Parcelw')
  await search(page, 'parcle wren')
  await expect(hits(page).first().getByRole('heading')).toHaveText('Parcelwren')
  await search(page, 'zzzzzzzz')
  await expect(page.locator('.ais-Stats')).toHaveText(/^No results/)
  await expect(hits(page)).toHaveCount(0)
})

test('a hostile name and text stay text', async ({ page, baseURL }) => {
  const script = '<img src=x onerror="window.ran=1">'
  const line = {
    slug: 'hostile-hit',
    name: `Quetzalcoatlus ${script} & sons`,
    longDescription: `Quetzalcoatlus flies: &lt;b&gt;${'`<script>window.ran=2</script>`'}`,
    category: { slug: 'hostile-hits', name: `Quetzalcoatlus ${script}` },
    publishedAt: '2020-01-01T00:00:00Z',
    hidden: false,
  }
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-hostile-hit-'))
  const importLine = async (given: object) => {
    await writeFile(join(folder, 'guest.jsonl'), JSON.stringify(given))
    await promisify(execFile)(process.execPath, ['../apps/server/src/cli/import.ts', join(folder, 'guest.jsonl')], {
      cwd: import.meta.dirname,
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, PORT: new URL(baseURL ?? '').port },
    })
  }
  try {
    await importLine(line)
    await expect
      .poll(async () => {
        const answer = await page.request.post(`${baseURL}/search/1/indexes/apps/query`, { data: { query: 'quetzalcoatlus' } })
        return ((await answer.json()) as { nbHits: number }).nbHits
      })
      .toBe(1)
    await open(page, baseURL, '')
    await search(page, 'quetzalcoatlus')
    await expect(hits(page)).toHaveCount(1)
    const heading = hits(page).getByRole('heading')
    await expect(heading).toHaveText(line.name)
    await expect(heading.locator('mark')).toHaveText('Quetzalcoatlus')
    await expect(heading.locator('img')).toHaveCount(0)
    await expect(hits(page).locator('p')).toContainText('<b>')
    await expect(page.getByRole('region', { name: 'Category' })).toContainText(line.category.name)
    // A client that asks for HTML gets HTML, without any markup of an untrusted text.
    const asHtml = await page.evaluate(async () => {
      const { client } = window as unknown as { client: LiteClient }
      const { results } = await client.searchForHits({ requests: [{ indexName: 'apps', query: 'quetzalcoatlus' }] })
      const place = document.body.appendChild(document.createElement('div'))
      const [hit] = (results[0]?.hits ?? []) as unknown as Record<string, { name: { value: string } }>[]
      place.innerHTML = hit?.['_highlightResult']?.name.value ?? ''
      return { text: place.textContent, elements: [...place.children].map(({ localName }) => localName) }
    })
    expect(asHtml).toEqual({ text: line.name, elements: ['em'] })
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
  } finally {
    await importLine({ ...line, hidden: true })
    await rm(folder, { recursive: true })
  }
})

test('refinement lists: counts, one value, several, and a toggle', async ({ page, baseURL }) => {
  await open(page, baseURL)
  const all = await found(page)
  const category = page.getByRole('region', { name: 'Category' })
  const count = async (label: string) =>
    Number(await category.locator('li', { hasText: label }).locator('.ais-RefinementList-count').textContent())
  const [crm, analytics] = [await count('CRM'), await count('Analytics')]
  expect(crm).toBeGreaterThan(0)

  await category.getByRole('checkbox', { name: /^CRM/ }).check()
  await expect.poll(() => found(page)).toBe(crm)
  for (const text of await hits(page).locator('small').allTextContents()) expect(text).toBe('CRM')
  // The other choices are still there, with the number of results that each would add.
  expect(await count('Analytics')).toBe(analytics)

  await category.getByRole('checkbox', { name: /^Analytics/ }).check()
  await expect.poll(() => found(page)).toBe(crm + analytics)
  const price = page.getByRole('region', { name: 'Price' })
  await price.getByRole('checkbox', { name: /^free/ }).check()
  await expect.poll(() => found(page)).toBeLessThan(crm + analytics)
  expect(await found(page)).toBeGreaterThan(0)
  for (const value of await hits(page)
    .locator('data')
    .evaluateAll((data) => data.map((one) => (one as HTMLDataElement).value)))
    expect(value).toBe('0')

  for (const name of [/^CRM/, /^Analytics/, /^free/]) await page.getByRole('checkbox', { name }).uncheck()
  await expect.poll(() => found(page)).toBe(all)
  await page.getByRole('checkbox', { name: 'Verified' }).check()
  await expect.poll(() => found(page)).toBeLessThan(all)
  expect(await found(page)).toBeGreaterThan(0)
})

test('a search among the values of a facet', async ({ page, baseURL }) => {
  await open(page, baseURL)
  const category = page.getByRole('region', { name: 'Category' })
  await category.getByRole('searchbox').fill('comm')
  await expect(category.getByRole('checkbox')).toHaveCount(1)
  await expect(category.locator('.ais-RefinementList-labelText')).toHaveText('E-commerce')
  await expect(category.locator('.ais-RefinementList-labelText mark')).toHaveText('comm')
  await category.getByRole('checkbox').check()
  await expect(hits(page).locator('small').first()).toHaveText('E-commerce')
  await category.getByRole('searchbox').fill('zzzz')
  await expect(category.locator('.ais-RefinementList-noResults')).toBeVisible()
})

test('sort orders and pages', async ({ page, baseURL }) => {
  await open(page, baseURL)
  const sortBy = page.locator('.ais-SortBy-select')
  const prices = async () =>
    (await hits(page)
      .locator('data')
      .evaluateAll((data) => data.map((one) => Number((one as HTMLDataElement).value)))) as number[]
  await page.locator('.ais-HitsPerPage-select').selectOption('100')
  await sortBy.selectOption('apps_price')
  const byPrice = async () => {
    const shown = await prices()
    return shown.length > 10 && (shown.at(-1) ?? 0) > 0 && String(shown) === String(shown.toSorted((a, b) => a - b))
  }
  await expect.poll(byPrice).toBe(true)

  await sortBy.selectOption('apps_alphabetically')
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const isSorted = async () => {
    const shown = await names(page)
    return shown.length > 20 && String(shown) === String(shown.toSorted(collator.compare))
  }
  await expect.poll(isSorted).toBe(true)
  // Only the first hundred, because other tests import more.
  const alphabetical = await names(page)

  await page.locator('.ais-HitsPerPage-select').selectOption('10')
  await expect.poll(() => names(page)).toEqual(alphabetical.slice(0, 10))
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(alphabetical.slice(10, 20))
  await page.getByRole('link', { name: 'Last Page' }).click()
  const isAtEnd = async () => {
    const shown = await names(page)
    const isWhole = String(shown) === String(shown.toSorted(collator.compare))
    return isWhole && collator.compare(shown.at(-1) ?? '', alphabetical.at(-1) ?? '') >= 0
  }
  await expect.poll(isAtEnd).toBe(true)
})

test('a search that takes its time is stalled, and then is not', async ({ page, baseURL }) => {
  await open(page, baseURL)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(QUERIES, async (route) => {
    await released
    await route.continue()
  })
  await search(page, 'parcelwren')
  await expect(page.locator('output')).toHaveText('stalled')
  release()
  await expect(page.locator('output')).toHaveText('idle')
  await expect(hits(page).first().getByRole('heading')).toHaveText('Parcelwren')
})

test.describe('errors', () => {
  test.use({ expected: { messages: [/Failed to load resource/, /status of (?:400|503)/, /InstantSearch/] } })

  test('a request that makes no sense is said to be, and the next one is answered', async ({ page, baseURL }) => {
    await open(page, baseURL)
    await page.getByRole('button', { name: 'Ask for nonsense' }).click()
    await expect(page.locator('output')).toHaveText('error')
    await expect(page.getByRole('alert')).toHaveText('filters: a number is missing at the end')
    await page.getByRole('button', { name: 'Ask for sense' }).click()
    await expect(page.locator('output')).toHaveText('idle')
    await expect(hits(page)).toHaveCount(10)
  })

  test('a search that is away is an error, and back when it is back', async ({ page, baseURL }) => {
    await open(page, baseURL)
    await page.route(QUERIES, (route) =>
      route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, json: { message: 'away', status: 503 } }),
    )
    await search(page, 'parcel')
    await expect(page.locator('output')).toHaveText('error')
    await page.unroute(QUERIES)
    await search(page, 'parcelwren')
    await expect(page.locator('output')).toHaveText('idle')
    await expect(hits(page).first().getByRole('heading')).toHaveText('Parcelwren')
  })
})

test('the whole client in Node: one index, several, values of a facet, and an error', async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? '')
  const client = algoliasearch('any', 'any', { hosts: [{ url: `${host}/search`, protocol: 'http', accept: 'readWrite' }] })
  const one = await client.searchSingleIndex({ indexName: 'apps', searchParams: { query: 'parcelwren', facets: ['*'] } })
  expect(one).toMatchObject({ hits: [{ slug: 'parcelwren', hidden: false }], page: 0, index: 'apps' })
  expect(Object.keys(one.facets ?? {})).toContain('category.name')

  const several = await client.search([
    { indexName: 'apps_price', params: { hitsPerPage: 1, numericFilters: [['price>0']] } },
    { indexName: 'partners', params: { query: 'kettlebridge' } },
  ])
  expect(several.results).toMatchObject([{ index: 'apps_price' }, { hits: [{ kind: 'expert', slug: 'kettlebridge' }] }])

  const values = await client.searchForFacetValues({
    indexName: 'apps',
    facetName: 'category.name',
    searchForFacetValuesRequest: { facetQuery: 'cr', maxFacetHits: 5 },
  })
  expect(values.facetHits).toMatchObject([{ value: 'CRM', highlighted: '<em>CR</em>M' }])

  const missing = client.searchSingleIndex({ indexName: 'nothing', searchParams: {} })
  await expect(missing).rejects.toMatchObject({ status: 404, message: 'Index nothing does not exist' })
})
