import { BRAND } from '@marketplace/contracts/core/brand'
import { isChargeType } from '@marketplace/contracts/pages/buying-paths'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { isSlug } from './slugs.ts'

// The screens of the workspace, the part of the web that is rendered in the browser (docs/decisions/0040). For each address the server
// sends a document that contains only this data.

type Screen = ShellData['screen']

const list = (heading: string, description: string, name = heading): Screen => ({
  heading,
  title: `${name} | ${BRAND.marketplace}`,
  description,
  isList: true,
})
const one = (...given: Parameters<typeof list>): Screen => ({ ...list(...given), isList: false })
const takesCard = (screen: Screen): Screen => ({ ...screen, takesCard: true })

const CHECKOUT = takesCard(list('Checkout', 'Pay for one app: what it costs now and later, with tax, coupon and card.'))

/**
 * The screen at each address. A part with a colon is one of PARTS; `*` matches anything. Each address also has a route in
 * workspace/app/screens.ts of the web, and matches lib/workspace-path.ts there. A test compares the three.
 */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/cart/*': list('Cart', 'The apps that your organization is about to buy, with their plans, agents and total price.'),
  '/checkout/cart/:id/': takesCard(
    list('Checkout', 'Pay for the apps of a cart together, with tax, coupon and card.', 'Checkout of the cart'),
  ),
  '/checkout/cart/:id/thank-you/': list(
    'Thank you',
    'What was bought with the cart, and where to set up each app.',
    'Your cart is purchased',
  ),
  '/checkout/cart/:id/review-order/': list(
    'Review your order',
    'What of an order was bought, what was not, and what to do about it.',
  ),
  '/checkout/charge/:id/:type/': {
    ...takesCard(list('Checkout', 'Pay for what an app offers to your organization, or decline it.', 'Checkout of a charge')),
    anyPicture: true,
  },
  '/checkout/charge/:id/:type/thank-you/': list(
    'Thank you',
    'What an app has charged, and the way back to the app.',
    'Your charge is paid',
  ),
  '/checkout/:application/': CHECKOUT,
  '/checkout/:application/thank-you/': list('Thank you', 'The app that was bought, and where to set it up.'),
  // The application's payment dialog opens over this screen, so people enter cards on it.
  '/apps/:id/open/': {
    ...takesCard(one('App', 'An app of your organization, opened inside the marketplace.', 'Open app')),
    frames: 'fullscreen',
  },
  '/apps/:id/settings/': {
    ...takesCard(one('Settings', 'The settings of an app of your organization.', 'Settings of an app')),
    frames: 'settings',
  },
  '/billing/': takesCard(list('Billing', 'Subscriptions, next renewals, invoices, refunds and the card of your organization.')),
  '/billing/subscriptions/:id/': takesCard(
    one('Subscription', 'One subscription: its price, its next renewal, and how to change or cancel it.'),
  ),
  '/billing/invoices/:id/': one('Invoice', 'One invoice or credit note of your organization, as a page and as files.'),
  '/my-apps/': list('My apps', 'The apps that your organization has installed, and what each costs.'),
  '/my-apps/access/': list('My apps', 'What each installed app may do and read in your organization.', 'Access of my apps'),
  '/my-apps/activity/': list(
    'My apps',
    'Who installed, bought, changed or removed apps of your organization, and when.',
    'Activity',
  ),
  '/my-apps/rules/': list(
    'My apps',
    'The apps that people of your organization may install, and those that are blocked.',
    'Rules for apps',
  ),
  '/my-apps/receipts/': list('My apps', 'The apps that your organization has removed, with a receipt for each.', 'Removed apps'),
  '/my-apps/receipts/:id/': one(
    'Receipt',
    'What stopped when an app was removed, and what was deleted.',
    'Receipt of an uninstall',
  ),
  '/private-apps/': list('Private apps', 'The apps that are there for your organization only.'),
  '/private-apps/:id/': one('Private app', 'An app that is there for your organization only.'),
  '/in-review-apps/': list('Apps in review', 'The apps that wait for the review of the marketplace.'),
  '/in-review-apps/:id/': one('App in review', 'An app that waits for the review of the marketplace.'),
  '/embedded-apps/': list('Apps', 'The apps that work with the product that shows this page.', 'Embedded apps'),
  '/embedded-apps/:id/': one('App', 'An app that works with the product that shows this page.', 'Embedded app'),
  '/embedded-private-apps/': list(
    'Private apps',
    'The private apps of your organization, in the product that shows this page.',
    'Embedded private apps',
  ),
  '/embedded-private-apps/:id/': one(
    'Private app',
    'A private app of your organization, in the product that shows this page.',
    'Embedded private app',
  ),
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

/** Returns the screen at a path of a variant, or null. The path must be decoded and in lower case. */
export const screenAt = (path: string): Screen | null => {
  const parts = partsOf(path)
  return ADDRESSES.find(({ wanted }) => fits(wanted, parts))?.screen ?? null
}

/** The version of a screen without header and footer, for a host product's frame; the screen itself if it has no such version. */
export const bareScreen = (screen: Screen): Screen => (screen === CHECKOUT ? { ...CHECKOUT, bare: true } : screen)
