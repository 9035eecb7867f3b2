import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADDRESSES, pageAt, type PageName } from './addresses.ts'
import { buyingPaths, hostPages, isChargeType } from './buying-paths.ts'
import { ESTATE_TABS, estatePaths, isEstateTab } from './estate-paths.ts'
import { hostPaths, isPageAction, PAGE_ACTIONS, paths } from './paths.ts'

/** Any name that a stranger could choose: any non-empty text. */
const anyName = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).filter((text) => text.isWellFormed())
const slugs = fc.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/).filter((slug) => slug.length <= 40)
const withSlug = (Object.keys(ADDRESSES) as PageName[]).filter((page) => ADDRESSES[page].includes('*'))

describe('the address of a thing', () => {
  test.each(withSlug)('paths.%s is one path, whatever the thing is called', (page) => {
    const build = paths[page] as (slug: string) => string
    fc.assert(
      fc.property(anyName, (name) => {
        const path = build(name)
        const url = new URL(path, 'https://shop.example')
        // A name that consists of dots is not a slug.
        if (/^\.{1,2}$/.test(name)) return
        expect(url.origin + url.search + url.hash).toBe('https://shop.example')
        expect(url.pathname).toBe(path)
        expect(path.split('/')).toHaveLength(ADDRESSES[page].split('/').length)
      }),
    )
  })

  test.each(withSlug)('paths.%s leads back to the slug', (page) => {
    const build = paths[page] as (slug: string) => string
    // A fixed address has priority over a list with the same address.
    const taken = new Set(Object.values(ADDRESSES).flatMap((address) => address.split('/')))
    fc.assert(
      fc.property(slugs, (slug) => {
        if (!taken.has(slug)) expect(pageAt(build(slug))).toEqual({ page, slug })
      }),
    )
  })

  test('a path is the same page with and without its last slash', () => {
    fc.assert(
      fc.property(fc.array(slugs, { maxLength: 4 }), (parts) => {
        const path = `/${parts.map((part) => `${part}/`).join('')}`
        expect(pageAt(path.replace(/(?<=.)\/$/, ''))).toEqual(pageAt(path))
      }),
    )
  })
})

describe('the addresses of buying', () => {
  const CHARGES = ['recurrent_charge', 'direct_charge'] as const
  test('hold any id as one part, and end in a slash', () => {
    fc.assert(
      fc.property(anyName, (id) => {
        const part = encodeURIComponent(id)
        expect(buyingPaths.cartCheckout(id)).toBe(`/checkout/cart/${part}/`)
        expect(buyingPaths.cartThanks(id)).toBe(`/checkout/cart/${part}/thank-you/`)
        expect(buyingPaths.cartReview(id)).toBe(`/checkout/cart/${part}/review-order/`)
        expect(buyingPaths.subscription(id)).toBe(`/billing/subscriptions/${part}/`)
        expect(buyingPaths.invoice(id)).toBe(`/billing/invoices/${part}/`)
        for (const type of CHARGES) {
          expect(buyingPaths.chargeCheckout(id, type)).toBe(`/checkout/charge/${part}/${type}/`)
          expect(buyingPaths.chargeThanks(id, type)).toBe(`/checkout/charge/${part}/${type}/thank-you/`)
        }
      }),
    )
  })

  test.each([
    [buyingPaths.cart(), '/cart/'],
    [buyingPaths.checkout('crm'), '/checkout/crm/'],
    [buyingPaths.checkout('crm', 'a&b'), '/checkout/crm/?plan=a%26b'],
    [buyingPaths.thanks('crm'), '/checkout/crm/thank-you/'],
    [buyingPaths.billing(), '/billing/'],
    [buyingPaths.billing('invoices'), '/billing/?view=invoices'],
    [buyingPaths.billing('payment'), '/billing/?view=payment'],
    [hostPages.terms('text'), '/terms/text'],
    [hostPages.subscription('text', 'livechat'), '/subscription/text'],
    [hostPages.subscription('text', 'helpdesk'), '/subscription/helpdesk'],
    [hostPages.subscription('livechat', 'livechat'), '/subscription/livechat'],
    [hostPaths.application({ slug: 'a b', product: 'livechat' }, 'livechat'), '/apps/a%20b'],
    [hostPaths.application({ slug: 'a b', product: 'livechat' }, 'text'), '/text/apps/a%20b'],
    [hostPaths.application({ slug: 'crm', product: 'helpdesk' }, 'helpdesk'), '/app/crm'],
    [hostPaths.application({ slug: 'crm', product: 'helpdesk' }, 'text'), '/app/crm'],
  ])('%s', (built, expected) => expect(built).toBe(expected))

  test.each([
    ['recurrent_charge', true],
    ['direct_charge', true],
    ['charge', false],
    ['', false],
    [undefined, false],
  ])('%s is a kind of charge: %s', (text, is) => expect(isChargeType(text)).toBe(is))
})

describe('the screens of what an organization has', () => {
  test.each(ESTATE_TABS)('%s has an address below My apps', (tab) => {
    expect(estatePaths.tab(tab)).toBe(`/my-apps/${tab}/`)
    expect(isEstateTab(tab)).toBe(true)
  })
  test.each(['', 'apps', 'ACCESS', 'toString', undefined])('%s is none of them', (text) => expect(isEstateTab(text)).toBe(false))
  test('a receipt has its own', () => expect(estatePaths.receipt('a/b')).toBe('/my-apps/receipts/a%2Fb/'))
})

describe('a link to a page that does something', () => {
  test.each(PAGE_ACTIONS)('%s', (action) => {
    expect(isPageAction(action)).toBe(true)
    expect(paths.act('/apps/crm/', action)).toBe(`/apps/crm/?action=${action}`)
  })
  test.each([null, '', 'uninstall', 'INSTALL', 'constructor'])('%s is no action', (text) =>
    expect(isPageAction(text)).toBe(false),
  )
  test.each([
    [1, './#reviews'],
    [2, '?reviews=2#reviews'],
  ])('page %i of the reviews', (page, expected) => expect(paths.reviews(page)).toBe(expected))

  test('a category is its own page from /apps/, and a filter from any other list', () => {
    const query = { sortBy: null, page: 1, filters: { categories: ['crm'], payment: ['free'] } } as never
    expect(paths.chooseCategory('/apps/', 'analytics', query)).toMatch(/^\/apps\/analytics\/\?.*payment=free/)
    expect(paths.chooseCategory('/apps/', 'analytics', query)).not.toContain('crm')
    expect(paths.chooseCategory('/saas-deals/', 'analytics', query)).toMatch(/^\/apps\/\?.*categories=analytics/)
  })
})
