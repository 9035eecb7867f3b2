import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { CANCEL_TRIAL_DAYS, FREEZE_DAYS } from '@marketplace/domain/buying/dunning'
import { addUtcDays, formatDate } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'
import type { Transaction } from '../../../db/transaction.ts'
import { type QueueMail, writeMail } from '../../mail/index.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { findPayers } from './repository.ts'

/** The mails that a buyer gets about a charge. A paid renewal sends its invoice instead: modules/billing/invoices/mail-documents.ts. */
export type RenewalNotice =
  | { kind: 'trial-ends'; at: Date; total: number; hasCard: boolean }
  | { kind: 'trial-ended-without-card'; at: Date }
  | { kind: 'failed'; at: Date; firstFailedAt: Date; retryAt: Date | null }
  | { kind: 'confirm'; firstFailedAt: Date }
  | { kind: 'frozen' }
  | { kind: 'cancelled' }

/** `leadsTo`: the page of the link, which has the text `action`. */
type Text = { subject: string; paragraphs: string[]; action: string; leadsTo: 'subscriptions' | 'card' | 'charge' }

/** Buyers get a mail this many days before their trial ends. */
export const TRIAL_NOTICE_DAYS = 3

const textOf = (name: string, notice: RenewalNotice): Text => {
  switch (notice.kind) {
    case 'trial-ends':
      return {
        subject: `The trial of ${name} ends on ${formatDate(notice.at)}`,
        paragraphs: notice.hasCard
          ? [`Then ${formatDollars(notice.total)} is due, and again with each period. Cancel before, and nothing is charged.`]
          : [
              `Then ${formatDollars(notice.total)} is due, and again with each period. There is no payment card yet: add one to keep it.`,
              `Without a card it stops on ${formatDate(notice.at)}, and nothing is charged.`,
            ],
        ...(notice.hasCard
          ? { action: 'Look at your subscriptions', leadsTo: 'subscriptions' }
          : { action: 'Add a card', leadsTo: 'card' }),
      }
    case 'trial-ended-without-card':
      return {
        subject: `The trial of ${name} has ended`,
        paragraphs: [
          'There is no payment card, so it does not work at present. Nothing was charged and nothing is lost.',
          `Without a card it is cancelled on ${formatDate(addUtcDays(notice.at, CANCEL_TRIAL_DAYS))}.`,
        ],
        action: 'Add a card',
        leadsTo: 'card',
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
        leadsTo: 'card',
      }
    case 'confirm':
      return {
        subject: `Your bank wants you to confirm the payment for ${name}`,
        paragraphs: [
          'The bank did not let us charge the card without you. Confirm the payment, or take another card: it is tried at once.',
          `It goes on working until ${formatDate(addUtcDays(notice.firstFailedAt, FREEZE_DAYS))}.`,
        ],
        action: 'Confirm the payment',
        leadsTo: 'charge',
      }
    case 'frozen':
      return {
        subject: `${name} waits for a payment`,
        paragraphs: [
          'It could not be paid for 14 days, so it does not work at present. A new card is tried at once. Nothing is lost.',
        ],
        action: 'Change the card',
        leadsTo: 'card',
      }
    case 'cancelled':
      return {
        subject: `${name} was cancelled`,
        paragraphs: ['Its trial had ended without a payment card. Nothing was charged, and nothing will be.'],
        action: 'Look at your subscriptions',
        leadsTo: 'subscriptions',
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
  const { subject, paragraphs, action, leadsTo } = textOf(charge.name, notice)
  const pages = {
    subscriptions: buyingPaths.billing(),
    card: buyingPaths.billing('payment'),
    charge: buyingPaths.subscription(charge.id),
  }
  const mails = (await findPayers(transaction, charge)).map((recipient) =>
    writeMail({
      recipient,
      subject,
      paragraphs,
      link: { href: `${publicUrl}${pages[leadsTo]}`, text: action },
      footer: 'You get this because you pay for applications of your organization.',
    }),
  )
  await queueMail(transaction, mails, now)
}
