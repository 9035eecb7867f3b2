import type { Page } from '@playwright/test'
import { tokenOf, openAs } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// Every test writes to its own experts, because one address may send them only five messages an hour.

const api = '/api/v2/partners'
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const form = (page: Page, name: RegExp) => page.getByRole('form', { name })
const messageForm = (page: Page) => form(page, /^Message to/)
const reviewForm = (page: Page) => form(page, /^Review of/)

const openExpert = async (page: Page, slug: string): Promise<void> => {
  await page.goto(`/partners/${slug}/`)
  await hydrated(page)
  await expect(messageForm(page)).toBeVisible()
}
const fillMessage = async (page: Page, text: string): Promise<void> => {
  await messageForm(page).getByLabel('Name', { exact: true }).fill('Vera')
  await messageForm(page).getByLabel('E-mail').fill('vera@example.test')
  await messageForm(page).getByLabel('Message').fill(text)
}
/** Writes to an expert until the limit refuses, from the browser, whose address may differ from the test's. */
const useUp = async (page: Page, slug: string): Promise<void> => {
  await page.goto('/partners/')
  const last = await page.evaluate(
    async ([root, wanted]) => {
      const all = (await (await fetch(`${root}/experts_marketplace`)).json()) as { expert_id: string; slug: string }[]
      const id = all.find((each) => each.slug === wanted)?.expert_id
      const body = JSON.stringify({ userEmail: 'vera@example.test', name: 'Vera', message: 'Hello' })
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      let status = 200
      for (let count = 0; status === 200 && count < 7; count++)
        ({ status } = await fetch(`${root}/experts_marketplace/${id}/message`, request))
      return status
    },
    [api, slug] as const,
  )
  expect(last).toBe(429)
}
/** Calls as a member of the marketplace's staff. */
const asStaff = async (page: Page) => {
  await openAs(page, 'support@marketplace.test')
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  return {
    list: async <T>(path: string): Promise<T[]> => (await (await page.request.get(`${api}${path}`, { headers })).json()) as T[],
    put: (path: string) => page.request.put(`${api}${path}`, { headers }),
  }
}
test('a visitor writes to an expert, is told what is missing, and staff see the message', async ({ page }) => {
  const text = `Can you help us? ${Date.now()}`
  await openExpert(page, 'papaya-north')
  await page.getByRole('complementary').getByRole('link', { name: 'Send a message' }).click()
  await expect(page).toHaveURL(/#contact$/)
  await messageForm(page).getByRole('button', { name: 'Send message' }).click()
  await expect(messageForm(page).getByRole('alert')).toHaveText([
    'Please enter your name',
    'Please enter your e-mail address',
    'Please enter your message',
  ])
  await expect(messageForm(page).getByLabel('Name', { exact: true })).toBeFocused()
  await fillMessage(page, text)
  await messageForm(page).getByLabel('Website (optional)').fill('example')
  await messageForm(page).getByRole('button', { name: 'Send message' }).click()
  await expect(messageForm(page).getByRole('alert')).toHaveText('Please enter an address such as https://example.com')
  await messageForm(page).getByLabel('Website (optional)').fill('')
  await messageForm(page).getByRole('button', { name: 'Send message' }).click()
  await expect(messages(page)).toContainText('Message sent successfully!')
  const said = Date.now()
  const region = page.getByRole('region', { name: 'Contact' })
  await expect(region).toContainText('Your message is on its way to Papaya North')
  await expect(messages(page)).not.toContainText('Message sent successfully!', { timeout: 6_000 })
  // A message stays for 4 s. It may have been there for a moment before the test saw it.
  expect(Date.now() - said).toBeGreaterThan(3_000)
  const again = region.getByRole('button', { name: 'Write another message' })
  await expect(again).toBeFocused()
  await again.click()
  await expect(messageForm(page).getByLabel('Message')).toHaveValue('')
  await expect(messageForm(page).getByLabel('E-mail')).toHaveValue('vera@example.test')

  const staff = await asStaff(page)
  const found = (await staff.list<{ message: string }>('/experts_inquiries')).find(({ message }) => message === text)
  expect(found).toMatchObject({ email: 'vera@example.test', website: null, recipients: [{ expert_name: 'Papaya North' }] })
})

test.describe('too many messages', () => {
  test.use({ expected: { messages: [/status of 429/] } })
  test('are refused in words, and what was typed stays', async ({ page }) => {
    await useUp(page, 'oakum-and-twine')
    await openExpert(page, 'oakum-and-twine')
    await fillMessage(page, 'One more')
    await messageForm(page).getByRole('button', { name: 'Send message' }).click()
    await expect(messages(page)).toContainText("We couldn't send the contact request")
    await expect(messageForm(page)).toContainText('try again later')
    await expect(messageForm(page).getByLabel('Message')).toHaveValue('One more')
    await expect(messageForm(page).getByLabel('Name', { exact: true })).toHaveValue('Vera')
    await expect(messageForm(page).getByRole('button', { name: 'Send message' })).toBeFocused()
  })

  test('to one expert of a campaign refuse the request, until that one is left out', async ({ page }) => {
    await useUp(page, 'studio-lindqvist-aho')
    await page.goto('/partners/campaigns/a-new-help-desk/')
    await hydrated(page)
    const request = form(page, /^Request: Moving to a new help desk/)
    await request.getByLabel('What do you need?').fill('Everything')
    await request.getByLabel('Name', { exact: true }).fill('Vera')
    await request.getByLabel('E-mail').fill('vera@example.test')
    await request.getByRole('button', { name: 'Ask 4 experts' }).click()
    await expect(messages(page)).toContainText("We couldn't send the expert request")
    await expect(request.getByLabel('What do you need?')).toHaveValue('Everything')
    await request.getByRole('checkbox', { name: 'Studio Lindqvist-Aho' }).uncheck()
    await request.getByRole('button', { name: 'Ask 3 experts' }).click()
    await expect(messages(page)).toContainText('Message sent successfully!')
    await expect(page.getByRole('region', { name: 'Ask for help' })).toContainText('Each expert will answer by e-mail.')
  })
})

test.describe('a review', () => {
  test.use({ expected: { messages: [/status of 409/] } })
  test('is counted, sent once, and shown when staff have verified it', async ({ page }) => {
    const email = `vera-${Date.now()}@example.test`
    const text = `<b>Quick</b> & kind, ${Date.now()}`
    const send = async () => reviewForm(page).getByRole('button', { name: 'Send review' }).click()
    const fill = async (review: string) => {
      await reviewForm(page).getByLabel('Your review').fill(review)
      await reviewForm(page).getByLabel('Your name').fill('Vera')
      await reviewForm(page).getByLabel('Your e-mail').fill(email)
    }
    await openExpert(page, 'casa-mondego')
    await send()
    await expect(reviewForm(page).getByRole('alert').first()).toHaveText('Please enter your review')
    await fill('a'.repeat(256))
    await reviewForm(page).getByLabel('Your name').fill('a'.repeat(65))
    await expect(reviewForm(page)).toContainText('256 / 255')
    await send()
    await expect(reviewForm(page).getByRole('alert')).toHaveText([
      'Review cannot be longer than 255 characters',
      'Name cannot be longer than 64 characters',
    ])
    await fill(text)
    await send()
    await expect(messages(page)).toContainText('Review sent to be verified!')
    const testimonials = page.getByRole('region', { name: 'Testimonials' })
    await testimonials.getByRole('button', { name: 'Write another review' }).click()
    await fill('Again')
    await send()
    await expect(messages(page)).toContainText('Review had already been sent!')
    await expect(reviewForm(page)).toContainText('Review has been already sent!')
    await expect(reviewForm(page).getByLabel('Your review')).toHaveValue('Again')
    await page.reload()
    await expect(testimonials).not.toContainText(text)

    const staff = await asStaff(page)
    const waiting = (await staff.list<{ id: string; comment: string }>('/experts_comments?limit=200')).find(
      ({ comment }) => comment === text,
    )
    expect((await staff.put(`/experts_comments/${waiting?.id}/verify`)).status()).toBe(200)
    await expect(async () => {
      await openExpert(page, 'casa-mondego')
      await expect(testimonials).toContainText(text, { timeout: 1_000 })
    }).toPass()
  })
})

test.describe('while the network is down', () => {
  test.use({ expected: { messages: [/ERR_INTERNET_DISCONNECTED/] } })
  test('nothing that was typed is lost, and it is sent when the network is back', async ({ page, context }) => {
    await openExpert(page, 'aiko-brandt')
    await fillMessage(page, 'Are you there?')
    await reviewForm(page).getByLabel('Your review').fill('Fine.')
    await reviewForm(page).getByLabel('Your name').fill('Vera')
    await reviewForm(page).getByLabel('Your e-mail').fill(`vera-${Date.now()}@example.test`)
    await context.setOffline(true)
    await messageForm(page).getByRole('button', { name: 'Send message' }).click()
    await expect(messages(page)).toContainText("We couldn't send the contact request")
    await reviewForm(page).getByRole('button', { name: 'Send review' }).click()
    await expect(messages(page)).toContainText("Expert review couldn't be sent")
    await expect(reviewForm(page)).toContainText('Nothing is lost')
    await context.setOffline(false)
    await messageForm(page).getByRole('button', { name: 'Send message' }).click()
    await expect(messages(page)).toContainText('Message sent successfully!')
    await reviewForm(page).getByRole('button', { name: 'Send review' }).click()
    await expect(messages(page)).toContainText('Review sent to be verified!')
  })
})

test('a visitor joins the waiting list of a prospect', async ({ page }) => {
  const seen: (string | null)[] = []
  page.on('request', (request) => void (request.url().endsWith('/visits') && seen.push(request.postData())))
  await page.goto('/partners/')
  await hydrated(page)
  const prospects = page.getByRole('region', { name: 'Not in the program yet' })
  await prospects.getByText('Join the waiting list of Hoang Thi Lan').click()
  const list = form(page, /^Waiting list of Hoang Thi Lan/)
  await list.getByRole('button', { name: 'Join' }).click()
  await expect(list.getByRole('alert')).toHaveText('Please enter your e-mail address')
  await list.getByLabel('E-mail').fill('vera@example.test')
  await list.getByRole('button', { name: 'Join' }).click()
  await expect(messages(page)).toContainText('You are on the waiting list.')
  await expect(prospects).toContainText('We will write to you once, when Hoang Thi Lan has joined.')
  expect(seen).toHaveLength(1)
  expect(JSON.parse(seen[0] ?? '')).toEqual({ prospect_id: expect.any(String), visited_at: expect.stringMatching(/Z$/) })
})

test('a visit is reported once in a tab, when the page is idle, and nobody is in it', async ({ page }) => {
  const reported: { body: string | null; status: Promise<number | undefined> }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/partners/experts/visits')) return
    reported.push({ body: request.postData(), status: request.response().then((response) => response?.status()) })
  })
  await openExpert(page, 'nadia-belkacem')
  await expect.poll(() => reported.length).toBe(1)
  expect(await reported[0]?.status).toBe(200)
  await page.reload()
  await hydrated(page)
  await openExpert(page, 'yellow-ledger')
  await expect.poll(() => reported.length).toBe(2)
  expect(Object.keys(JSON.parse(reported[0]?.body ?? '') as object)).toEqual(['expert_id', 'visited_at'])
  expect(await reported[1]?.status).toBe(200)
})

test.describe('where visits cannot be reported', () => {
  test.use({ expected: { messages: [/status of 503/] } })
  test('a visit that cannot be reported changes nothing', async ({ page }) => {
    let asked = 0
    await page.route('**/partners/experts/visits', (route) => {
      asked++
      return route.fulfill({ status: 503, json: {} })
    })
    await openExpert(page, 'nadia-belkacem')
    await expect.poll(() => asked).toBe(1)
    await expect(messages(page)).toBeEmpty()
    await expect(messageForm(page).getByLabel('Message')).toBeEditable()
  })
})

test('who is signed in finds name and e-mail filled in', async ({ page }) => {
  await openAs(page, 'owner@acme.test')
  await openExpert(page, 'third-bell-academy')
  await expect(messageForm(page).getByLabel('E-mail')).toHaveValue('owner@acme.test')
  await expect(messageForm(page).getByLabel('Name', { exact: true })).not.toHaveValue('')
  await expect(reviewForm(page).getByLabel('Your e-mail')).toHaveValue('owner@acme.test')
})

test('a message is written by keyboard alone at 390 px, and the hidden field is never reached', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openExpert(page, 'tomasz-wierzbicki')
  await messageForm(page).getByLabel('Name', { exact: true }).focus()
  for (const text of ['Vera', 'Visitor', 'vera@example.test', '', 'Written by keyboard']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(messageForm(page).getByRole('button', { name: 'Send message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Message sent successfully!')
})

for (const [what, path] of [
  ['an expert', '/partners/kettlebridge/'],
  ['a campaign', '/partners/campaigns/ready-for-the-season/'],
  ['the experts', '/partners/'],
] as const)
  test(`the forms of ${what} are accessible and fit at every width, in both themes`, async ({ page }) => {
    await expectSound(page, `the forms of ${what}`, {
      again: async () => {
        await page.goto(path)
        await hydrated(page)
        if (path === '/partners/') await page.getByText('Join the waiting list of The Reply Room').click()
        await page.getByRole('main').getByRole('form').last().getByRole('button').last().click()
        await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
      },
      // As high as the page, so that sticky elements cover nothing that is checked.
      height: 7_000,
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says that the form needs scripts, and leads to the expert’s website', async ({ page }) => {
    await page.goto('/partners/kettlebridge/')
    const contact = page.getByRole('region', { name: 'Contact' })
    await expect(contact).toContainText('The form needs scripts, which are off in this browser.')
    await expect(contact.getByRole('link').first()).toHaveAttribute('href', /^https:/)
  })
})

test.describe('faults that only the server refuses', () => {
  test.use({ expected: { messages: [/status of 400/] } })
  test('is said at its field', async ({ page }) => {
    await openExpert(page, 'bureau-vaucresne')
    await fillMessage(page, 'Hello')
    await messageForm(page).getByLabel('Website (optional)').fill('https://intranet')
    await messageForm(page).getByRole('button', { name: 'Send message' }).click()
    await expect(messageForm(page).getByRole('alert')).toHaveText('Please enter an address such as https://example.com')
    await expect(messageForm(page).getByLabel('Website (optional)')).toBeFocused()
    await expect(messageForm(page).getByLabel('Message')).toHaveValue('Hello')
  })
})
