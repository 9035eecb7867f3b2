import { askBank } from '../cards/use-card.ts'
import { newId } from '../ledger/new-id.ts'
import type { CardError, CardRow, SetupRow } from '../ledger/rows.ts'
import { openChallenge, usableCard } from './authorize.ts'
import { type Call, emit, ok, type Route } from './call.ts'
import { assertClientSecret } from './client-secret.ts'
import { presentCard, presentSetup } from './present.ts'
import { type Answer, badParameter, cardErrorOf, missing, presentCardError, unexpectedState } from './refusal.ts'

type Context = Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>

const setupOf = (call: Call): SetupRow => {
  const row = call.transaction.get('setups', call.id)
  if (!row) throw missing('setup_intent', call.id, 'intent')
  assertClientSecret(call, 'setup_intent', row)
  return row
}

const decline = (context: Context, setup: SetupRow, error: CardError): Answer => {
  const row: SetupRow = { ...setup, status: 'requires_payment_method', card: null, challenge: null, lastError: error }
  context.transaction.put('setups', row)
  const object = presentSetup(row, context.transaction)
  emit(context, 'setup_intent.setup_failed', object)
  return { status: 402, body: { error: { ...presentCardError(error, null), setup_intent: object } } }
}

/** Saves the card for payments without the cardholder, if its bank agrees. */
export const setUp = (context: Context, setup: SetupRow, card: CardRow, authenticated: boolean): Answer => {
  const { transaction, now } = context
  const bank = askBank(card, { purpose: 'setup', ownerAway: false, authenticated, now })
  if (bank.answer === 'no') return decline(context, setup, cardErrorOf(bank.because, card.id))
  if (bank.answer === 'challenge') {
    const challenge = openChallenge(context, setup.id)
    const row: SetupRow = { ...setup, card: card.id, status: 'requires_action', challenge, lastError: null }
    transaction.put('setups', row)
    const object = presentSetup(row, transaction)
    emit(context, 'setup_intent.requires_action', object)
    return ok(object)
  }
  const saved: CardRow = { ...card, customer: setup.customer ?? card.customer, setUp: true }
  transaction.put('cards', saved)
  if (saved.customer !== card.customer) emit(context, 'payment_method.attached', presentCard(saved))
  const row: SetupRow = { ...setup, card: card.id, status: 'succeeded', challenge: null, lastError: null }
  transaction.put('setups', row)
  const object = presentSetup(row, transaction)
  emit(context, 'setup_intent.succeeded', object)
  return ok(object)
}

/** Ends a setup whose challenge the cardholder failed. */
export const failSetup = (context: Context, setup: SetupRow): Answer =>
  decline(context, setup, {
    code: 'setup_intent_authentication_failure',
    declineCode: null,
    adviceCode: null,
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    card: setup.card,
  })

const create = (call: Call): Answer => {
  const { transaction, parameters, now } = call
  const customer = parameters.required('customer')
  const cardId = parameters.text('payment_method')
  const confirm = parameters.flag('confirm')
  parameters.oneOf('usage', ['off_session'])
  // Accepted and ignored: in the sandbox, the browser's script always shows the challenge.
  parameters.flag('use_stripe_sdk')
  if (parameters.list('allowed_payment_method_types').some((type) => type !== 'card'))
    throw badParameter('parameter_invalid', 'allowed_payment_method_types', 'The sandbox only knows cards.')
  const metadata = parameters.metadata() ?? {}
  parameters.end()
  if (!transaction.get('customers', customer)) throw missing('customer', customer, 'customer')
  const card = cardId === undefined ? null : usableCard(call, cardId, customer)
  const id = newId('seti')
  const row: SetupRow = {
    id,
    createdAt: now,
    secret: `${id}_${newId('secret')}`,
    status: card ? 'requires_confirmation' : 'requires_payment_method',
    customer,
    card: card?.id ?? null,
    metadata,
    challenge: null,
    lastError: null,
  }
  transaction.put('setups', row)
  if (!confirm) return ok(presentSetup(row, transaction))
  if (!card) throw badParameter('parameter_missing', 'payment_method', 'You cannot confirm without a payment_method.')
  return setUp(call, row, card, false)
}

const confirm = (call: Call): Answer => {
  const { transaction, parameters } = call
  const row = setupOf(call)
  const cardId = parameters.text('payment_method') ?? row.card
  parameters.end()
  if (row.status !== 'requires_payment_method' && row.status !== 'requires_confirmation')
    throw unexpectedState('setup_intent', row, presentSetup(row, transaction), 'confirm')
  if (cardId === null) throw badParameter('parameter_missing', 'payment_method', 'You cannot confirm without a payment_method.')
  return setUp(call, row, usableCard(call, cardId, row.customer), false)
}

const cancel = (call: Call): Answer => {
  const row = setupOf(call)
  call.parameters.end()
  if (row.status === 'succeeded' || row.status === 'canceled')
    throw unexpectedState('setup_intent', row, presentSetup(row, call.transaction), 'cancel')
  const canceled: SetupRow = { ...row, status: 'canceled', challenge: null }
  call.transaction.put('setups', canceled)
  const object = presentSetup(canceled, call.transaction)
  emit(call, 'setup_intent.canceled', object)
  return ok(object)
}

export const SETUP_INTENTS: readonly Route[] = [
  { method: 'POST', path: '/v1/setup_intents', operation: 'setup', handle: create },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    browser: true,
    handle: (call) => {
      const row = setupOf(call)
      call.parameters.end()
      return ok(presentSetup(row, call.transaction))
    },
  },
  { method: 'POST', path: '/v1/setup_intents/:id/confirm', browser: true, handle: confirm },
  { method: 'POST', path: '/v1/setup_intents/:id/cancel', handle: cancel },
]
