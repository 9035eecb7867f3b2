// Ways from the marketplace's frame into the host around it: a new tab, and the host's own placements.
import { CARDS, openAsBuyer, saveCard, subscribe } from './buying.ts'
import { importLines } from './beside.ts'
import { tokenOf } from './people.ts'
import { marketplace } from './serve-host.ts'
import { expect, test } from './test.ts'

/** The targets of "Go to Chats" and "Go to Reports". In the help desk they lead to Live Chat, because the application belongs to it. */
const FRAMED = [
  { variant: 'agent-app', at: '/apps/marketplace', chats: '/chats', reports: '/reports' },
  { variant: 'helpdesk-iframe', at: '/settings/integrations/marketplace', chats: '/chats', reports: '/reports' },
  { variant: 'text-iframe', at: '/text/marketplace', chats: '/text/messages', reports: '/text/reports' },
] as const
const slugOf = (variant: string) => `leads-on-from-${variant}`
const elsewhereOf = (variant: string) => `lives-elsewhere-in-${variant}`

test.beforeAll(async ({ baseURL, playwright }) => {
  const line = { product: 'livechat', company: { name: 'Leading' }, category: { slug: 'crm' } }
  await importLines(
    FRAMED.flatMap(({ variant, chats }) => [
      {
        ...line,
        slug: slugOf(variant),
        name: `Leads on from ${variant}`,
        customProps: { agentAppReport: 'true' },
        payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
      },
      {
        ...line,
        slug: elsewhereOf(variant),
        name: `Lives elsewhere in ${variant}`,
        customProps: { alternativeFullscreenPath: chats },
      },
    ]),
  )
  const request = await playwright.request.newContext()
  const last = elsewhereOf('text-iframe')
  await expect(async () => expect((await request.get(`${baseURL}/apps/${last}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

for (const { variant, at, chats, reports } of FRAMED)
  test(`in the host, ${variant} leads to Chats, Reports and the application’s place, in the same tab`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const host = `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}`
    await openAsBuyer(page, 'ways')
    await saveCard(page, CARDS.good)
    const token = await tokenOf(page)
    const headers = { authorization: `Bearer ${token}` }
    const slug = elsewhereOf(variant)
    await subscribe(page, slugOf(variant))
    const found = await request.get(`/api/v2/applications/${slug}/published`)
    const { id } = (await found.json()) as { id: string }
    expect((await request.put(`/api/v2/applications/${id}/install`, { headers })).ok()).toBe(true)
    for (const [path, name, leads] of [
      [`/checkout/${slugOf(variant)}/thank-you/`, /^Go to Chats/, chats],
      [`/checkout/${slugOf(variant)}/thank-you/`, /^Go to Reports/, reports],
      [`/apps/${slug}/open/`, /^Open app/, chats],
    ] as const) {
      await page.goto(host + at + path)
      const link = marketplace(page).getByRole('main').getByRole('link', { name })
      await expect(link).toBeVisible()
      await link.click()
      await expect(page).toHaveURL(host + leads)
      expect(context.pages()).toHaveLength(1)
    }
  })
