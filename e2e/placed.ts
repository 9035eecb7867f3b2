// Applications that are installed at their placements in the sample host.
import type { Page } from '@playwright/test'
import { tokenOf, openAs } from './people.ts'
import { makeOrganization } from './beside.ts'
import { CARDS, saveCard } from './buying.ts'
import { expect } from './test.ts'

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
 * Signs in at the marketplace as the owner of an organization of this test, installs applications, and then signs in at the host. With `pays`
 * the organization has a card. Returns the token of the marketplace.
 */
export const openWithInstalled = async (
  page: Page,
  baseURL: string | undefined,
  slugs: readonly string[],
  { pays = false } = {},
): Promise<string | null> => {
  await openAs(page, (await makeOrganization('placed')).owner)
  const token = await tokenOf(page)
  for (const slug of slugs) {
    const { id } = (await (await page.request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }
    const done = await page.request.put(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
    expect(done.ok(), await done.text()).toBe(true)
  }
  if (pays) await saveCard(page, CARDS.good)
  await page.goto(`${hostOf(baseURL)}/chats`)
  await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return token
}
