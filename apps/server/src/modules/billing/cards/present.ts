import type { Card } from '@marketplace/contracts/billing/schemas'
import type { Subscription } from '@marketplace/contracts/organizations/schemas'
import { expiresSoon } from '@marketplace/domain/buying/card-expiry'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { LicenseRecord } from '../../organizations/index.ts'
import type { CardRecord } from './repository.ts'

export const presentCard = (card: CardRecord, now: Date): Card => ({
  brand: card.brand,
  first_six: card.firstSix,
  last_four: card.lastFour,
  expiry_month: card.expiryMonth,
  expiry_year: card.expiryYear,
  expires_soon: expiresSoon(card, now),
})

/** Everybody may know whether there is a card. Its details are shown only with `maySeeCard` (billing permissions). */
export const presentSubscription = (
  license: LicenseRecord,
  card: CardRecord | null,
  maySeeCard: boolean,
  now: Date,
): Subscription => {
  const details = card && maySeeCard ? { cardType: card.brand, firstSix: card.firstSix, lastFour: card.lastFour } : null
  return subscriptionAt(license, { has: card !== null, details }, now)
}
