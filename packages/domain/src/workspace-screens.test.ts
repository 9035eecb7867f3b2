import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { paths } from '@marketplace/contracts/pages/paths'
import { describe, expect, test } from 'vitest'
import { bareScreen, screenAt } from './workspace-screens.ts'

describe('the screens of the workspace', () => {
  test.each([
    [paths.myApps(), 'My apps'],
    [estatePaths.tab('access'), 'My apps'],
    [estatePaths.tab('activity'), 'My apps'],
    [estatePaths.tab('rules'), 'My apps'],
    [estatePaths.tab('receipts'), 'My apps'],
    [estatePaths.receipt('7e6f'), 'Receipt'],
    [paths.privateApps(), 'Private apps'],
    [paths.privateApp('a-slug'), 'Private app'],
    [paths.inReviewApps(), 'Apps in review'],
    [paths.inReviewApp('a-slug'), 'App in review'],
    [paths.embeddedApps(), 'Apps'],
    [paths.embeddedApp('a-slug'), 'App'],
    [paths.embeddedPrivateApps(), 'Private apps'],
    [paths.embeddedPrivateApp('a-slug'), 'Private app'],
    [paths.openApplication('a-slug'), 'App'],
    [paths.applicationSettings('a-slug'), 'Settings'],
    [buyingPaths.cart(), 'Cart'],
    ['/cart/anything/below/', 'Cart'],
    [buyingPaths.checkout('a-slug'), 'Checkout'],
    [buyingPaths.thanks('a-slug'), 'Thank you'],
    [buyingPaths.cartCheckout('7e6f'), 'Checkout'],
    [buyingPaths.cartThanks('7e6f'), 'Thank you'],
    [buyingPaths.cartReview('7e6f'), 'Review your order'],
    [buyingPaths.chargeCheckout('7e6f', 'direct_charge'), 'Checkout'],
    [buyingPaths.chargeThanks('7e6f', 'recurrent_charge'), 'Thank you'],
    [buyingPaths.billing(), 'Billing'],
    [buyingPaths.invoice('7e6f'), 'Invoice'],
  ])('%s is the screen "%s"', (path, heading) => {
    expect(screenAt(path)?.heading).toBe(heading)
  })

  test.each([
    paths.home(),
    paths.apps(),
    paths.underApps('my-apps'),
    paths.underApps('x') + 'open/more/',
    paths.signIn('/my-apps/'),
  ])('%s is a page of the storefront', (path) => {
    expect(screenAt(path)).toBeNull()
  })

  test('screens where a card is entered allow the payment provider, and only the checkout of a charge allows any picture', () => {
    const named = (path: string) => [screenAt(path)?.takesCard ?? false, screenAt(path)?.anyPicture ?? false]
    expect(named(buyingPaths.chargeCheckout('x', 'direct_charge'))).toEqual([true, true])
    for (const path of [
      buyingPaths.checkout('x'),
      buyingPaths.cartCheckout('x'),
      buyingPaths.billing(),
      paths.openApplication('x'),
      paths.applicationSettings('x'),
    ])
      expect(named(path)).toEqual([true, false])
    for (const path of [buyingPaths.cart(), buyingPaths.thanks('x'), buyingPaths.cartReview('x'), paths.myApps()])
      expect(named(path)).toEqual([false, false])
  })

  test('only the checkout of one application has no header in a frame', () => {
    const bare = (path: string) => {
      const screen = screenAt(path)
      return screen && bareScreen(screen).bare
    }
    expect(bare(buyingPaths.checkout('x'))).toBe(true)
    expect(bare(buyingPaths.cartCheckout('x'))).toBeUndefined()
    expect(bare(paths.myApps())).toBeUndefined()
  })

  test.each([
    '/my-apps/nothing/',
    '/my-apps/access/x/',
    '/my-apps/receipts/a/b/',
    '/checkout/',
    '/checkout/cart/',
    '/checkout/cart/x/other/',
    '/checkout/charge/x/',
    '/checkout/charge/x/cheque/',
    '/checkout/charge/x/direct_charge/other/',
    '/checkout/x/other/',
    '/checkout/x/thank-you/more/',
    '/billing/invoices/',
    '/billing/x/',
  ])('nothing is bought at %s', (path) => expect(screenAt(path)).toBeNull())

  test.each(['/my-apps/x/', '/private-apps/not a slug/', '/private-apps/x/y/', '/private-apps/\n/', '/constructor/'])(
    'there is no screen at %j',
    (path) => expect(screenAt(path)).toBeNull(),
  )
})
