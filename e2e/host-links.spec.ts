import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Page } from '@playwright/test'
import { api, idOf, openAs } from './buying.ts'
import { expect, hydrated, PAGES, test } from './test.ts'

// An organization without a cart, or without a licence of the product, gets these statuses.
test.use({ expected: { messages: [/status of 4(?:04|22)/] } })

// In a host's frame, links must lead only to pages of its variant: other pages refuse to be framed, and the browser would show an error.

/** The targets of the links in a document that stay in its frame: in `html`, or in the open page. */
const linksOf = (page: Page, html: string | null = null): Promise<string[]> =>
  page.evaluate((text) => {
    const shown = text === null ? document : new DOMParser().parseFromString(text, 'text/html')
    return [...shown.querySelectorAll('a[href]')]
      .filter((link) => link.getAttribute('target') !== '_blank')
      .map((link) => link.getAttribute('href') ?? '')
  }, html)

/** Whether an address on a page of the variant leads out of it. */
const leavesFrom = (from: string, prefix: string) => (href: string) => {
  const { origin, pathname, protocol } = new URL(href, from)
  // A screenshot opens over its page.
  if (protocol === 'mailto:' || pathname.startsWith('/pictures/')) return false
  return origin !== new URL(from).origin || !pathname.startsWith(`${prefix}/`)
}

for (const { name, prefix } of VARIANTS.filter(({ framed }) => framed))
  test(`${name}: no link leads out of the variant but in a tab of its own`, async ({ page, baseURL }) => {
    for (const { kind, path } of PAGES) {
      const links = await linksOf(page, await (await page.request.get(prefix + path)).text())
      expect(links.length, kind).toBeGreaterThan(5)
      expect(links.filter(leavesFrom(`${baseURL}${prefix}${path}`, prefix)), kind).toEqual([])
    }
    await openAs(page, 'owner@globex.test')
    await api(page, 'PUT', `/api/v2/applications/${await idOf(page, 'rolodeer')}/install`)
    for (const path of ['/my-apps/', '/billing/', '/cart/', '/apps/rolodeer/']) {
      await page.goto(prefix + path)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      expect((await linksOf(page)).filter(leavesFrom(page.url(), prefix)), path).toEqual([])
    }
  })
