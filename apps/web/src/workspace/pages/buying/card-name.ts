import type { Card } from '@marketplace/contracts/billing/schemas'
import { brandName } from '@marketplace/domain/buying/card-brand'

/** "Visa ending in 4242, expires 12/2040". People who may not see the digits are told only that there is a card. */
export const cardName = (card: Card | null): string =>
  card
    ? `${brandName(card.brand)} ending in ${card.last_four}, expires ${String(card.expiry_month).padStart(2, '0')}/${card.expiry_year}`
    : 'Your organization’s card'
