import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { formatDate } from '@marketplace/domain/dates'
import { receiptSections } from '@marketplace/domain/receipt-words'
import type { Transaction } from '../../db/transaction.ts'
import { oneLine, type QueueMail, writeMail } from '../mail/index.ts'
import { findPeople } from '../organizations/index.ts'
import type { NewReceipt } from './receipts/repository.ts'

/** The most owners that get the mail, because an organization may have very many. */
const MOST_READERS = 10

/** Mails a receipt to the person who uninstalled, and to the owners of the licence, who pay and are responsible for the data. */
export const mailReceipt = async (
  transaction: Transaction,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  { id, organizationId, facts, at }: NewReceipt,
  person: { email: string; name: string } | null,
): Promise<void> => {
  const { name, product, service } = facts.application
  const owners = await findPeople(transaction, organizationId, { product, roles: ['owner', 'viceowner'] })
  const readers = new Set([...(person ? [person.email] : []), ...owners.map(({ email }) => email)])
  const done = service ? 'deactivated' : 'uninstalled'
  const by = person ? `${oneLine(person.name)} has ${done} ${name}` : `${name} was ${done}`
  const { developer } = facts
  const contacts = [
    developer?.email && `Write to ${developer.name}: ${developer.email}`,
    developer?.website && `Website: ${developer.website}`,
    developer?.privacy_policy && `Privacy policy: ${developer.privacy_policy}`,
  ]
  const paragraphs = [
    `${by} on ${formatDate(at)}.`,
    ...receiptSections(facts).map(({ title, lines }) => `${title}: ${lines.join(' ')}`),
    ...contacts.filter((line) => typeof line === 'string'),
  ]
  const mails = [...readers].slice(0, MOST_READERS).map((recipient) =>
    writeMail({
      recipient,
      subject: `${name} is ${done}: what ended, and what stays`,
      paragraphs,
      link: { href: `${publicUrl}${estatePaths.receipt(id)}`, text: 'Look at the receipt' },
      footer: 'You get this because you uninstalled it, or own the license of your organization.',
    }),
  )
  await queueMail(transaction, mails, at)
}
