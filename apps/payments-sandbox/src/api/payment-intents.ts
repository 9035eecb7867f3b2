import { behaviourOf } from '../cards/behaviours.ts'
import { newId } from '../ledger/new-id.ts'
import type { IntentRow } from '../ledger/rows.ts'
import { authorize, usableCard } from './authorize.ts'
import { type Call, emit, ok, type Route } from './call.ts'
import { assertClientSecret } from './client-secret.ts'
import { answerList } from './list.ts'
import { presentCharge, presentIntent } from './present.ts'
import { badParameter, cardErrorOf, invalid, missing, presentCardError, unexpectedState, type Answer } from './refusal.ts'

const MAX_AMOUNT = 99_999_999
const MIN_AMOUNT = 50
const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

const intentOf = (call: Call): IntentRow => {
  const row = call.transaction.get('intents', call.id)
  if (!row) throw missing('payment_intent', call.id, 'intent')
  assertClientSecret(call, 'payment_intent', row)
  return row
}

const create = (call: Call): Answer => {
  const { transaction, parameters, now } = call
  const amount = parameters.integer('amount', 1)
  if (amount === undefined) throw badParameter('parameter_missing', 'amount', 'Missing required param: amount.')
  const currency = parameters.required('currency')
  const customer = parameters.text('customer') ?? null
  const cardId = parameters.text('payment_method')
  const confirm = parameters.flag('confirm')
  const ownerAway = parameters.flag('off_session')
  if (!parameters.oneOf('capture_method', ['manual']))
    throw badParameter('parameter_missing', 'capture_method', 'The sandbox only knows capture_method=manual.')
  if (parameters.list('allowed_payment_method_types').some((type) => type !== 'card'))
    throw badParameter('parameter_invalid', 'allowed_payment_method_types', 'The sandbox only knows cards.')
  // Accepted and ignored: in the sandbox, the browser's script always shows the challenge.
  parameters.flag('use_stripe_sdk')
  const saveCard = parameters.oneOf('setup_future_usage', ['off_session']) !== undefined
  const description = parameters.text('description') ?? null
  const metadata = parameters.metadata() ?? {}
  parameters.end()
  if (!/^[a-z]{3}$/.test(currency)) throw badParameter('parameter_invalid', 'currency', `Invalid currency: ${currency}`)
  if (amount > MAX_AMOUNT) throw badParameter('amount_too_large', 'amount', `Amount must be no more than ${MAX_AMOUNT}.`)
  if (amount < MIN_AMOUNT) throw badParameter('amount_too_small', 'amount', `Amount must be at least ${MIN_AMOUNT}.`)
  if (customer !== null && !transaction.get('customers', customer)) throw missing('customer', customer, 'customer')
  const card = cardId === undefined ? null : usableCard(call, cardId, customer)
  const id = newId('pi')
  const row: IntentRow = {
    id,
    createdAt: now,
    secret: `${id}_${newId('secret')}`,
    status: card ? 'requires_confirmation' : 'requires_payment_method',
    amount,
    currency,
    amountReceived: 0,
    customer,
    card: card?.id ?? null,
    charge: null,
    saveCard,
    description,
    metadata,
    challenge: null,
    lastError: null,
    canceledAt: null,
    cancellationReason: null,
  }
  transaction.put('intents', row)
  if (!confirm) return ok(presentIntent(row, transaction))
  if (!card) throw badParameter('parameter_missing', 'payment_method', 'You cannot confirm without a payment_method.')
  return authorize(call, row, card, { ownerAway, authenticated: false })
}

const confirm = (call: Call): Answer => {
  const { transaction, parameters } = call
  const row = intentOf(call)
  const cardId = parameters.text('payment_method') ?? row.card
  const ownerAway = call.caller === 'secret' && parameters.flag('off_session')
  parameters.end()
  if (row.status !== 'requires_payment_method' && row.status !== 'requires_confirmation')
    throw unexpectedState('payment_intent', row, presentIntent(row, transaction), 'confirm')
  if (cardId === null) throw badParameter('parameter_missing', 'payment_method', 'You cannot confirm without a payment_method.')
  return authorize(call, row, usableCard(call, cardId, row.customer), { ownerAway, authenticated: false })
}

const capture = (call: Call): Answer => {
  const { transaction, parameters, now, idempotencyKey } = call
  const row = intentOf(call)
  const amount = parameters.integer('amount_to_capture', 1) ?? row.amount
  parameters.end()
  const charge = row.charge === null ? undefined : transaction.get('charges', row.charge)
  if (row.status !== 'requires_capture' || !charge)
    throw unexpectedState('payment_intent', row, presentIntent(row, transaction), 'capture')
  if (amount > row.amount)
    throw invalid('The requested capture amount is greater than the amount you can capture for this charge.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  const card = transaction.get('cards', charge.card)
  const { declines } = behaviourOf(card?.behaviour ?? '')
  if (declines?.on === 'capture') {
    const error = cardErrorOf(declines.because, charge.card)
    const canceled = end(call, { ...row, lastError: error }, 'failed_capture')
    return { status: 402, body: { error: { ...presentCardError(error, null), payment_intent: canceled } } }
  }
  const captured = { ...charge, captured: { amount, at: now, idempotencyKey, metadata: row.metadata } }
  transaction.put('charges', captured)
  const paid: IntentRow = { ...row, status: 'succeeded', amountReceived: amount }
  transaction.put('intents', paid)
  const object = presentIntent(paid, transaction)
  emit(call, 'charge.captured', presentCharge(captured))
  emit(call, 'payment_intent.succeeded', object)
  return ok(object)
}

/** Ends an intent without a capture, and releases the authorized amount. */
export const end = (
  call: Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>,
  row: IntentRow,
  reason: string | null,
): unknown => {
  const canceled: IntentRow = { ...row, status: 'canceled', challenge: null, canceledAt: call.now, cancellationReason: reason }
  call.transaction.put('intents', canceled)
  const object = presentIntent(canceled, call.transaction)
  emit(call, 'payment_intent.canceled', object)
  return object
}

const cancel = (call: Call): Answer => {
  const row = intentOf(call)
  const reason = call.parameters.oneOf('cancellation_reason', CANCELLATION_REASONS) ?? null
  call.parameters.end()
  if (row.status === 'succeeded' || row.status === 'canceled')
    throw unexpectedState('payment_intent', row, presentIntent(row, call.transaction), 'cancel')
  return ok(end(call, row, reason))
}

const list = (call: Call): Answer => {
  const customer = call.parameters.text('customer')
  return answerList(
    call,
    'intents',
    'payment_intents',
    (row) => customer === undefined || row.customer === customer,
    (row) => presentIntent(row, call.transaction),
  )
}

export const PAYMENT_INTENTS: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    operation: (sent) => (sent.get('confirm') === 'true' ? 'authorize' : null),
    handle: create,
  },
  { method: 'GET', path: '/v1/payment_intents', handle: list },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: true,
    handle: (call) => {
      const row = intentOf(call)
      call.parameters.end()
      return ok(presentIntent(row, call.transaction))
    },
  },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', browser: true, operation: 'authorize', handle: confirm },
  { method: 'POST', path: '/v1/payment_intents/:id/capture', operation: 'capture', handle: capture },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handle: cancel },
]
