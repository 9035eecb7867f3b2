import { test as base, expect, type Page } from '@playwright/test'

type Fixtures = {
  /** Messages in the console that a test causes on purpose. */
  expected: { messages: RegExp[] }
  failures: string[]
}

/** All tests come from one address, whose events the server takes sixty times a minute. No page depends on them. */
const TOO_MANY_EVENTS = /status of 429 .*\/api\/v2\/events\)$/

/** A test in a browser. It fails on any error or warning in the console or on the page, besides its own checks. */
export const test = base.extend<Fixtures>({
  expected: [{ messages: [] }, { option: true }],
  failures: [
    async ({ page, expected }, use) => {
      const failures: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          failures.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => failures.push(`page error: ${error.message}`))
      await use(failures)
      const patterns = [...expected.messages, TOO_MANY_EVENTS]
      expect(failures.filter((failure) => !patterns.some((pattern) => pattern.test(failure)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** The kinds of pages, each with an address in the demo. */
export const PAGES = [
  { kind: 'home', path: '/' },
  { kind: 'all applications', path: '/apps/' },
  { kind: 'a category', path: '/apps/crm/' },
  { kind: 'a collection', path: '/apps/staff-top-picks/' },
  { kind: 'an application', path: '/apps/parcelwren/' },
  { kind: 'a service', path: '/services/agent-coaching/' },
  { kind: 'the services', path: '/services/' },
  { kind: 'a landing', path: '/saas-deals/' },
  { kind: 'the developers', path: '/developers/' },
  { kind: 'a developer', path: '/developers/northwind/' },
  { kind: 'the experts', path: '/partners/' },
  { kind: 'an expert', path: '/partners/kettlebridge/' },
  { kind: 'a campaign', path: '/partners/campaigns/a-new-help-desk/' },
  { kind: 'what is coming soon', path: '/apps/coming-soon/' },
  { kind: 'search results', path: '/search/?query=chat' },
  { kind: 'a search without results', path: '/search/?query=zzzzqqqq' },
  { kind: 'the sign-in', path: '/sign-in/' },
  { kind: 'what is for those who are signed in', path: '/my-apps/' },
  { kind: 'an application to open', path: '/apps/rolodeer/open/' },
  { kind: 'not found', path: '/apps/nothing-of-that-name/' },
] as const

/** Waits until React has taken the page over: from then on it handles clicks. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))

/** Marks the document, so that a full load can be told from a navigation of the router. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => void document.documentElement.setAttribute('data-marked', ''))
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
