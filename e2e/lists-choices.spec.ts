// Choices in the forms of a list that are made while another one is under way.
import type { Locator, Page } from '@playwright/test'
import { chips, filter, main, open } from './lists-page.ts'
import { expect, test } from './test.ts'

/**
 * Makes a choice in the moment in which the next list is drawn: React has changed the document, and its effects have not run yet. `seen` is
 * what the field shows from then on until the choice is the address. `value` is for a select; a box is clicked.
 */
const chooseOnceDrawn = async (field: Locator, value: string): Promise<{ seen: Promise<string[]> }> => {
  const node = await field.elementHandle()
  if (!node) throw new Error('no field')
  const seen = node.evaluate(async (element, value) => {
    const field = element as HTMLInputElement | HTMLSelectElement
    const shown = () => (field instanceof HTMLInputElement ? String(field.checked) : field.value)
    await new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('section[aria-busy=true]')) return
        observer.disconnect()
        if (field instanceof HTMLInputElement) field.click()
        else {
          field.value = value
          field.dispatchEvent(new Event('change', { bubbles: true }))
        }
        resolve()
      }).observe(document.body, { attributeFilter: ['aria-busy'], subtree: true })
    })
    const { href } = window.location
    const seen = new Set<string>()
    while (window.location.href === href) {
      seen.add(shown())
      await new Promise((resolve) => setTimeout(resolve))
    }
    return [...seen]
  }, value)
  return { seen }
}

test('two quick clicks ask for both, however long the first one takes', async ({ page }) => {
  await open(page, '/apps/')
  let first: (() => Promise<void>) | undefined
  await page.route('**/page-data/apps/page-data.json?payment=free', (route) => {
    first = () => route.continue().catch(() => {})
  })
  await filter(page, /^Free/).check()
  await expect(page.locator('section[aria-busy=true]')).toBeVisible()
  await filter(page, /^German/).check()
  await expect(page).toHaveURL('/apps/?payment=free&language=de')
  await first?.()
  await expect(filter(page, /^Free/)).toBeChecked()
  await expect(filter(page, /^German/)).toBeChecked()
  await expect(chips(page).getByRole('listitem')).toHaveCount(3)
})

test('a choice stays while the list of the choice before it is drawn', async ({ page }) => {
  await open(page, '/apps/')
  const { seen } = await chooseOnceDrawn(filter(page, /^German/), 'true')
  await filter(page, /^Free/).check()
  expect(await seen).toEqual(['true'])
  await expect(chips(page).getByRole('listitem')).toContainText(['Free', 'German', 'Clear all'])
  await expect(filter(page, /^German/)).toBeChecked()
})

test('an order stays while the list of the order before it is drawn', async ({ page }) => {
  await open(page, '/apps/')
  const sort = main(page).getByLabel('Sort by')
  const { seen } = await chooseOnceDrawn(sort, 'price')
  await sort.selectOption('published')
  expect(await seen).toEqual(['price'])
  await expect(page).toHaveURL('/apps/?sortBy=price')
  await expect(sort).toHaveValue('price')
  await page.goBack()
  await expect(sort).toHaveValue('published')
  await page.goBack()
  await expect(sort).toHaveValue('recommended')
})

test('the fields follow an address that takes the place of a choice', async ({ page }) => {
  await open(page, '/apps/?language=de')
  // The lists of the choices do not come.
  await page.route(/page-data\.json\?.*(language|payment)=/, () => {})
  await main(page).getByLabel('Sort by').selectOption('published')
  await filter(page, /^Free/).check()
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/apps/?sortBy=published')
  await expect(filter(page, /^German/)).not.toBeChecked()
  await expect(filter(page, /^Free/)).not.toBeChecked()
  await expect(main(page).getByLabel('Sort by')).toHaveValue('published')
  await page.goBack()
  await expect(page).toHaveURL('/apps/?language=de')
  await expect(filter(page, /^German/)).toBeChecked()
  await expect(filter(page, /^Free/)).not.toBeChecked()
  await expect(main(page).getByLabel('Sort by')).toHaveValue('recommended')
})

test('the fields follow an address that is completed with what is remembered', async ({ page }) => {
  await open(page, '/apps/')
  await filter(page, /^Help Desk/).check()
  await expect(page).toHaveURL('/apps/?compatibility=helpdesk')
  // An address that was typed is applied as it is; what is chosen next is completed.
  await open(page, '/apps/?payment=free')
  await expect(filter(page, /^Help Desk/)).not.toBeChecked()
  await filter(page, /^German/).check()
  await expect(page).toHaveURL(/compatibility=helpdesk/)
  await expect(filter(page, /^German/)).toBeChecked()
  await expect(filter(page, /^Help Desk/)).toBeChecked()
})

test('the fields follow an address that is on its way when they appear', async ({ page }) => {
  await open(page, '/apps/')
  await filter(page, /^German/).check()
  await expect(page).toHaveURL('/apps/?language=de')
  await main(page).getByLabel('Sort by').selectOption('published')
  await expect(page).toHaveURL('/apps/?language=de&sortBy=published')
  await main(page).getByRole('article').first().getByRole('link').click()
  await expect(page).not.toHaveURL(/language/)
  await page.evaluate(() => {
    window.history.back()
    window.history.go(-2)
  })
  await expect(page).toHaveURL('/apps/')
  await expect(filter(page, /^German/)).not.toBeChecked()
  await expect(main(page).getByLabel('Sort by')).toHaveValue('recommended')
})

/** Checks "German" and chooses an order before React draws again; `sortFirst` turns the two around. */
const chooseBoth = (page: Page, sortFirst: boolean): Promise<void> =>
  main(page).evaluate((main, sortFirst) => {
    const german = main.querySelector<HTMLInputElement>('[name=language][value=de]')
    const order = main.querySelector<HTMLSelectElement>('select[name=sortBy]')
    if (!german || !order) throw new Error('a field is missing')
    const sort = () => {
      order.value = 'published'
      order.dispatchEvent(new Event('change', { bubbles: true }))
    }
    if (sortFirst) sort()
    german.click()
    if (!sortFirst) sort()
  }, sortFirst)

for (const sortFirst of [false, true])
  test(`a filter and an order at the same moment are both applied, the ${sortFirst ? 'order' : 'filter'} first`, async ({
    page,
  }) => {
    await open(page, '/apps/')
    await chooseBoth(page, sortFirst)
    await expect(page).toHaveURL('/apps/?language=de&sortBy=published')
    await expect(chips(page)).toBeVisible()
    await expect(filter(page, /^German/)).toBeChecked()
    await expect(main(page).getByLabel('Sort by')).toHaveValue('published')
  })

test('two chips removed quickly are both gone, however long the first list takes', async ({ page }) => {
  await open(page, '/apps/?payment=free&language=de')
  let first: (() => Promise<void>) | undefined
  await page.route('**/page-data/apps/page-data.json?language=de', (route) => {
    first = () => route.continue().catch(() => {})
  })
  await chips(page).getByRole('link', { name: 'Free' }).click()
  await expect(page.locator('section[aria-busy=true]')).toBeVisible()
  await chips(page).getByRole('link', { name: 'German' }).click()
  await expect(page).toHaveURL('/apps/')
  await first?.()
  await expect(chips(page)).toHaveCount(0)
  await expect(filter(page, /^Free/)).not.toBeChecked()
  await expect(filter(page, /^German/)).not.toBeChecked()
})

/** Chooses an order and follows a link before React renders again. */
const sortAndFollow = (page: Page, value: string, link: string): Promise<void> =>
  main(page).evaluate(
    (main, [value, selector]) => {
      const order = main.querySelector<HTMLSelectElement>('select[name=sortBy]')
      const link = main.querySelector<HTMLAnchorElement>(selector)
      if (!order || !link) throw new Error('a field or a link is missing')
      order.value = value
      order.dispatchEvent(new Event('change', { bubbles: true }))
      link.click()
    },
    [value, link] as const,
  )

test('the next page, followed before a chosen order is drawn, is that of the order', async ({ page }) => {
  await open(page, '/apps/')
  await sortAndFollow(page, 'alphabetically', 'a[rel=next]')
  await expect(page).toHaveURL('/apps/?sortBy=alphabetically&page=2')
  await expect(page.getByText('25–48 of')).toBeVisible()
})

test('the link to the partners, followed before a chosen order is drawn, keeps the order', async ({ page }) => {
  await open(page, '/search/?query=chat')
  await sortAndFollow(page, 'alphabetically', 'a[href$="#partners"]')
  await expect(page).toHaveURL('/search/?query=chat&sortBy=alphabetically#partners')
  await expect(page.getByRole('region', { name: 'Partners' })).toBeInViewport()
})

test('a category that is chosen while a filter loads keeps the filter', async ({ page }) => {
  await open(page, '/apps/')
  await page.route('**/page-data/apps/page-data.json?payment=free', () => {})
  await filter(page, /^Free/).check()
  await expect(page.locator('section[aria-busy=true]')).toBeVisible()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^CRM/ }).click()
  await expect(page).toHaveURL('/apps/crm/?payment=free')
  await expect(filter(page, /^Free/)).toBeChecked()
})

test('"Clear filters" takes away and forgets a compatibility whose list is loading', async ({ page }) => {
  await open(page, '/apps/crm/?payment=once&placement=reports')
  await page.route(/page-data\.json\?.*compatibility=/, () => {})
  await filter(page, /^Help Desk/).check()
  await expect(page.locator('section[aria-busy=true]')).toBeVisible()
  await main(page).getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/apps/crm/')
})
