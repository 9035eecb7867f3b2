// Code that failed to load is requested again, because the network may have failed only for a moment.
import { signIn } from './people.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/, /ERR_FAILED/] } })

test('the place to rate an application comes also where its code fails at first', async ({ page }) => {
  await page.goto('/apps/quiet-hours/')
  await hydrated(page)
  // Once the code is loaded, it requests the person's own rating.
  const rating = () => page.waitForResponse(/\/feedback\/rate\/application\/[\w-]+\/my$/)
  const cameBefore = rating()
  await signIn(page, 'owner@acme.test')
  await cameBefore
  const asked: string[] = []
  await page.route(/\/RatingArea-[\w-]+\.js/, async (route) => {
    asked.push(route.request().url())
    await (asked.length === 1 ? route.abort() : route.continue())
  })
  const came = rating()
  await page.reload()
  await hydrated(page)
  expect((await came).status()).toBe(200)
  expect(asked.length).toBeGreaterThan(1)
})
