import type { Product } from '@marketplace/contracts/core/enumerations'
import type { AppReference } from '@marketplace/contracts/host-messages/messages'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { readStored, store } from '../storage.ts'

// The purchases that this browser has begun and whose end it has not seen yet, by the id of the cart or charge (docs/product/analytics.md,
// Purchases). A purchase begins when the buyer presses the button. If the application has to activate the charge, the purchase becomes
// `agreed`. It ends only once, and the code that ends it counts it and tells the host. A browser ends no purchase that it has not begun.
//
//   (none) --begin--> paying --agree--> agreed
//   paying, agreed --end--> (none)

export type PurchaseState = 'paying' | 'agreed'

/** A charge that the buyer has agreed to, and that the application still has to activate. `at`: milliseconds since 1970. */
export type AgreedCharge = { id: string; type: ChargeType; product: Product; application: AppReference | null; at: number }

/**
 * Session storage key: the ids of the carts and charges that this tab pays for. Another tab that shows the same cart must not end its
 * purchase.
 */
const PAYING_KEY = 'marketplace-paying'
/** A key of local storage, because the application may activate the charge after the buyer has closed the tab. */
export const AGREED_KEY = 'marketplace-agreed'
const MOST = 20
/** If an application has not activated its charge within this time (a day), the purchase is forgotten. */
export const AGREED_MS = 24 * 60 * 60_000

/** The same ids in memory, in case the browser refuses storage. */
const paying = new Set<string>()
const agreed = new Set<string>()

const storedPaying = (): string[] => readStored('sessionStorage', PAYING_KEY)?.split(' ') ?? []
const storePaying = (ids: readonly string[]) =>
  store('sessionStorage', PAYING_KEY, ids.length > 0 ? ids.slice(-MOST).join(' ') : null)

const storedAgreed = (): AgreedCharge[] => {
  try {
    const read: unknown = JSON.parse(readStored('localStorage', AGREED_KEY) ?? '[]')
    return Array.isArray(read)
      ? (read as (AgreedCharge | null)[]).filter((each): each is AgreedCharge => typeof each?.id === 'string')
      : []
  } catch {
    return []
  }
}
const storeAgreed = (charges: readonly AgreedCharge[]) =>
  store('localStorage', AGREED_KEY, charges.length > 0 ? JSON.stringify(charges.slice(-MOST)) : null)

const without = (id: string) => (other: AgreedCharge) => other.id !== id

/** Records that the buyer has pressed the button that pays for a cart or a charge. */
export const beginPurchase = (id: string): void => {
  paying.add(id)
  storePaying([...storedPaying().filter((other) => other !== id), id])
}

/**
 * Records that the buyer has agreed to a charge that its application will activate. If this tab has not begun the purchase, nothing is
 * stored. Of the application only its reference is kept.
 */
export const agreePurchase = ({ application, ...charge }: AgreedCharge): AgreedCharge => {
  const { id, slug, name, product } = application ?? {}
  const next = { ...charge, application: application && ({ id, slug, name, product } as AppReference) }
  if (endPurchase(charge.id) === null) return next
  agreed.add(charge.id)
  storeAgreed([...storedAgreed(), next])
  return next
}

/** Ends a purchase. Returns its state before; null if this browser did not begin it, or has already ended it. */
export const endPurchase = (id: string): PurchaseState | null => {
  const [ids, charges] = [storedPaying(), storedAgreed()]
  const wasAgreed = agreed.delete(id) || !charges.every(without(id))
  const wasPaying = paying.delete(id) || ids.includes(id)
  if (ids.includes(id)) storePaying(ids.filter((other) => other !== id))
  if (!charges.every(without(id))) storeAgreed(charges.filter(without(id)))
  if (wasAgreed) return 'agreed'
  return wasPaying ? 'paying' : null
}

/** Whether the charge still waits to be activated by its application. */
export const isAgreed = (id: string): boolean => agreed.has(id) || !storedAgreed().every(without(id))

/** The charges that were agreed to in this browser and have not ended yet. Older ones are forgotten. */
export const agreedPurchases = (now: number): AgreedCharge[] => {
  const stored = storedAgreed()
  const kept = stored.filter(({ at }) => now - at < AGREED_MS)
  if (kept.length < stored.length) storeAgreed(kept)
  return kept
}
