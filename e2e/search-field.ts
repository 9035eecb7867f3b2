import type { ApplicationHit, SearchAnswer } from '@marketplace/contracts/search/schemas'
import type { Page, Route } from '@playwright/test'
import { hydrated } from './test.ts'

/** The requests that a search field sends while a person types. */
export const API = '**/api/v2/search?*'
export const UNAVAILABLE = 'Search is not available right now'

/** The visible search field, wherever it is on the page. */
export const field = (page: Page) => page.getByLabel('Search apps and partners').filter({ visible: true })
export const options = (page: Page) => page.getByRole('listbox').getByRole('option')
export const active = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await hydrated(page)
}

export const hitOf = (name: string): ApplicationHit => ({
  id: name,
  slug: 'parcelwren',
  href: '/apps/parcelwren/',
  name: [{ text: name, matched: true }],
  developer: null,
  shortDescription: [{ text: name, matched: false }],
  category: null,
  icon: null,
  monogram: { letters: 'X', colour: '#000000', ink: '#ffffff' },
  service: false,
})

/** An answer with one application of this name. */
export const answerOf = (query: string, name: string): SearchAnswer => ({
  query,
  apps: { total: 1, nearest: false, hits: [hitOf(name)] },
  partners: { total: 0, nearest: false, hits: [] },
})

export const queryOf = (route: Route): string => new URL(route.request().url()).searchParams.get('query') ?? ''
