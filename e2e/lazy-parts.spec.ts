// Code that did not come is asked for again: the network may be away for a moment.
import { signIn } from './people.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/, /ERR_FAILED/] } })

test('the place to rate an application comes also where its code fails at first', async ({ page }) => {
  await page.goto('/apps/quiet-hours/')
  await hydrated(page)
  await signIn(page, 'owner@acme.test')
  const asked: string[] = []
  await page.route(/\/RatingArea-[\w-]+\.js/, async (route) => {
    asked.push(route.request().url())
    await (asked.length === 1 ? route.abort() : route.continue())
  })
  // It asks for the person's own rating once it is there.
  const came = page.waitForResponse(/\/feedback\/rate\/application\/[\w-]+\/my$/)
  await page.reload()
  await hydrated(page)
  expect((await came).status()).toBe(200)
  expect(asked.length).toBeGreaterThan(1)
})
