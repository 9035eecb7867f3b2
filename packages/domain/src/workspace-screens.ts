import { BRAND } from '@marketplace/contracts/core/brand'
import { isChargeType } from '@marketplace/contracts/pages/buying-paths'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { isSlug } from './slugs.ts'

// The screens of the workspace, the half of the web that is rendered in the browser (docs/decisions/0040). The server answers each of
// their addresses with a shell that says nothing but this.

type Screen = ShellData['screen']

const list = (heading: string, name = heading): Screen => ({ heading, title: `${name} | ${BRAND.marketplace}`, isList: true })
const one = (heading: string, name = heading): Screen => ({ ...list(heading, name), isList: false })
const takesCard = (screen: Screen): Screen => ({ ...screen, takesCard: true })

const CHECKOUT = takesCard(list('Checkout'))

/**
 * The screen at each address: a part with a colon is one of PARTS, and `*` is whatever comes. Each has its route in workspace/app/screens.ts
 * of the web, and is known to lib/workspace-path.ts there; a test compares the three.
 */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/cart/*': list('Cart'),
  '/checkout/cart/:id/': takesCard(list('Checkout', 'Checkout of the cart')),
  '/checkout/cart/:id/thank-you/': list('Thank you', 'Your cart is purchased'),
  '/checkout/cart/:id/review-order/': list('Review your order'),
  '/checkout/charge/:id/:type/': { ...takesCard(list('Checkout', 'Checkout of a charge')), anyPicture: true },
  '/checkout/charge/:id/:type/thank-you/': list('Thank you', 'Your charge is paid'),
  '/checkout/:application/': CHECKOUT,
  '/checkout/:application/thank-you/': list('Thank you'),
  // What an application asks to be paid for is paid over it.
  '/apps/:id/open/': { ...takesCard(one('App', 'Open app')), frames: 'fullscreen' },
  '/apps/:id/settings/': { ...takesCard(one('Settings', 'Settings of an app')), frames: 'settings' },
  '/billing/': takesCard(list('Billing')),
  '/billing/subscriptions/:id/': takesCard(one('Subscription')),
  '/billing/invoices/:id/': one('Invoice'),
  '/my-apps/': list('My apps'),
  '/my-apps/access/': list('My apps', 'Access of my apps'),
  '/my-apps/activity/': list('My apps', 'Activity'),
  '/my-apps/rules/': list('My apps', 'Rules for apps'),
  '/my-apps/receipts/': list('My apps', 'Removed apps'),
  '/my-apps/receipts/:id/': one('Receipt', 'Receipt of an uninstall'),
  '/private-apps/': list('Private apps'),
  '/private-apps/:id/': one('Private app'),
  '/in-review-apps/': list('Apps in review'),
  '/in-review-apps/:id/': one('App in review'),
  '/embedded-apps/': list('Apps', 'Embedded apps'),
  '/embedded-apps/:id/': one('App', 'Embedded app'),
  '/embedded-private-apps/': list('Private apps', 'Embedded private apps'),
  '/embedded-private-apps/:id/': one('Private app', 'Embedded private app'),
}

const PARTS: ReadonlyMap<string, (part: string) => boolean> = new Map([
  // An id is written like a slug.
  [':id', isSlug],
  [':type', isChargeType],
  // Below these two the parts mean something else.
  [':application', (part) => isSlug(part) && part !== 'cart' && part !== 'charge'],
])

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
const ADDRESSES = Object.entries(SCREENS).map(([address, screen]) => ({ wanted: partsOf(address), screen }))

const fits = (wanted: readonly string[], parts: readonly string[]): boolean =>
  wanted.at(-1) === '*'
    ? wanted.slice(0, -1).every((each, index) => each === parts[index])
    : wanted.length === parts.length &&
      wanted.every((each, index) => PARTS.get(each)?.(parts[index] ?? '') ?? each === parts[index])

/** The screen at a path of a variant, which is decoded and in lower case; null for a path of no screen. */
export const screenAt = (path: string): Screen | null => {
  const parts = partsOf(path)
  return ADDRESSES.find(({ wanted }) => fits(wanted, parts))?.screen ?? null
}

/** The same screen in a frame of a host product, where it has one: without header and footer. */
export const bareScreen = (screen: Screen): Screen => (screen === CHECKOUT ? { ...CHECKOUT, bare: true } : screen)
