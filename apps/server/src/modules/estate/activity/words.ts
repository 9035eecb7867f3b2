import type { ActivityKind } from '@marketplace/contracts/estate/lists'
import type { AuditAction } from '../../audit/index.ts'

type Details = Readonly<Record<string, string | number | boolean | null | string[]>>
type Words = { kind: ActivityKind; words: string | ((details: Details) => string) }

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const sizeOf = (value: Details[string] | undefined): number => (Array.isArray(value) ? value.length : 0)
const MODES: Readonly<Record<string, string>> = { off: 'no list', allow: 'only listed apps', block: 'all but listed apps' }
const modeOf = (value: Details[string] | undefined): string =>
  typeof value === 'string' && Object.hasOwn(MODES, value) ? (MODES[value] ?? '') : ''

const applications = (words: Words['words']): Words => ({ kind: 'applications', words })
const access = (words: Words['words']): Words => ({ kind: 'access', words })
const purchases = (words: Words['words']): Words => ({ kind: 'purchases', words })
const people = (words: Words['words']): Words => ({ kind: 'people', words })
const rules = (words: Words['words']): Words => ({ kind: 'rules', words })

const agentsWords = ({ agents }: Details): string =>
  agents === null || agents === undefined
    ? 'Let everybody use it'
    : `Chose ${counted(sizeOf(agents), 'person', 'people')} who may use it`

const listWords = ({ from, to, added, removed }: Details): string =>
  [
    from === to ? 'Changed the list of apps' : `Changed the list of apps: ${modeOf(from)} → ${modeOf(to)}`,
    sizeOf(added) > 0 ? `${sizeOf(added)} added` : '',
    sizeOf(removed) > 0 ? `${sizeOf(removed)} removed` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The text for each action of the audit, for administrators. The compiler requires a text for every action. */
const WORDS: Readonly<Record<AuditAction, Words>> = {
  'application.installed': applications('Installed it'),
  'application.uninstalled': applications(({ rolledBack }) =>
    rolledBack ? 'Took back the install of a purchase' : 'Uninstalled it',
  ),
  'application.install-refused': applications('Tried to install it, without the permission'),
  'application.agents-changed': access(agentsWords),
  'access.requested': access(({ asked }) => `Asked ${counted(sizeOf(asked), 'administrator', 'administrators')} for it`),
  'consent.granted': access('Agreed to what it may access'),
  'consent.refused': access('Did not agree to what it may access'),
  'consent.removed': access('Took back what it may access'),
  'consent.removal-refused': access('Tried to take back its access'),
  'token.family-revoked': access('A stolen sign-in was ended'),
  'endpoint.refused': access('Tried something without the permission'),
  'organization.application-list-changed': rules(listWords),
  'organization.second-factor-rule-changed': rules('Changed whether a second step at sign-in is needed'),
  'session.started': people('Signed in'),
  'session.refused': people('Was refused at sign-in'),
  'session.ended': people('Signed out'),
  'account.created': people('Created the account'),
  'account.password-changed': people('Changed the password'),
  'account.password-reset-asked': people('Asked for a new password'),
  'account.password-reset': people('Set a new password'),
  'account.second-factor-added': people('Added a second step at sign-in'),
  'account.second-factor-removed': people('Removed a second step at sign-in'),
  'account.recovery-codes-made': people('Made new recovery codes'),
  'ghost.started': people('Support began to browse as this person'),
  'ghost.refused': people('Tried to browse as somebody else'),
  'expert-comment.verified': people('Verified a comment on an expert'),
  'expert-comment.rejected': people('Rejected a comment on an expert'),
  'review.verified': people('Verified a review'),
  'review.rejected': people('Rejected a review'),
  'review.hidden': people('Hid a review'),
  'answer.written': people('Answered a review'),
  'answer.deleted': people('Deleted the answer to a review'),
  'answer.verified': people('Verified the answer to a review'),
  'answer.rejected': people('Rejected the answer to a review'),
  'answer.hidden': people('Hid the answer to a review'),
  'card.changed': purchases('A bank changed the payment card'),
  'card.saved': purchases('Saved a payment card'),
  'billing.address-changed': purchases('Changed the billing address'),
  'refund.requested': purchases('A refund was asked for'),
  'refund.pending': purchases('A refund is on its way'),
  'refund.succeeded': purchases('A refund arrived'),
  'refund.failed': purchases('A refund failed'),
  'refund.cancelled': purchases('A refund was cancelled'),
  'dispute.opened': purchases('A payment was disputed at the bank'),
  'payment.started': purchases('Began a payment'),
  'payment.claimed': purchases('A payment was begun'),
  'payment.action_required': purchases('The bank asked about a payment'),
  'payment.authorized': purchases('A payment was reserved'),
  'payment.capturing': purchases('A payment was being taken'),
  'payment.captured': purchases('A payment was taken'),
  'payment.declined': purchases('A payment was declined'),
  'payment.releasing': purchases('A reserved payment was being released'),
  'payment.released': purchases('A reserved payment was released'),
  'payment.abandoned': purchases('A payment was given up'),
  'charge.created': purchases('A charge was offered'),
  'charge.accepted': purchases('Accepted a charge'),
  'charge.declined': purchases('Declined a charge'),
  'charge.expired': purchases('A charge that was agreed to was not paid in time'),
  'charge.cancelled': purchases('Cancelled a charge'),
  'charge.activated': purchases('Activated a charge'),
  'charge.paid': purchases('A charge was paid'),
  'charge.waived': purchases('Nothing of a charge is overdue any more, because it was not charged'),
  'charge.payment-failed': purchases('The payment of a charge failed'),
  'charge.payment-refused': purchases('The payment of a charge was refused'),
  'charge.frozen': purchases('A charge was frozen, because it was not paid'),
  'charge.archived': purchases('Took a charge off the list'),
  'charge.renewed': purchases('A charge was renewed'),
  'charge.periods-waived': purchases('Missed periods were not charged'),
  'charge.replaced': purchases('A charge went over to another plan'),
  'charge.change-started': purchases('Changed plan or seats'),
  'charge.change-scheduled': purchases('Put a change of plan or seats off to the next renewal'),
  'charge.change-undone': purchases('Took back a change that was put off'),
  'charge.change-failed': purchases('A change of plan or seats was not paid'),
  'charge.changed': purchases('Plan or seats have changed'),
  'payout.requested': purchases('Asked for a payout'),
  'payout.moved': purchases('A payout went on'),
  'statement.issued': purchases('A statement was issued'),
  'cart.agents-chosen': purchases('Chose who will use what is in a cart'),
  'charge.refused': purchases('Tried to change a charge, without the permission'),
  'entitlement.started': purchases('The right to use it began'),
  'entitlement.ended': purchases('The right to use it ended'),
  'cart.created': purchases('Opened a cart'),
  'cart.locked': purchases('Began a checkout'),
  'cart.opened': purchases('A checkout was left'),
  'cart.purchase-started': purchases('Began to purchase a cart'),
  'cart.purchased': purchases('A cart was purchased'),
  'cart.closed': purchases('Closed a cart'),
  'webhook.secret-rotated': applications('Changed the secret of its webhooks'),
  'webhook.enabled': applications('Let events be sent to it again'),
  'webhook.disabled': applications('Its address for events was disabled, because it takes none'),
  'webhook.event-replayed': applications('Sent it an event again'),
  'webhook.events-replayed': applications(({ replayed }) => `Sent it ${counted(Number(replayed), 'event', 'events')} again`),
  'cart.refused': purchases('Tried to change a cart, without the permission'),
}

/** The kind and the text of an action. An action of an older row that the code no longer has is shown by its name. */
export const describeAction = (action: string, details: Details): { kind: ActivityKind; words: string } => {
  if (!Object.hasOwn(WORDS, action)) return { kind: 'people', words: action }
  const { kind, words } = WORDS[action as AuditAction]
  return { kind, words: typeof words === 'string' ? words : words(details) }
}

/** The actions of a kind. */
export const actionsOf = (kind: ActivityKind): string[] =>
  Object.entries(WORDS).flatMap(([action, words]) => (words.kind === kind ? [action] : []))
