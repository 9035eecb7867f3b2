import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Frame, Page } from '@playwright/test'
import { api, idOf, openAsBuyer } from './buying.ts'
import { test } from './listed-host.ts'
import { marketplaceFrame, openHost, say } from './serve-host.ts'
import { expect, PAGES } from './test.ts'

// Only the sample host may frame the sample application. An organization without a cart, or without a licence of the product, gets these
// statuses.
test.use({ expected: { messages: [/status of 4(?:04|22)/, /Framing .* violates .* "frame-ancestors/] } })

// In a host's frame, links may lead only to pages of its variant: other pages refuse to be framed, and the browser would show an error.

type Link = { href: string; target: string | null }

/** The links and forms of a document. */
const linksIn = (shown: Document): Link[] =>
  [...shown.querySelectorAll('a[href], area[href], form[action]')].map((link) => ({
    href: link.getAttribute('href') ?? link.getAttribute('action') ?? '',
    target: link.getAttribute('target'),
  }))
const linksOfText = async (page: Page, html: string): Promise<Link[]> =>
  page.evaluate(
    ([text, read]) => (new Function(`return ${read}`)() as typeof linksIn)(new DOMParser().parseFromString(text, 'text/html')),
    [html, String(linksIn)] as const,
  )
const linksOfFrame = async (frame: Frame): Promise<Link[]> =>
  frame.evaluate((read) => (new Function(`return ${read}`)() as typeof linksIn)(document), String(linksIn))

/**
 * Whether a link on a page of the variant leads the frame outside of its variant. A link to a new tab may lead anywhere; a link to the
 * whole window only to the host product.
 */
const leavesFrom =
  (from: string, prefix: string, host: string) =>
  ({ href, target }: Link): boolean => {
    const { origin, pathname, protocol } = new URL(href, from)
    // A screenshot opens over its page.
    if (target === '_blank' || protocol === 'mailto:' || pathname.startsWith('/pictures/')) return false
    if (target !== null && target !== '_self') return origin !== host
    return origin !== new URL(from).origin || !pathname.startsWith(`${prefix}/`)
  }

for (const { name, prefix } of VARIANTS.filter(({ framed }) => framed))
  test(`${name}: in a host, no link leads out of the variant but in a tab of its own, or to the host`, async ({
    page,
    host,
    site,
  }) => {
    const product = `http://localhost:${Number(new URL(site).port) + 4}`
    // Before the scripts have run.
    for (const { kind, path } of PAGES) {
      const links = await linksOfText(page, await (await page.request.get(prefix + path)).text())
      expect(links.length, kind).toBeGreaterThan(5)
      expect(links.filter(leavesFrom(`${site}${prefix}${path}`, prefix, product)), kind).toEqual([])
    }
    await openAsBuyer(page, 'links')
    await api(page, 'PUT', `/api/v2/applications/${await idOf(page, 'rolodeer')}/install`)
    await openHost(page, (await host(prefix.replace('/embed/', ''))).address)
    const frame = await marketplaceFrame(page)
    const screens = ['/my-apps/', '/billing/', '/cart/', '/apps/rolodeer/', '/checkout/papermoth-forms/', '/private-apps/']
    let tops = 0
    for (const path of [...PAGES.map((each) => each.path), ...screens]) {
      const [wanted = ''] = path.split('?')
      // A document that is still loading receives no messages, so the host repeats this one.
      await expect(async () => {
        await say(page, 'navigate', { pathname: path })
        await expect.poll(() => new URL(frame.url()).pathname, { message: path, timeout: 5_000 }).toBe(prefix + wanted)
      }).toPass()
      await page.waitForLoadState('networkidle')
      // For a moment the frame may still show the page of the former address.
      await expect(async () => {
        const links = await linksOfFrame(frame)
        expect(links.length, path).toBeGreaterThan(2)
        expect(links.filter(leavesFrom(frame.url(), prefix, product)), path).toEqual([])
        tops += links.filter(({ target }) => target === '_top').length
      }).toPass()
    }
    expect(tops).toBeGreaterThan(0)
  })
