import type { CardAnswer } from '@marketplace/contracts/billing/schemas'
import { paymentMethodInput } from '@marketplace/contracts/billing/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { cardEnd } from '@marketplace/domain/buying/card-expiry'
import { holdsCardNumber } from '@marketplace/domain/buying/card-numbers'
import { canBillFor } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import type { SavedCard } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/index.ts'
import type { LockCaller } from '../../clients/index.ts'
import type { SendJob } from '../../jobs/index.ts'
import { presentCard } from './present.ts'
import { CARD_SAVED, DETACH_CARD } from './jobs.ts'
import type { ProviderDependencies } from './ensure-customer.ts'
import { type CardRecord, lockCard, replaceCard } from './repository.ts'
import { setUpCard } from './set-up-card.ts'

export type SaveCardDependencies = ProviderDependencies & { send: SendJob; lockCaller: LockCaller }

/** The provider's names of brands that the marketplace names differently. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['mastercard', 'master'],
  ['amex', 'american express'],
])

/** The provider's test cards, which can be used without entering them. They are refused, because nobody pays with them. */
const TEST_CARD = /^pm_card_/

/** The columns that are stored for a card of the provider. */
const recordOf = (card: SavedCard): Omit<CardRecord, 'savedAt' | 'expiryToldAt'> & { providerCardId: string } => ({
  brand: BRANDS.get(card.brand) ?? card.brand,
  firstSix: card.firstSix ?? '',
  lastFour: card.lastFour,
  expiryMonth: card.expMonth,
  expiryYear: card.expYear,
  providerCardId: card.id,
})

/**
 * Stores the changes that a bank has made to the organization's card, as they were just read from the provider. If the card now expires
 * later, unpaid charges are tried at once, as with a new card. If another card was saved meanwhile, that card stays.
 */
export const storeChangedCard = async (
  transaction: Transaction,
  send: SendJob,
  organizationId: OrganizationId,
  card: SavedCard,
  now: Date,
): Promise<void> => {
  const before = await lockCard(transaction, organizationId)
  if (before?.providerCardId !== card.id) return
  const changed = { ...recordOf(card), savedAt: before.savedAt }
  const [was, is] = [cardEnd(before).getTime(), cardEnd(changed).getTime()]
  if (was === is && before.lastFour === changed.lastFour && before.brand === changed.brand) return
  await replaceCard(transaction, organizationId, changed)
  if (is > was) await send(transaction, CARD_SAVED, { organizationId })
  const { brand, lastFour, expiryMonth, expiryYear } = changed
  const details = { brand, lastFour, expiryMonth, expiryYear }
  await recordAudit(transaction, {
    action: 'card.changed',
    at: now,
    who: { accountId: null, organizationId },
    subject: card.id,
    details,
  })
}

/** Stores a card that the provider has saved as the organization's. A job detaches the previous one. */
export const storeCard = async (
  transaction: Transaction,
  send: SendJob,
  who: { organizationId: OrganizationId; accountId: string | null; actor?: Caller['actor'] },
  card: SavedCard,
  now: Date,
): Promise<CardRecord> => {
  const stored = { ...recordOf(card), savedAt: now }
  const before = await replaceCard(transaction, who.organizationId, stored)
  const old = before?.providerCardId ?? null
  if (old !== card.id) {
    if (old !== null) await send(transaction, DETACH_CARD, { cardId: old })
    await send(transaction, CARD_SAVED, { organizationId: who.organizationId })
    const { brand, lastFour } = stored
    await recordAudit(transaction, { action: 'card.saved', at: now, who, subject: card.id, details: { brand, lastFour } })
  }
  return { ...stored, expiryToldAt: null }
}

/**
 * Saves a card that was entered in the browser as the organization's. The body is untrusted: it is searched for card numbers before any
 * other code reads it.
 */
export const saveCard = async (
  dependencies: SaveCardDependencies,
  asking: Caller,
  product: Product,
  body: Readonly<Record<string, unknown>>,
): Promise<CardAnswer> => {
  const { database, clock, send, lockCaller } = dependencies
  if (holdsCardNumber(body)) throw new ApiError('CARD_NUMBER_SENT')
  const cardId = paymentMethodInput.safeParse(body.payment_method)
  if (!cardId.success)
    throw new ApiError('INVALID_PARAMETERS', { fields: [{ field: 'payment_method', message: 'must be a card’s id' }] })
  if (!canBillFor(asking.scopes, product)) throw new ApiError('FORBIDDEN')
  if (TEST_CARD.test(cardId.data)) throw new ApiError('CARD_NOT_USABLE')

  const setUp = await setUpCard(dependencies, asking.organizationId, cardId.data)
  if (setUp.kind === 'declined') throw new ApiError('CARD_DECLINED', { reason: setUp.code })
  if (setUp.kind === 'refused') throw new ApiError('CARD_NOT_USABLE')
  if (setUp.kind !== 'saved') return { status: setUp.kind, client_secret: setUp.clientSecret, card: null }

  const now = clock.now()
  const card = await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!canBillFor(caller.scopes, product)) throw new ApiError('FORBIDDEN')
    return storeCard(transaction, send, caller, setUp.card, now)
  })
  return { status: 'saved', client_secret: null, card: presentCard(card, now) }
}
