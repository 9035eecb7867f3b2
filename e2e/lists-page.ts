import type { Page } from '@playwright/test'
import { hydrated } from './test.ts'

export const main = (page: Page) => page.getByRole('main')

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
