import { ApiError } from '../../../core/api-error.ts'
import type { OrganizationId } from '../../../core/caller.ts'
import type { CardSetup, SavedCard } from '../../../ports/payments.ts'
import { ensureCustomer, customerKey, type ProviderDependencies, untilDone } from './ensure-customer.ts'

export type SetUp =
  | { kind: 'saved'; card: SavedCard }
  | { kind: 'action_required' | 'processing'; clientSecret: string }
  | { kind: 'declined'; code: string }
  | { kind: 'refused' }

const UNAVAILABLE = 'PAYMENTS_UNAVAILABLE'

/** Null if the provider does not know the customer, for example after the sandbox's folder was deleted. */
const cardsOf = async ({ payments }: ProviderDependencies, customerId: string): Promise<readonly SavedCard[] | null> => {
  const cards = await payments.listCards(customerId)
  if (cards.kind === 'unknown') throw new ApiError(UNAVAILABLE)
  return cards.kind === 'succeeded' ? cards.value : null
}

/** The provider's answer to the setup of this card. The same card gets the same setup. */
const startSetup = async (
  { payments }: ProviderDependencies,
  { organizationId, customerId, cardId }: { organizationId: OrganizationId; customerId: string; cardId: string },
) => {
  const setup = { customerId, cardId, metadata: { organization: organizationId } }
  const start = (key: string) => untilDone(() => payments.startCardSetup(setup, key))
  const key = customerKey('card', customerId, cardId)
  const outcome = await start(key)
  // The provider would only repeat the error for this key. A second setup of the card does no harm.
  return outcome.kind === 'unknown' && outcome.replayed ? start(customerKey(key, 'again')) : outcome
}

const readSetup = async ({ payments }: ProviderDependencies, id: string): Promise<CardSetup> => {
  const setup = await payments.readCardSetup(id)
  if (setup.kind !== 'succeeded') throw new ApiError(UNAVAILABLE)
  return setup.value
}

/**
 * Saves a card at the provider for the organization's customer. The bank may want the cardholder to confirm a new card; call this again
 * with the same card afterwards. Throws PAYMENTS_UNAVAILABLE while the outcome is unknown.
 */
export const setUpCard = async (
  dependencies: ProviderDependencies,
  organizationId: OrganizationId,
  cardId: string,
): Promise<SetUp> => {
  let customerId = await ensureCustomer(dependencies, organizationId)
  let outcome = await startSetup(dependencies, { organizationId, customerId, cardId })
  if (outcome.kind === 'refused' && (await cardsOf(dependencies, customerId)) === null) {
    customerId = await ensureCustomer(dependencies, organizationId, customerId)
    outcome = await startSetup(dependencies, { organizationId, customerId, cardId })
  }
  if (outcome.kind === 'declined') return { kind: 'declined', code: outcome.code }
  if (outcome.kind === 'refused') return { kind: 'refused' }
  if (outcome.kind === 'unknown') throw new ApiError(UNAVAILABLE)
  const begun = outcome.value
  const setup = begun.state === 'saved' ? begun : await readSetup(dependencies, begun.id)
  if (setup.state === 'challenge') return { kind: 'action_required', clientSecret: setup.clientSecret }
  if (setup.state === 'processing') return { kind: 'processing', clientSecret: setup.clientSecret }
  // The cardholder has not passed the challenge.
  if (setup.state === 'open') return { kind: 'declined', code: 'authentication_failed' }
  const card = (await cardsOf(dependencies, customerId))?.find(({ id }) => id === setup.cardId)
  // A replaced card was detached, so it cannot be charged.
  return setup.state === 'saved' && card ? { kind: 'saved', card } : { kind: 'refused' }
}
