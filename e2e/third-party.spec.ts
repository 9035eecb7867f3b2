// Third-party applications in the marketplace's frames: the sample applications, made with the published SDKs, unmodified.
import type { Page } from '@playwright/test'
import { catalogueLine } from '@marketplace/testkit/line'
import { api, idOf, main, messages } from './buying.ts'
import { importLines } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)
const samples = (baseURL: string | undefined) => `http://127.0.0.1:${portOf(baseURL) + 3}`

const OWNER = 'owner@acme.test'
const frameOf = (page: Page) => page.frameLocator('[data-full-screen] iframe')
const log = (page: Page) => frameOf(page).getByRole('status', { name: 'What happened' })
const press = (page: Page, name: string) => frameOf(page).getByRole('button', { name, exact: true }).click()

test.beforeAll(async ({ baseURL }) => {
  const at = samples(baseURL)
  const line = (slug: string, placement: string, path: string, more: object = {}) =>
    catalogueLine(slug, { name: slug.replaceAll('-', ' '), widgets: [{ placement, url: `${at}${path}` }], ...more })
  await importLines([
    line('never-answers', 'fullscreen', '/misbehaves/silent'),
    line('answers-late', 'fullscreen', '/misbehaves/late?ms=9000'),
    line('wants-the-window', 'fullscreen', '/misbehaves/top'),
    line('says-too-much', 'fullscreen', '/misbehaves/flood'),
    line('not-there', 'fullscreen', '/', { widgets: [{ placement: 'fullscreen', url: 'http://127.0.0.1:9/app' }] }),
    line('on-our-origin', 'fullscreen', '/', { widgets: [{ placement: 'fullscreen', url: `${baseURL}/apps/` }] }),
  ])
})

/** Installs an application by the API, and opens it. */
const open = async (page: Page, slug: string, rest = 'open/'): Promise<void> => {
  const id = await idOf(page, slug)
  const answer = await api(page, 'PUT', `/api/v2/applications/${id}/install`)
  expect([200, 409]).toContain(answer.status())
  await page.goto(`/apps/${slug}/${rest}`)
}

test.describe('a full-screen application', () => {
  test('is there once it says so, in the theme of the page, and told what its address says', async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openAs(page, OWNER)
    await open(page, 'rolodeer', 'open/?contact=7&from=mail')
    await expect(log(page)).toContainText('connected')
    await expect(page.locator('[data-app-loading]')).toHaveCount(0)
    const frame = page.locator('[data-full-screen] iframe')
    const src = new URL((await frame.getAttribute('src')) ?? '')
    expect(src.origin).toBe(samples(baseURL))
    expect(Object.fromEntries(src.searchParams)).toEqual({ plugin_id: await idOf(page, 'rolodeer'), theme: 'dark' })
    expect((await frame.getAttribute('sandbox'))?.split(' ')).not.toContain('allow-top-navigation')
    await expect(log(page)).toContainText('page data {"contact":"7","from":"mail"}')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(log(page)).toContainText('theme light')
    // The policy of the page names this application and no other.
    const policy = (await page.request.get('/apps/rolodeer/open/')).headers()['content-security-policy']
    expect(policy).toContain(`frame-src http://localhost:${portOf(baseURL) + 1} `)
    expect(policy).toContain(` ${samples(baseURL)};`)
    expect(policy).not.toContain('frame-src https:')
    await expectSound(page, 'an application in full screen')
  })

  test('has a badge, says what happened, and leads on within the host', async ({ page, baseURL }) => {
    await openAs(page, OWNER)
    await open(page, 'rolodeer')
    await press(page, 'Show how many wait')
    await expect(page.getByRole('status').filter({ hasText: '3 notifications' })).toBeVisible()
    await expect(page).toHaveTitle(/^\(3\) Rolodeer/)
    await press(page, 'Clear the badge')
    await expect(page.getByText('3 notifications')).toHaveCount(0)
    await press(page, 'Say it worked')
    await expect(messages(page)).toContainText('Rolodeer: The contact was saved.')
    await press(page, 'Say it failed')
    await expect(messages(page)).toContainText('Rolodeer: The contact was not saved.')
    await press(page, 'Count a visit')
    await press(page, 'Reports of today')
    await press(page, 'Show the team')
    await expect(page).toHaveURL('/apps/rolodeer/open/?view=team')
    await expect(log(page)).toContainText('page data {"view":"team"}')
    // Each request gets an answer, and none navigates.
    await press(page, 'Go nowhere')
    await expect(log(page)).toContainText('nowhere')
    await press(page, 'Go to a stranger')
    await press(page, 'Count a visit')
    await expect(page).toHaveURL('/apps/rolodeer/open/?view=team')
    await page.route(`http://localhost:${portOf(baseURL) + 4}/chats`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Chats</title><link rel="icon" href="data:,">' }),
    )
    await press(page, 'Go to Chats')
    await expect(page).toHaveURL(`http://localhost:${portOf(baseURL) + 4}/chats`)
    await page.goto('/apps/rolodeer/open/')
    // Its trustedUrl names its own site.
    await press(page, 'Go to my website')
    await expect(page).toHaveURL(`${samples(baseURL)}/`)
  })

  test('what it counts is counted for it, without its words and not without end', async ({ page }) => {
    const sent: { event: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v2/events'))
        sent.push(...(request.postDataJSON() as { events: { event: string }[] }).events)
    })
    await openAs(page, OWNER)
    await open(page, 'rolodeer')
    const rolodeer = await idOf(page, 'rolodeer')
    for (let count = 0; count < 25; count++) await press(page, 'Count a visit')
    await press(page, 'Go nowhere')
    await expect(log(page)).toContainText('nowhere')
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
      const own = sent.filter(({ event }) => event === 'application_event')
      expect(own).toEqual(
        Array.from({ length: 20 }, () => ({ event: 'application_event', application: rolodeer, detail: 'fullscreen' })),
      )
    }).toPass()
    expect(JSON.stringify(sent)).not.toContain('contacts')
  })

  test('follows the theme that the person has chosen, whatever the system says', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await openAs(page, OWNER)
    await page.goto('/apps/')
    await hydrated(page)
    await page.getByRole('contentinfo').getByLabel('Dark theme').check({ force: true })
    await open(page, 'rolodeer')
    await expect(log(page)).toContainText('connected')
    await expect(page.locator('[data-full-screen] iframe')).toHaveAttribute('src', /[?&]theme=dark(?:&|$)/)
    // In another tab the person changes their mind.
    const other = await page.context().newPage()
    await other.goto('/apps/')
    await hydrated(other)
    await other.getByRole('contentinfo').getByLabel('Light theme').check({ force: true })
    await expect(log(page)).toContainText('theme light')
    await other.close()
  })

  test('of the help desk is there with the handshake, which is all it sends', async ({ page }) => {
    await openAs(page, OWNER)
    await open(page, 'rotabird')
    await expect(log(page)).toContainText('connected')
    await expect(page.locator('[data-app-loading]')).toHaveCount(0)
    await press(page, 'Show how many wait')
    await expect(page.getByText('7 notifications')).toBeVisible()
  })
})

test('the settings of an application are shown in a frame too', async ({ page, baseURL }) => {
  await openAs(page, OWNER)
  await open(page, 'mossgate-invoices', '')
  await page.goto('/my-apps/?find=mossgate')
  await main(page).getByRole('link', { name: 'Settings of Mossgate Invoices' }).click()
  await expect(page).toHaveURL('/apps/mossgate-invoices/settings/')
  await expect(page).toHaveTitle(/^Settings of Mossgate Invoices/)
  await frameOf(page).getByLabel('Sender of the invoices').fill('Accounts payable')
  await press(page, 'Save')
  await expect(messages(page)).toContainText('Mossgate Invoices: Accounts payable was saved.')
  await expectSound(page, 'the settings of an application')
  await press(page, 'Open the guide')
  await expect(page).toHaveURL(`${samples(baseURL)}/`)
  await page.goto('/apps/heron-lists/settings/')
  await expect(main(page)).toContainText('This app is not installed')
})

test('an application and its settings are also at the id of the application', async ({ page, baseURL }) => {
  await openAs(page, OWNER)
  await open(page, 'rolodeer', '')
  await open(page, 'mossgate-invoices', '')
  const [rolodeer, mossgate] = [await idOf(page, 'rolodeer'), await idOf(page, 'mossgate-invoices')]
  await page.goto(`/apps/${rolodeer}/open/?view=team`)
  await expect(log(page)).toContainText('page data {"view":"team"}')
  const answer = await page.goto(`/apps/${mossgate}/settings/`)
  expect((await answer?.allHeaders())?.['content-security-policy']).toContain(` ${samples(baseURL)};`)
  await expect(frameOf(page).getByLabel('Sender of the invoices')).toBeVisible()
  await page.goto(`/apps/${'0'.repeat(mossgate.length)}/settings/`)
  await expect(main(page)).toContainText('This app is not installed')
})

test.describe('an application that misbehaves', () => {
  test('and never answers is said, can be shown anyway, and left', async ({ page }) => {
    await openAs(page, OWNER)
    const began = Date.now()
    await open(page, 'never-answers')
    await expect(page.locator('[data-app-loading]')).toBeVisible()
    const alert = main(page).getByRole('alert')
    await expect(alert).toContainText('never answers does not answer')
    expect(Date.now() - began).toBeGreaterThanOrEqual(8_000)
    await expect(alert.getByRole('link', { name: 'My apps' })).toBeVisible()
    await expectSound(page, 'an application that does not answer')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('[data-app-loading]')).toBeVisible()
    await alert.getByRole('button', { name: 'Show it anyway' }).click()
    await expect(frameOf(page).getByText('says nothing to its host')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/my-apps/')
  })

  test('and answers late is shown once it does', async ({ page }) => {
    await openAs(page, OWNER)
    await open(page, 'answers-late')
    await expect(main(page).getByRole('alert')).toContainText('answers late does not answer')
    await expect(log(page)).toContainText('connected at last')
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  })

  test.describe('', () => {
    test.use({ expected: { messages: [/Unsafe attempt to initiate navigation|navigat|Failed to load|postMessage|ERR_/i] } })

    test('cannot lead the window away', async ({ page }) => {
      await openAs(page, OWNER)
      await open(page, 'wants-the-window')
      await expect(log(page)).toContainText('tried')
      await page.waitForTimeout(500)
      await expect(page).toHaveURL('/apps/wants-the-window/open/')
    })

    test('and whose address does not answer is said soon, with a way back', async ({ page }) => {
      await openAs(page, OWNER)
      await open(page, 'not-there')
      const alert = main(page).getByRole('alert')
      await expect(alert).toContainText('not there cannot be reached')
      await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expectSound(page, 'an application that cannot be reached')
      await alert.getByRole('link', { name: 'My apps' }).click()
      await expect(page).toHaveURL('/my-apps/')
    })
  })

  test('is never framed from our own origin', async ({ page }) => {
    await openAs(page, OWNER)
    await open(page, 'on-our-origin')
    await expect(main(page).getByRole('alert')).toContainText('on our origin cannot be shown here')
    await expect(page.locator('[data-full-screen] iframe')).toHaveCount(0)
  })

  test('and sends nonsense, ten megabytes or a thousand messages a second is heard again afterwards', async ({ page }) => {
    await openAs(page, OWNER)
    await open(page, 'says-too-much')
    await press(page, 'Send nonsense')
    await expect(log(page)).toContainText('nonsense was answered')
    await press(page, 'Send ten megabytes')
    await expect(log(page)).toContainText('ten megabytes were answered')
    await expect(messages(page)).not.toContainText('xxx')
    const began = Date.now()
    await press(page, 'Send a thousand a second')
    // The page stays responsive: a click on its own help link takes effect at once.
    const [long] = await Promise.all([
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let longest = 0
            let last = performance.now()
            const look = () => {
              const now = performance.now()
              longest = Math.max(longest, now - last)
              last = now
              if (now - began < 3_000) requestAnimationFrame(look)
              else resolve(longest)
            }
            const began = last
            requestAnimationFrame(look)
          }),
      ),
      expect(log(page)).toContainText('three thousand were sent'),
    ])
    expect(long, `${Date.now() - began} ms`).toBeLessThan(500)
    await page.waitForTimeout(4_000)
    await press(page, 'Say it worked')
    await expect(messages(page)).toContainText('says too much: Still here.')
  })
})

test('an application that leads to itself and talks without end leaves no history, and is shown at its pace', async ({
  page,
}) => {
  // Clicks by the test driver count as the person's.
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }))
  await openAs(page, OWNER)
  await open(page, 'says-too-much')
  await expect(log(page)).toContainText('connected')
  const before = await page.evaluate(() => history.length)
  await page.evaluate(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const toast = document.querySelector('[role=status][aria-label=Messages] .toast')?.textContent
      if (toast) shown.add(toast)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await press(page, 'Lead to itself and talk')
  await expect(log(page)).toContainText('forty were said', { timeout: 30_000 })
  // The last of both requests wins.
  await expect(page).toHaveURL(/\?count=40$/)
  await expect(messages(page)).toContainText('Toast 40')
  expect(await page.evaluate(() => history.length)).toBe(before)
  const shown = await page.evaluate(() => (window as unknown as { shown: Set<string> }).shown.size)
  expect(shown).toBeGreaterThan(1)
  expect(shown).toBeLessThan(20)
})

test('an application that leads away by itself is not met again by "Back"', async ({ page, baseURL }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }))
  await openAs(page, OWNER)
  await page.goto('/my-apps/')
  await open(page, 'rolodeer')
  await expect(log(page)).toContainText('connected')
  await press(page, 'Go to Chats')
  await expect(page).toHaveURL(`http://localhost:${portOf(baseURL) + 4}/chats`)
  await page.goBack()
  await expect(page).toHaveURL('/my-apps/')
})

test('what another window says in the words of an application is not heard', async ({ page, baseURL }) => {
  await openAs(page, OWNER)
  await open(page, 'rolodeer')
  await expect(log(page)).toContainText('connected')
  const at = (path: string) => page.frames().find((frame) => frame.url().startsWith(`${samples(baseURL)}${path}`))
  const own = at('/rolodeer/app')
  // Each answer to the frame contains the id of the page's connection.
  await own?.evaluate(() => addEventListener('message', ({ data }) => Object.assign(window, { heard: data })))
  await press(page, 'Count a visit')
  const heard = async () => own?.evaluate(() => (window as unknown as { heard?: { owner: string; instance: number } }).heard)
  await expect.poll(heard).toBeTruthy()
  const { owner = '', instance = 0 } = (await heard()) ?? {}
  const forged = (content: string) => ({
    '@@livechat/postmessenger': true,
    owner,
    instance,
    type: 'call',
    request: 99,
    data: { method: 'handle', args: [{ plugin_id: null, message: 'set_toast', data: { content, kind: 'success' } }] },
  })
  await page.evaluate((data) => window.postMessage(data, '*'), forged('said by the page itself'))
  await page.evaluate(
    (src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    },
    `${samples(baseURL)}/rotabird/settings`,
  )
  await expect.poll(() => at('/rotabird/settings')).toBeTruthy()
  // The same origin, but another window.
  await at('/rotabird/settings')?.evaluate((data) => parent.postMessage(data, '*'), forged('said by a neighbour'))
  await own?.evaluate((data) => parent.postMessage(data, '*'), forged('said by itself'))
  await expect(messages(page)).toContainText('Rolodeer: said by itself')
  await expect(messages(page)).not.toContainText('said by the page')
  await expect(messages(page)).not.toContainText('said by a neighbour')
})
