import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { cardEnd, SOON_DAYS } from '@marketplace/domain/buying/card-expiry'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type NewMail, type QueueMail, writeMail } from '../../mail/index.ts'
import { findPeople } from '../../organizations/index.ts'
import { type ExpiringCard, lockExpiringCards, markExpiryTold } from './repository.ts'

export type TellExpiringDependencies = { database: Database; clock: Clock; publicUrl: string; queueMail: QueueMail }

const MOST_AT_ONCE = 100

/** Mails the owners of each organization whose card expires within 30 days, once for each card. */
export const tellExpiringCards = async (dependencies: TellExpiringDependencies, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await tellBatch(dependencies)) === MOST_AT_ONCE);
}

/** Resolves with the number of cards that were handled. */
const tellBatch = ({ database, clock, publicUrl, queueMail }: TellExpiringDependencies): Promise<number> =>
  inTransaction(database, async (transaction) => {
    const now = clock.now()
    const cards = await lockExpiringCards(transaction, addUtcDays(now, SOON_DAYS), MOST_AT_ONCE)
    for (const card of cards) {
      const owners = new Set<string>()
      for (const product of ['livechat', 'helpdesk'] as const)
        for (const { email } of await findPeople(transaction, card.organizationId, { product, roles: ['owner', 'viceowner'] }))
          owners.add(email)
      await queueMail(
        transaction,
        [...owners].map((recipient) => expiryMail(card, recipient, publicUrl, now)),
        now,
      )
      await markExpiryTold(transaction, card.organizationId, now)
    }
    return cards.length
  })

const expiryMail = (card: ExpiringCard, recipient: string, publicUrl: string, now: Date): NewMail => {
  const { lastFour, expiryMonth, expiryYear } = card
  const isOver = cardEnd(card) <= now
  const what = `The payment card ending in ${lastFour}`
  return writeMail({
    recipient,
    subject: `${what} ${isOver ? 'has expired' : 'expires soon'}`,
    paragraphs: [
      `${what} ${isOver ? 'was' : 'is'} valid until the end of ${String(expiryMonth).padStart(2, '0')}/${expiryYear}.`,
      'Add a new card so that your applications are renewed without a break.',
    ],
    link: { href: `${publicUrl}${buyingPaths.billing('payment')}`, text: 'Change the card' },
    footer: 'You get this once for each card, because you own the account that it pays for.',
  })
}
