// What people meet in a host product is sound there too: axe looks at the host and at the marketplace in its frame.
import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Page } from '@playwright/test'
import { hostPort } from './ports.ts'
import { fillCart } from './buying.ts'
import { applicationToken, offer } from './offered-charges.ts'
import { makeOrganization } from './beside.ts'
import { heard, hostPage, marketplace, openHost } from './serve-host.ts'
import { axeFindings, expectSound, savePicture } from './sound.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

/** A host product with what axe wants of a page. */
const hostOf = (src: string): string =>
  hostPage(src).replace('<iframe', '<main><h1>Host</h1><iframe').replace('</iframe>', '</iframe></main>')

/** Shows a page of the variant in a listed host, which needs no server: its document comes from here. */
const showIn = async (page: Page, baseURL: string | undefined, path: string): Promise<void> => {
  const host = `http://localhost:${hostPort(baseURL)}/`
  await page.unroute(host)
  await page.route(host, (route) => route.fulfill({ contentType: 'text/html', body: hostOf(`${baseURL}${path}`) }))
  await openHost(page, host)
}

// Five pages are checked at each width and in both themes: two minutes on a busy machine.
test.setTimeout(300_000)

// A document that comes from the test counts as one of another network, which a browser asks about.
test.use({ permissions: ['local-network-access'] })

for (const { name, prefix, product } of VARIANTS.filter(({ framed }) => framed))
  test(`${name}: an application, My apps, the cart, the checkout and a payment are sound in a host`, async ({
    page,
    baseURL,
  }) => {
    const [slug, sold] = product === 'helpdesk' ? ['front-bell', 'helpdesk'] : ['papermoth-forms', 'livechat']
    const { owner } = await makeOrganization(`sound-${name}`)
    await openAs(page, owner)
    const token = await applicationToken(page, baseURL)
    const charge = await offer(page, token, 'direct_charge', { name: 'Ten more reports', price: 1_000, quantity: 1 }, sold)
    await page.goto('/my-apps/')
    const cart = await fillCart(page, [slug], sold)
    for (const { what, path, shown } of [
      { what: 'an application', path: `/apps/${slug}/`, shown: null },
      { what: 'My apps', path: '/my-apps/', shown: null },
      { what: 'the cart', path: '/cart/', shown: /^Check out/ },
      { what: 'the checkout', path: `/checkout/cart/${cart}/`, shown: /^(?:Pay \$|Start free trial)/ },
      { what: 'a payment', path: `/checkout/charge/${charge.id}/direct_charge/`, shown: /^Pay \$/ },
    ]) {
      await showIn(page, baseURL, prefix + path)
      const main = marketplace(page).getByRole('main')
      if (shown === null) await expect(main.getByRole('link').first()).toBeVisible()
      else await expect(main.getByRole('button', { name: shown }).first()).toBeVisible()
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
      expect((await heard(page, 'loaded')).length).toBeGreaterThan(0)
      // The other framed variants differ in what they list and are called, and not in how they look.
      if (name === 'agent-app') await expectSound(page, `${what} in ${name}`)
      else {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await expect(async () => expect(await axeFindings(page), what).toEqual([])).toPass({ timeout: 60_000 })
        await savePicture(page, `${what} in ${name}`)
      }
    }
  })
