import type { CardAnswer } from '@marketplace/contracts/billing/schemas'
import { paymentMethodInput } from '@marketplace/contracts/billing/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
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
import { type CardRecord, replaceCard } from './repository.ts'
import { setUpCard } from './set-up-card.ts'

export type SaveCardDependencies = ProviderDependencies & { send: SendJob; lockCaller: LockCaller }

/** The provider's words for brands that the marketplace calls otherwise. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['mastercard', 'master'],
  ['amex', 'american express'],
])

/** Cards of the provider's test mode that nobody entered: somebody could pay with what is no card. */
const TEST_CARD = /^pm_card_/

/** Stores a card that the provider has saved as the organization's. The one before is detached by a job. */
export const storeCard = async (
  transaction: Transaction,
  send: SendJob,
  who: { organizationId: OrganizationId; accountId: string | null; actor?: Caller['actor'] },
  card: SavedCard,
  now: Date,
): Promise<CardRecord> => {
  const stored = {
    brand: BRANDS.get(card.brand) ?? card.brand,
    firstSix: card.firstSix ?? '',
    lastFour: card.lastFour,
    expiryMonth: card.expMonth,
    expiryYear: card.expYear,
    providerCardId: card.id,
    savedAt: now,
  }
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
 * Saves a card that was entered in the browser as the organization's. The body is a stranger's: a card number in it is refused before
 * anything else looks at it.
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
