/** The part of the marketplace in which a failure happened. Error reports have it as a tag (docs/product/analytics.md, Error reports). */
export type FailureArea = 'checkout' | 'cart' | 'user' | 'install'

/** The first match decides. */
const AREAS: readonly [pattern: RegExp, area: FailureArea][] = [
  [/\/products-carts\/[^/]+\/(?:checkout|purchase)|^\/checkout\b|^\/webhooks\/payments/, 'checkout'],
  [/\/products-carts|^\/cart\b/, 'cart'],
  [/_charge|create-charge|^\/billing\/v3\/(?:account|price_preview)/, 'checkout'],
  [/\/applications\/[^/]+\/(?:install|instance)|\/applications\/installed/, 'install'],
  [/\/(?:accounts?|sessions?|token|info|agents|licenses|organizations|signin|sign-in|signup)\b/, 'user'],
]

/** The area of an address's path; null if it belongs to none. */
export const areaOf = (path: string): FailureArea | null =>
  AREAS.find(([pattern]) => pattern.test(path.slice(0, 500)))?.[1] ?? null
