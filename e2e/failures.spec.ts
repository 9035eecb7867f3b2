import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUILD_HASH_HEADER } from '@marketplace/contracts/pages/page-data'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/, /status of (?:404|429|500|503)/, /ERR_FAILED/] } })

test('page data that fails is tried again', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  let requests = 0
  await page.route('**/page-data/apps/page-data.json', (route) =>
    ++requests < 3 ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  expect(requests).toBe(3)
})

test('page data that keeps failing becomes the error page at the same address, with a way on', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await markDocument(page)
  await page.route('**/page-data/apps/page-data.json', (route) => route.abort())
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Apps list couldn't be loaded")
  await expect(page).toHaveURL('/apps/')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText("Apps list couldn't be loaded")
})

test('a search that is refused says why, and is asked again', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  let refuses = true
  const says = { heading: 'Many people are searching right now', text: 'Try again in a moment.' }
  await page.route('**/page-data/search/page-data.json*', async (route) => {
    if (!refuses) return route.continue()
    const { result } = (await (
      await route.fetch({ url: new URL('/page-data/no-page/page-data.json', page.url()).href })
    ).json()) as {
      result: object
    }
    return route.fulfill({ status: 429, json: { path: '/search/', result: { ...result, kind: 'server-error', says } } })
  })
  await page.keyboard.press('/')
  await page.keyboard.type('crm')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(says.heading)
  await expect(page.getByText(says.text)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It failed again.')).toBeVisible()
  refuses = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading).toHaveText('Results for “crm”')
})

test.describe('an address that cannot be decoded', () => {
  // The second message is the router's own.
  test.use({ expected: { messages: [/status of 404/, /could not be decoded because it is a malformed URL segment/] } })

  test('is the not-found page like any other, there and come back to', async ({ page }) => {
    expect((await page.goto('/apps/%ff'))?.status()).toBe(404)
    await hydrated(page)
    await markDocument(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('There is no page here')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(heading).not.toHaveText('There is no page here')
    await page.goBack()
    await expect(heading).toHaveText('There is no page here')
    await expect(page).toHaveURL('/apps/%ff')
    expect(await isMarked(page)).toBe(true)
  })
})

for (const path of ['/%0A', '/apps/%0D%0Ax/', '/apps/%E2%80%A8', '/helpdesk/apps/crm%0A/', '/private-apps/%0A/'])
  test(`${path}, which fits no route, is the not-found page without a word in the console`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('There is no page here')
    await page.getByRole('main').getByRole('link', { name: 'Browse all apps' }).click()
    await expect(heading).toHaveText('All apps')
    await hydrated(page)
    await page.goBack()
    await expect(heading).toHaveText('There is no page here')
    expect(new URL(page.url()).pathname).toBe(path)
  })

// Written plainly, these would be a query, a hash, or a host.
for (const path of ['/apps/%5C%3F%23', '/%5C%5Cevil.example', '/apps/%00', '/apps/%09', '/Apps/%C3%89'])
  test(`${path} is the not-found page, taken over by the browser without a word in the console`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404)
    await hydrated(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('There is no page here')
    await markDocument(page)
    await page.getByRole('main').getByRole('link', { name: 'Browse all apps' }).click()
    await expect(heading).toHaveText('All apps')
    await page.goBack()
    await expect(heading).toHaveText('There is no page here')
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await isMarked(page)).toBe(true)
  })

test('an application that is gone since the list was loaded is the not-found page at its own address', async ({ page }) => {
  await page.goto('/apps/crm/')
  await hydrated(page)
  await markDocument(page)
  await page.route('**/page-data/apps/peppergrove-crm/page-data.json', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Peppergrove CRM/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/nothing|not found|no page|gone|isn/i)
  await expect(page).toHaveURL('/apps/peppergrove-crm/')
  expect(await isMarked(page)).toBe(true)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'CRM' })).toBeVisible()
})

test('a new build is loaded in full where the person goes next', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await markDocument(page)
  await page.route('**/page-data/apps/page-data.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HASH_HEADER]: 'another' } })
  })
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await hydrated(page)
  await expect.poll(() => isMarked(page)).toBe(false)
  await expect(page).toHaveURL('/apps/')
})

test('a script that does not come loads the page in full, once and not in a loop', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await markDocument(page)
  let refused = 0
  await page.route('**/assets/ListingPage-*.js', (route) => (++refused === 1 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await hydrated(page)
  expect(await isMarked(page)).toBe(false)
  await expect(page).toHaveURL('/apps/')
})

test('texts of strangers that are imported beside the running server are shown as text, and run nothing', async ({
  page,
  baseURL,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-hostile-'))
  const script = '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg onload="window.ran = 3">'
  const line = {
    slug: 'hostile-guest',
    name: `Guest ${script}`.slice(0, 110),
    shortDescription: script,
    longDescription: `Hello\n\n${script}\n\n<a href="javascript:window.ran=4">press</a> <p onclick="window.ran=5">para</p>`,
    changelog: script,
    company: { name: `Evil ${script}`.slice(0, 110), website: 'https://evil.example/"><script>window.ran=6</script>' },
    category: { slug: 'hostile', name: `Hostile ${script}`.slice(0, 70) },
    features: [{ title: script, description: script }],
    customProps: { finishInstallCopy: script },
    version: script.slice(0, 90),
    languages: ['"><script>window.ran=7</script>'],
  }
  try {
    await writeFile(join(folder, 'guest.jsonl'), JSON.stringify(line))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['../apps/server/src/cli/import.ts', join(folder, 'guest.jsonl')],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, PORT: new URL(baseURL ?? '').port },
      },
    )
    expect(stdout).toContain('line 1: ')
    expect(stdout).toContain('1 new')
    await expect(async () => expect((await page.request.get('/apps/hostile-guest/')).status()).toBe(200)).toPass()
    for (const path of ['/apps/hostile-guest/', '/apps/hostile/', '/apps/?sortBy=published', '/']) {
      await page.goto(path)
      await hydrated(page)
      expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
    }
    await page.goto('/apps/hostile-guest/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>')
    await page.getByText('press').click()
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
  }
})
