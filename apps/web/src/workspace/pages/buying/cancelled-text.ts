import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { formatInstant } from '@marketplace/domain/dates'

/** Until when a cancelled subscription works. */
export const cancelledText = ({ entitled_until: until }: Pick<RecurrentCharge, 'entitled_until'>, now: number): string =>
  until && Date.parse(until) > now ? `It works until ${formatInstant(until)}, and is not charged again.` : 'It has ended.'
