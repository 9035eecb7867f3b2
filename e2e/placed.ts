// Applications that are installed at their placements in the sample host.
import type { Page } from '@playwright/test'
import { signIn, tokenOf, uninstall } from './people.ts'
import { expect, hydrated, test } from './test.ts'

export const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)
/** The address of the sample host. */
export const hostOf = (baseURL: string | undefined) => `http://localhost:${portOf(baseURL) + 4}`

/** An application of a catalogue. Its name is its slug with spaces. */
export const placedLine = (slug: string, more: object) => ({
  slug,
  name: slug.replaceAll('-', ' '),
  company: { name: 'Placed' },
  category: { slug: 'crm' },
  ...more,
})

/**
 * Returns a function that signs in at the marketplace, installs applications, and then signs in at the host. It returns the token of the
 * marketplace. After each test of the file they are uninstalled.
 */
export const useInstalled = () => {
  let left: { token: string | null; slugs: readonly string[] } = { token: null, slugs: [] }
  test.afterEach(async ({ request }) => {
    for (const slug of left.slugs) await uninstall(request, left.token, slug)
    left = { token: null, slugs: [] }
  })
  return async (page: Page, baseURL: string | undefined, slugs: readonly string[]): Promise<string | null> => {
    await page.goto('/apps/')
    await hydrated(page)
    await signIn(page, 'viceowner@acme.test')
    const token = await tokenOf(page)
    left = { token, slugs }
    for (const slug of slugs) {
      const { id } = (await (await page.request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }
      const done = await page.request.put(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
      expect(done.ok() || done.status() === 409, await done.text()).toBe(true)
    }
    await page.goto(`${hostOf(baseURL)}/chats`)
    await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    return token
  }
}
