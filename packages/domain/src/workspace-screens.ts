import { BRAND } from '@marketplace/contracts/core/brand'
import { isChargeType } from '@marketplace/contracts/pages/buying-paths'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { isSlug } from './slugs.ts'

// The screens of the workspace, the part of the web that is rendered in the browser (docs/decisions/0040). For each address the server
// sends a document that contains only this data.

type Screen = ShellData['screen']

const list = (heading: string, name = heading): Screen => ({ heading, title: `${name} | ${BRAND.marketplace}`, isList: true })
const one = (heading: string, name = heading): Screen => ({ ...list(heading, name), isList: false })
const takesCard = (screen: Screen): Screen => ({ ...screen, takesCard: true })

const CHECKOUT = takesCard(list('Checkout'))

/**
 * The screen at each address. A part with a colon is one of PARTS; `*` matches anything. Each address also has a route in
 * workspace/app/screens.ts of the web, and matches lib/workspace-path.ts there. A test compares the three.
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
  // The application's payment dialog opens over this screen, so people enter cards on it.
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
  // An id has the form of a slug.
  [':id', isSlug],
  [':type', isChargeType],
  // /checkout/cart and /checkout/charge are other screens.
  [':application', (part) => isSlug(part) && part !== 'cart' && part !== 'charge'],
])

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
const ADDRESSES = Object.entries(SCREENS).map(([address, screen]) => ({ wanted: partsOf(address), screen }))

const fits = (wanted: readonly string[], parts: readonly string[]): boolean =>
  wanted.at(-1) === '*'
    ? wanted.slice(0, -1).every((each, index) => each === parts[index])
    : wanted.length === parts.length &&
      wanted.every((each, index) => PARTS.get(each)?.(parts[index] ?? '') ?? each === parts[index])

/** The screen at a decoded, lower-case path of a variant; null if there is none. */
export const screenAt = (path: string): Screen | null => {
  const parts = partsOf(path)
  return ADDRESSES.find(({ wanted }) => fits(wanted, parts))?.screen ?? null
}

/** The version of a screen without header and footer, for a host product's frame; the screen itself if it has no such version. */
export const bareScreen = (screen: Screen): Screen => (screen === CHECKOUT ? { ...CHECKOUT, bare: true } : screen)
