import type { Locator, Page } from '@playwright/test'
import { hydrated } from './test.ts'

export const main = (page: Page) => page.getByRole('main')
export const filter = (page: Page, name: string | RegExp): Locator => main(page).getByRole('checkbox', { name })
/** The list of the chosen filters. */
export const chips = (page: Page): Locator => main(page).getByRole('list', { name: 'Chosen filters' })

/** Opens a page and waits until React has taken it over. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await hydrated(page)
}

/** Records the addresses of page data that are requested from now on. */
export const watchPageData = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('page-data.json')) asked.push(pathname + search)
  })
  return asked
}
