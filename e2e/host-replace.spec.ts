// A replacing navigation of the host takes the place of the page before in the history: docs/product/hosts.md, Messages.
import { BUILD_HASH_HEADER } from '@marketplace/contracts/pages/page-data'
import type { Page } from '@playwright/test'
import { heading, test } from './listed-host.ts'
import { heard, lastHeard, marketplace, openHost, say } from './serve-host.ts'
import { expect } from './test.ts'

/** Makes the data of a page look like that of another build, so that the page is loaded as another document. */
const fromAnotherBuild = (page: Page, path: string) =>
  page.route(`**/page-data${path}page-data.json*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HASH_HEADER]: 'another' } })
  })

for (const { means, to, title } of [
  { means: 'in another document', to: '/my-apps/', title: 'My apps' },
  { means: 'with a new build', to: '/developers/#top', title: 'Developers' },
])
  test(`a page that is replaced ${means} is not there on the way back`, async ({ page, host }) => {
    await fromAnotherBuild(page, '/developers/')
    await openHost(page, (await host('text')).address)
    await say(page, 'navigate', { pathname: '/apps/crm/' })
    await expect(heading(page)).toHaveText('CRM')
    await say(page, 'navigate', { pathname: to, replace: true })
    await expect(heading(page)).toHaveText(title)
    await expect.poll(() => heard(page, 'loaded')).toHaveLength(2)
    const { pathname, hash } = new URL(to, 'http://marketplace.example')
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual({ pathname, search: '', hash })
    await page.evaluate(() => window.history.back())
    await expect(heading(page)).toHaveText('All apps')
  })

for (const { means, documents } of [
  { means: 'in the same document', documents: 1 },
  { means: 'that end in another document', documents: 2 },
])
  test(`a page that is replaced over two redirects ${means} is not there on the way back`, async ({ page, host }) => {
    if (documents === 2) await fromAnotherBuild(page, '/apps/chat-to-ticket/')
    await openHost(page, (await host('helpdesk', '/apps/?beta=true')).address)
    await say(page, 'navigate', { pathname: '/partners/' })
    await expect(heading(page)).toHaveText('Partner experts')
    // The first redirect adds the beta mode, and the second one leads to the application's own address.
    await say(page, 'navigate', { pathname: '/services/chat-to-ticket/#support', replace: true })
    const shown = { pathname: '/apps/chat-to-ticket/', search: '?beta=true', hash: '#support' }
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual(shown)
    await expect.poll(() => heard(page, 'loaded')).toHaveLength(documents)
    await expect(marketplace(page).locator('#support')).toBeInViewport()
    await page.evaluate(() => window.history.back())
    await expect(heading(page)).toHaveText('All apps')
  })
