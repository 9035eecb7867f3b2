import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { paths } from '@marketplace/contracts/pages/paths'
import { CANCEL_TRIAL_DAYS, FREEZE_DAYS } from '@marketplace/domain/buying/dunning'
import { addUtcDays, formatDate } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'
import type { Transaction } from '../../../db/transaction.ts'
import { type QueueMail, writeMail } from '../../mail/index.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { findPayers } from './repository.ts'

/** The mails that a buyer gets about a charge. A paid renewal sends its invoice instead: modules/billing/invoices/mail-documents.ts. */
export type RenewalNotice =
  | { kind: 'trial-ends'; at: Date; total: number }
  | { kind: 'trial-ended-without-card'; at: Date }
  | { kind: 'failed'; at: Date; firstFailedAt: Date; retryAt: Date | null }
  | { kind: 'confirm'; firstFailedAt: Date }
  | { kind: 'frozen' }
  | { kind: 'cancelled' }

type Text = { subject: string; paragraphs: string[]; action: string }

/** Buyers get a mail this many days before their trial ends. */
export const TRIAL_NOTICE_DAYS = 3

const textOf = (name: string, notice: RenewalNotice): Text => {
  switch (notice.kind) {
    case 'trial-ends':
      return {
        subject: `The trial of ${name} ends on ${formatDate(notice.at)}`,
        paragraphs: [
          `Then ${formatDollars(notice.total)} is due, and again with each period. Cancel before, and nothing is charged.`,
        ],
        action: 'Look at your subscriptions',
      }
    case 'trial-ended-without-card':
      return {
        subject: `The trial of ${name} has ended`,
        paragraphs: [
          'There is no payment card, so it does not work at present. Nothing was charged and nothing is lost.',
          `Without a card it is cancelled on ${formatDate(addUtcDays(notice.at, CANCEL_TRIAL_DAYS))}.`,
        ],
        action: 'Add a card',
      }
    case 'failed':
      return {
        subject: `The payment for ${name} has failed`,
        paragraphs: [
          notice.retryAt
            ? `We try again on ${formatDate(notice.retryAt)}.`
            : 'The card was refused for good, so we do not try it again. A new card is tried at once.',
          `It goes on working until ${formatDate(addUtcDays(notice.firstFailedAt, FREEZE_DAYS))}.`,
        ],
        action: 'Change the card',
      }
    case 'confirm':
      return {
        subject: `Your bank wants you to confirm the payment for ${name}`,
        paragraphs: [
          'The bank did not let us charge the card without you. Confirm the payment, or take another card: it is tried at once.',
          `It goes on working until ${formatDate(addUtcDays(notice.firstFailedAt, FREEZE_DAYS))}.`,
        ],
        action: 'Confirm the payment',
      }
    case 'frozen':
      return {
        subject: `${name} waits for a payment`,
        paragraphs: [
          'It could not be paid for 14 days, so it does not work at present. A new card is tried at once. Nothing is lost.',
        ],
        action: 'Change the card',
      }
    case 'cancelled':
      return {
        subject: `${name} was cancelled`,
        paragraphs: ['Its trial had ended without a payment card. Nothing was charged, and nothing will be.'],
        action: 'Look at your subscriptions',
      }
  }
}

/** Mails all people who pay for the organization. */
export const tellPayers = async (
  transaction: Transaction,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  charge: RecurrentRecord,
  notice: RenewalNotice,
  now: Date,
): Promise<void> => {
  const { subject, paragraphs, action } = textOf(charge.name, notice)
  const mails = (await findPayers(transaction, charge)).map((recipient) =>
    writeMail({
      recipient,
      subject,
      paragraphs,
      link: {
        href: `${publicUrl}${notice.kind === 'confirm' ? buyingPaths.subscription(charge.id) : paths.billing()}`,
        text: action,
      },
      footer: 'You get this because you pay for applications of your organization.',
    }),
  )
  await queueMail(transaction, mails, now)
}
