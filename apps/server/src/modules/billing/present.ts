import type { Subscription } from '@marketplace/contracts/organizations/schemas'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { LicenseRecord } from '../organizations/index.ts'
import type { CardRecord } from './cards/repository.ts'

/** Everybody sees whether a card exists. With `maySeeCard` (billing permissions) its details are shown. */
export const presentSubscription = (
  license: LicenseRecord,
  card: CardRecord | null,
  maySeeCard: boolean,
  now: Date,
): Subscription => {
  const details = card && maySeeCard ? { cardType: card.brand, firstSix: card.firstSix, lastFour: card.lastFour } : null
  return subscriptionAt(license, { has: card !== null, details }, now)
}
