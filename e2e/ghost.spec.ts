import { test } from './listed-host.ts'
import { accountMenu, accountsUrl, signIn, tokenOf } from './people.ts'
import { marketplace, openHost } from './serve-host.ts'
import { expect, hydrated } from './test.ts'

// A refused token, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/] } })

const SEEN = {
  'the account menu': 'header summary',
  'the name': 'main h1',
  'the way back': 'nav[aria-label=Breadcrumb] a',
  'the action bar': '[data-action-bar] :is(a, button)',
  'the word itself': '[data-ghost] button',
}

/** Whether nothing covers the element's middle. */
const isOnTop = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && element.contains(found)
}

test('support browses as somebody else after one confirmation, and stops', async ({ page, request, baseURL, host }) => {
  await page.goto('/apps/')
  await hydrated(page)
  await signIn(page, 'support@marketplace.test')
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const globex = await page
    .context()
    .browser()
    ?.newContext({ ...(baseURL && { baseURL }) })
  const other = await globex?.newPage()
  await other?.goto('/apps/')
  if (!other || !globex) throw new Error('There is no second browser')
  await signIn(other, 'owner@globex.test')
  const info = await request.get(`${accountsUrl(baseURL)}/v2/info`, {
    headers: { authorization: `Bearer ${await tokenOf(other)}` },
  })
  const { account_id: id } = (await info.json()) as { account_id: string }
  await globex.close()
  const started = await request.post(`${accountsUrl(baseURL)}/v2/accounts/${id}/ghost`, { headers })
  const { url } = (await started.json()) as { url: string }

  const ghost = await page.context().newPage()
  await ghost.goto(url)
  await ghost.getByRole('dialog').getByRole('button', { name: 'Browse as owner@globex.test' }).click()
  const banner = ghost.getByRole('complementary', { name: 'Ghost login' })
  await expect(banner).toContainText('Browsing as owner@globex.test')
  await ghost.reload()
  await expect(banner).toContainText('Browsing as owner@globex.test')
  for (const width of [390, 768, 1376]) {
    await ghost.setViewportSize({ width, height: 800 })
    for (const path of ['/apps/rolodeer/', '/helpdesk/apps/rolodeer/', '/embed/agent-app/apps/rolodeer/']) {
      await ghost.goto(path)
      await expect(banner).toBeVisible()
      if (!path.startsWith('/embed/')) await expect(accountMenu(ghost)).toBeVisible()
      await expect(ghost.locator('[data-action-bar]')).toBeVisible({ visible: width < 1024 })
      for (const [name, selector] of Object.entries(SEEN)) {
        for (const part of await ghost.locator(selector).filter({ visible: true }).all())
          expect(await part.evaluate(isOnTop), `${name} of ${path} at ${width}`).toBe(true)
      }
      await ghost.locator('#reviews').evaluate((section) => section.scrollIntoView())
      const sections = ghost.getByRole('navigation', { name: 'On this page' })
      expect(await sections.evaluate(isOnTop), `the sections of ${path} at ${width}`).toBe(true)
    }
  }
  // The frame of a host shows the notice too.
  await openHost(ghost, (await host('agent-app')).address)
  await expect(marketplace(ghost).getByRole('complementary', { name: 'Ghost login' })).toContainText(
    'Browsing as owner@globex.test',
  )
  // Whoever has agreed to tracking is not counted as the person whom they browse as.
  await ghost.goto('/apps/')
  await ghost.evaluate(() => localStorage.setItem('marketplace-consent', 'granted'))
  await ghost.reload()
  await expect(banner).toBeVisible()
  const events = () => ghost.evaluate(() => (window as { dataLayer?: { event: string }[] }).dataLayer?.map(({ event }) => event))
  await expect.poll(events).toContain('pageview')
  expect(await events()).not.toContain('identify')
  await ghost.evaluate(() => localStorage.setItem('marketplace-consent', 'denied'))
  // The first tab still has its own account.
  await page.reload()
  await accountMenu(page).click()
  await expect(page.getByRole('banner')).toContainText('Sven Porter')
  await banner.getByRole('button', { name: 'Stop now' }).click()
  await expect(banner).toBeHidden()
  await accountMenu(ghost).click()
  await expect(ghost.getByRole('banner')).toContainText('Sven Porter')
})

test('a ghost login that fails says so', async ({ page }) => {
  await page.goto('/#access_token=dal:nothing&token_type=Bearer&expires_in=60&frenzied=1')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Ghost login failed! Please contact support.')
  await expect(page).toHaveURL('/')
})
