import { BRAND } from '@marketplace/contracts/core/brand'
import { isChargeType } from '@marketplace/contracts/pages/buying-paths'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { isSlug } from './slugs.ts'

// The screens of the workspace, the half of the web that is rendered in the browser (docs/decisions/0040). The server answers each of
// their addresses with a shell that says nothing but this.

type Screen = ShellData['screen']

const list = (heading: string, name = heading): Screen => ({ heading, title: `${name} | ${BRAND.marketplace}`, isList: true })
const one = (heading: string, name = heading): Screen => ({ ...list(heading, name), isList: false })

/** By the first part of the address: the screen there, and the one for a slug below it. */
const SCREENS: ReadonlyMap<string, { own: Screen; below?: Screen }> = new Map([
  ['my-apps', { own: list('My apps') }],
  ['private-apps', { own: list('Private apps'), below: one('Private app') }],
  ['in-review-apps', { own: list('Apps in review'), below: one('App in review') }],
  ['embedded-apps', { own: list('Apps', 'Embedded apps'), below: one('App', 'Embedded app') }],
  [
    'embedded-private-apps',
    { own: list('Private apps', 'Embedded private apps'), below: one('Private app', 'Embedded private app') },
  ],
])

const CART = list('Cart')
const BILLING: Screen = { ...list('Billing'), takesCard: true }
const INVOICE = one('Invoice')
const CHECKOUT: Screen = { ...list('Checkout'), takesCard: true }
const CART_CHECKOUT: Screen = { ...list('Checkout', 'Checkout of the cart'), takesCard: true }
const CHARGE_CHECKOUT: Screen = { ...list('Checkout', 'Checkout of a charge'), takesCard: true, anyPicture: true }
const THANKS = list('Thank you')
const CART_THANKS = list('Thank you', 'Your cart is purchased')
const CHARGE_THANKS = list('Thank you', 'Your charge is paid')
const REVIEW = list('Review your order')

/** The screens below /checkout/: of a cart, of a charge that an application has created, and of one application by its slug. */
const checkoutAt = ([first, second, third, fourth, ...rest]: string[]): Screen | null => {
  if (first === undefined || rest.length > 0) return null
  if (first === 'charge') {
    if (second === undefined || !isSlug(second) || !isChargeType(third)) return null
    return fourth === undefined ? CHARGE_CHECKOUT : fourth === 'thank-you' ? CHARGE_THANKS : null
  }
  if (fourth !== undefined) return null
  if (first === 'cart') {
    if (second === undefined || !isSlug(second)) return null
    if (third === undefined) return CART_CHECKOUT
    return third === 'thank-you' ? CART_THANKS : third === 'review-order' ? REVIEW : null
  }
  if (!isSlug(first) || third !== undefined) return null
  return second === undefined ? CHECKOUT : second === 'thank-you' ? THANKS : null
}

/** The screen at a path of a variant, which is decoded and in lower case; null for a path of no screen. */
export const screenAt = (path: string): Screen | null => {
  const [section = '', ...below] = path.split('/').filter(Boolean)
  const [slug, ...rest] = below
  if (section === 'cart') return CART
  if (section === 'checkout') return checkoutAt(below)
  if (section === 'billing') {
    if (slug === undefined) return BILLING
    return slug === 'invoices' && rest.length === 1 && isSlug(rest[0] ?? '') ? INVOICE : null
  }
  const screens = SCREENS.get(section)
  if (!screens || rest.length > 0) return null
  if (slug === undefined) return screens.own
  return isSlug(slug) ? (screens.below ?? null) : null
}

/** The same screen in a frame of a host product, where it has one: without header and footer. */
export const bareScreen = (screen: Screen): Screen => (screen === CHECKOUT ? { ...CHECKOUT, bare: true } : screen)
