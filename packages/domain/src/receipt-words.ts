import { BRAND } from '@marketplace/contracts/core/brand'
import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'
import { formatInstant } from './dates.ts'
import { formatDollars } from './pricing.ts'
import { describeScopes } from './scopes.ts'

export type ReceiptSection = { title: string; lines: string[] }

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const listed = (names: readonly string[]): string => names.join(', ')

const periodOf = (months: number): string => (months === 12 ? 'a year' : months === 1 ? 'a month' : `every ${months} months`)

const cancelledLine = ({
  name,
  price,
  quantity,
  months,
  usable_until: until,
  was_trial: trial,
}: ReceiptFacts['cancelled'][number]) =>
  `${name} (${formatDollars(price * quantity)} ${periodOf(months)}) is cancelled and will not be charged again. ${
    trial && until
      ? `It was in its trial, which would have ended on ${formatInstant(until)}.`
      : until
        ? `What was paid lasts until ${formatInstant(until)}.`
        : 'Nothing was paid for it.'
  }`

const payments = (facts: ReceiptFacts): string[] => {
  const { cancelled, kept_purchase: kept, free_right_ended: freeEnded, refunded, application } = facts
  const lines = cancelled.map(cancelledLine)
  if (kept?.once) lines.push(`You have bought ${application.name} for good: to install it again costs nothing.`)
  else if (kept?.until) lines.push(`Until ${formatInstant(kept.until)} it can be installed again at no cost.`)
  if (freeEnded) lines.push('It was free for you from before it had a price. To install it again costs its price.')
  if (lines.length === 0) return ['It cost nothing, so there was nothing to cancel.']
  return [...lines, refunded > 0 ? `${formatDollars(refunded)} were refunded.` : 'Nothing was refunded.']
}

const stopped = ({ application, used_by: usedBy, tokens_revoked: tokens, consent, told }: ReceiptFacts): string[] => [
  `${application.name} is ${application.service ? 'deactivated' : 'uninstalled'}. ${
    usedBy === null ? 'Everybody in your organization' : counted(usedBy, 'person', 'people')
  } could use it.`,
  tokens > 0 ? `${counted(tokens, 'sign-in')} of it ended at once.` : 'It had no sign-in that was still valid.',
  consent.kept_for.length > 0
    ? `The consent of your organization stays, because ${listed(consent.kept_for)} signs in the same way.`
    : consent.ended
      ? 'The consent of your organization has ended.'
      : 'There was no consent of your organization to end.',
  ...(consent.personal > 0
    ? [
        `${counted(consent.personal, 'person has', 'people have')} agreed for themselves, and can take that back on “Your account”.`,
      ]
    : []),
  told ? 'Its developer is told of it.' : 'It has no address for reports, so its developer is not told by us.',
]

const stays = ({ consent, developer, application }: ReceiptFacts): string[] => {
  const { access, other } = describeScopes(consent.scopes.map((name) => ({ name, required: true })))
  const areas = [...access.map(({ group }) => group), ...other]
  const who = developer?.name ?? 'its developer'
  return [
    areas.length > 0
      ? `It could reach: ${listed(areas)}. What it has copied of that stays with ${who}, until they delete it.`
      : `It had no access to the data of ${BRAND.products[application.product]}. What people entered in it stays with ${who}.`,
    'Invoices, and this receipt, stay with the marketplace.',
  ]
}

/** The text of a receipt, for the screen and the mail. */
export const receiptSections = (facts: ReceiptFacts): ReceiptSection[] => [
  { title: 'What stopped', lines: stopped(facts) },
  { title: 'Payments', lines: payments(facts) },
  { title: 'What stays, and where', lines: stays(facts) },
]
