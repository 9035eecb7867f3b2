import { askBank } from '../cards/use-card.ts'
import { newId } from '../ledger/new-id.ts'
import type { CardRow, IntentRow } from '../ledger/rows.ts'
import { type Call, emit, ok } from './call.ts'
import { presentCard, presentIntent } from './present.ts'
import { type Answer, cardErrorOf, invalid, missing, presentCardError } from './refusal.ts'

type Context = Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>

/** A card that can be used without entering one, as in Stripe's test mode. Each use creates a new card. */
const TEST_CARD = 'pm_card_visa'

const newTestCard = (transaction: Call['transaction'], now: number): CardRow => {
  const card: CardRow = {
    id: newId('pm'),
    createdAt: now,
    customer: null,
    brand: 'visa',
    firstSix: '424242',
    lastFour: '4242',
    expMonth: 8,
    expYear: 2029,
    behaviour: 'visa',
    setUp: false,
    spent: false,
  }
  transaction.put('cards', card)
  return card
}

/** The card with this id, if it may be used for this customer. */
export const usableCard = (
  { transaction, now }: Pick<Call, 'transaction' | 'now'>,
  id: string,
  customer: string | null,
): CardRow => {
  const card = transaction.get('cards', id) ?? (id === TEST_CARD ? newTestCard(transaction, now) : undefined)
  if (!card) throw missing('PaymentMethod', id, 'payment_method')
  if (card.spent)
    throw invalid(
      'The provided PaymentMethod was used or detached before and may not be used again. Attach it to a Customer first.',
      {
        code: 'payment_method_unexpected_state',
        param: 'payment_method',
      },
    )
  if (card.customer !== null && card.customer !== customer)
    throw invalid('The payment method belongs to another customer.', { param: 'payment_method' })
  return card
}

/** Opens the page on which the cardholder confirms an intent or a setup. Returns its id. */
export const openChallenge = ({ transaction, now }: Pick<Call, 'transaction' | 'now'>, of: string): string => {
  const id = newId('src')
  transaction.put('challenges', { id, of, openedAt: now })
  return id
}

/** Ends an attempt that the bank refused: the intent waits for another card. */
const decline = (context: Context, intent: IntentRow, error: IntentRow['lastError'] & object): Answer => {
  const row: IntentRow = { ...intent, status: 'requires_payment_method', card: null, challenge: null, lastError: error }
  context.transaction.put('intents', row)
  const object = presentIntent(row, context.transaction)
  emit(context, 'payment_intent.payment_failed', object)
  const card = error.card ? context.transaction.get('cards', error.card) : undefined
  return { status: 402, body: { error: { ...presentCardError(error, card && presentCard(card)), payment_intent: object } } }
}

/** Asks the card's bank to authorize the amount of the intent, and stores the result. */
export const authorize = (
  context: Context,
  intent: IntentRow,
  card: CardRow,
  { ownerAway, authenticated }: { ownerAway: boolean; authenticated: boolean },
): Answer => {
  const { transaction, now } = context
  const bank = askBank(card, { purpose: 'charge', ownerAway, authenticated, now })
  if (bank.answer === 'no') return decline(context, intent, cardErrorOf(bank.because, card.id))
  if (bank.answer === 'challenge') {
    const challenge = openChallenge(context, intent.id)
    const row: IntentRow = { ...intent, card: card.id, status: 'requires_action', challenge, lastError: null }
    transaction.put('intents', row)
    const object = presentIntent(row, transaction)
    emit(context, 'payment_intent.requires_action', object)
    return ok(object)
  }
  const charge = newId('ch')
  transaction.put('charges', {
    id: charge,
    createdAt: now,
    intent: intent.id,
    customer: intent.customer,
    card: card.id,
    amount: intent.amount,
    currency: intent.currency,
    captured: null,
    amountRefunded: 0,
    disputed: false,
  })
  const saved = intent.saveCard && intent.customer !== null
  if (saved && card.customer === null)
    emit(context, 'payment_method.attached', presentCard({ ...card, customer: intent.customer }))
  transaction.put('cards', {
    ...card,
    customer: saved ? intent.customer : card.customer,
    setUp: card.setUp || saved,
    spent: !saved && card.customer === null,
  })
  const row: IntentRow = { ...intent, card: card.id, status: 'requires_capture', charge, challenge: null, lastError: null }
  transaction.put('intents', row)
  const object = presentIntent(row, transaction)
  emit(context, 'payment_intent.amount_capturable_updated', object)
  return ok(object)
}

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** Ends an attempt whose challenge the cardholder failed. */
export const failAuthentication = (context: Context, intent: IntentRow): Answer =>
  decline(context, intent, {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    adviceCode: null,
    message: AUTHENTICATION_FAILED,
    card: intent.card,
  })
