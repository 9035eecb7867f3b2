import type { Agent, License, Subscription } from '@marketplace/contracts/organizations/schemas'
import { isActiveMember } from '@marketplace/domain/permissions'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { CardRecord, LicenseRecord, MemberRecord } from './records.ts'

export const presentAgent = ({ id, email, name, roles }: MemberRecord): Agent => ({
  id,
  email,
  name,
  roles: roles.map(({ product, role }) => ({ product, role })),
  suspended: !isActiveMember(roles),
})

export const presentLicense = ({ id, product, plan, seats, partnerType }: LicenseRecord): License => ({
  license_id: id,
  product,
  plan,
  seats,
  properties: { partner_type: partnerType },
})

/** Everybody sees whether a card exists. With `maySeeCard` (billing permissions) its details are shown. */
export const presentSubscription = (
  { license, card }: { license: LicenseRecord; card: CardRecord | null },
  maySeeCard: boolean,
  now: Date,
): Subscription => {
  const details = card && maySeeCard ? { cardType: card.brand, firstSix: card.firstSix, lastFour: card.lastFour } : null
  return subscriptionAt(license, { has: card !== null, details }, now)
}
