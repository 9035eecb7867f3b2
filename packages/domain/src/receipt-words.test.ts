import { expect, test } from 'vitest'
import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'
import { receiptSections } from './receipt-words.ts'

const facts = (given: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  application: { name: 'Inbox Zero', slug: 'inbox-zero', product: 'livechat', service: false },
  installed_at: '2026-01-01T00:00:00.000Z',
  used_by: null,
  reason: null,
  cancelled: [],
  kept_purchase: null,
  free_right_ended: false,
  refunded: 0,
  tokens_revoked: 0,
  consent: { ended: true, scopes: [], kept_for: [], personal: 0 },
  told: false,
  developer: null,
  ...given,
})
const charge = { id: 'c', name: 'Inbox Zero, Team', price: 1_200, quantity: 5, months: 1, usable_until: null, was_trial: false }
const words = (given: Partial<ReceiptFacts>): string =>
  receiptSections(facts(given))
    .flatMap(({ lines }) => lines)
    .join(' ')

test.each<[string, Partial<ReceiptFacts>, string]>([
  ['nothing was paid for', {}, 'there was nothing to cancel'],
  ['a subscription was cancelled', { cancelled: [charge] }, 'Inbox Zero, Team ($60 a month) is cancelled'],
  [
    'a year was paid',
    { cancelled: [{ ...charge, months: 12, usable_until: '2026-11-22T12:00:00.000Z' }] },
    'lasts until Nov 22, 2026',
  ],
  [
    'it was in trial',
    { cancelled: [{ ...charge, was_trial: true, usable_until: '2026-11-22T12:00:00.000Z' }] },
    'would have ended on Nov 22',
  ],
  [
    'the paid time lasts',
    { cancelled: [charge], kept_purchase: { once: false, until: '2026-12-01T00:00:00.000Z' } },
    'Until Dec 1, 2026',
  ],
  ['it was bought for good', { kept_purchase: { once: true, until: null } }, 'to install it again costs nothing'],
  ['it was free before', { free_right_ended: true }, 'costs its price'],
  ['nothing was refunded', { cancelled: [charge] }, 'Nothing was refunded.'],
  ['money was refunded', { cancelled: [charge], refunded: 500 }, '$5 were refunded'],
  ['one sign-in ended', { tokens_revoked: 1 }, '1 sign-in of it ended'],
  ['sign-ins ended', { tokens_revoked: 3 }, '3 sign-ins of it ended'],
  ['few used it', { used_by: 2 }, '2 people could use it'],
  [
    'another application needs the consent',
    { consent: { ended: false, scopes: [], kept_for: ['Desk'], personal: 0 } },
    'because Desk signs in',
  ],
  ['people agreed themselves', { consent: { ended: true, scopes: [], kept_for: [], personal: 1 } }, '1 person has agreed'],
  ['it read chats', { consent: { ended: true, scopes: ['chats--all:ro'], kept_for: [], personal: 0 } }, 'It could reach: Chats.'],
  ['its developer was told', { told: true }, 'Its developer is told'],
])('says that %s', (_, given, expected) => expect(words(given)).toContain(expected))
