import { behaviourOf } from '../cards/behaviours.ts'
import { newId } from '../ledger/new-id.ts'
import type { ChargeRow, DisputeRow, RefundRow } from '../ledger/rows.ts'
import { type Call, emit, ok, type Route } from './call.ts'
import { answerList } from './list.ts'
import { presentCharge, presentDispute, presentEvent, presentRefund } from './present.ts'
import { type Answer, badParameter, invalid, missing } from './refusal.ts'

type Context = Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>

const chargeOf = ({ transaction }: Pick<Call, 'transaction'>, id: string): ChargeRow => {
  const row = transaction.get('charges', id)
  if (!row) throw missing('charge', id, 'charge')
  return row
}

const create = (call: Call): Answer => {
  const { transaction, parameters, now } = call
  const intentId = parameters.text('payment_intent')
  const chargeId = parameters.text('charge')
  const wanted = parameters.integer('amount', 1)
  parameters.oneOf('reason', ['requested_by_customer'])
  const metadata = parameters.metadata() ?? {}
  parameters.end()
  const intent = intentId === undefined ? undefined : transaction.get('intents', intentId)
  if (intentId !== undefined && !intent) throw missing('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? intent?.charge
  if (id === undefined || id === null)
    throw intent
      ? invalid('This PaymentIntent does not have a successful charge to refund.')
      : badParameter('parameter_missing', 'charge', 'One of payment_intent and charge is required.')
  const charge = chargeOf(call, id)
  if (!charge.captured)
    throw invalid('This charge was not captured: cancel it instead.', { code: 'charge_not_refundable', param: 'charge' })
  if (charge.disputed)
    throw invalid('This charge has been charged back, and cannot be refunded.', { code: 'charge_disputed', param: 'charge' })
  const left = charge.captured.amount - charge.amountRefunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded', param: 'charge' })
  const amount = wanted ?? left
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  const { refunds } = behaviourOf(transaction.get('cards', charge.card)?.behaviour ?? '')
  const row: RefundRow = {
    id: newId('re'),
    createdAt: now,
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    status: refunds === 'wait' ? 'pending' : 'succeeded',
    failureReason: null,
    metadata,
  }
  transaction.put('refunds', row)
  const refunded: ChargeRow = { ...charge, amountRefunded: charge.amountRefunded + amount }
  transaction.put('charges', refunded)
  emit(call, 'refund.created', presentRefund(row))
  emit(call, 'charge.refunded', presentCharge(refunded))
  // As at Stripe, the answer says `succeeded`, and a later event says that the refund failed.
  if (refunds === 'fail') moveRefund(call, row, 'failed')
  return ok(presentRefund(row))
}

/** Settles a refund later, or reverses it. A failed refund is treated as if it had never been made. */
export const moveRefund = (context: Context, refund: RefundRow, status: 'succeeded' | 'failed' | 'canceled'): RefundRow => {
  const row: RefundRow = { ...refund, status, failureReason: status === 'failed' ? 'expired_or_canceled_card' : null }
  context.transaction.put('refunds', row)
  if (status !== 'succeeded') {
    const charge = chargeOf(context, refund.charge)
    context.transaction.put('charges', { ...charge, amountRefunded: charge.amountRefunded - refund.amount })
  }
  emit(context, 'refund.updated', presentRefund(row))
  if (status === 'failed') emit(context, 'refund.failed', presentRefund(row))
  return row
}

/** Lets the cardholder dispute a charge at their bank. The disputed amount is the amount that was paid, without later refunds. */
export const openDispute = (context: Context, chargeId: string, amount: number | undefined, reason: string): DisputeRow => {
  const charge = chargeOf(context, chargeId)
  const paid = charge.captured?.amount ?? 0
  const left = paid - charge.amountRefunded
  if (charge.disputed || paid === 0 || (amount ?? 1) > paid) throw invalid('This charge cannot be disputed for that amount.')
  const row: DisputeRow = {
    id: newId('dp'),
    createdAt: context.now,
    charge: charge.id,
    intent: charge.intent,
    amount: amount ?? (left || paid),
    currency: charge.currency,
    reason,
    status: 'needs_response',
  }
  context.transaction.put('disputes', row)
  context.transaction.put('charges', { ...charge, disputed: true })
  emit(context, 'charge.dispute.created', presentDispute(row))
  return row
}

export const closeDispute = (context: Context, dispute: DisputeRow, status: 'won' | 'lost'): DisputeRow => {
  const row: DisputeRow = { ...dispute, status }
  context.transaction.put('disputes', row)
  emit(context, 'charge.dispute.closed', presentDispute(row))
  return row
}

/** A route `GET /v1/NAME/:id` for objects that can only be read. */
const read = <R>(path: string, kind: string, find: (call: Call) => R | undefined, present: (row: R) => unknown): Route => ({
  method: 'GET',
  path: `${path}/:id`,
  handle: (call) => {
    call.parameters.end()
    const row = find(call)
    if (row === undefined) throw missing(kind, call.id)
    return ok(present(row))
  },
})

export const REFUNDS: readonly Route[] = [
  { method: 'POST', path: '/v1/refunds', operation: 'refund', handle: create },
  {
    method: 'GET',
    path: '/v1/refunds',
    handle: (call) => {
      const intent = call.parameters.text('payment_intent')
      return answerList(call, 'refunds', 'refunds', (row) => intent === undefined || row.intent === intent, presentRefund)
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    handle: (call) => answerList(call, 'disputes', 'disputes', () => true, presentDispute),
  },
  read('/v1/refunds', 'refund', ({ transaction, id }) => transaction.get('refunds', id), presentRefund),
  read('/v1/charges', 'charge', ({ transaction, id }) => transaction.get('charges', id), presentCharge),
  read('/v1/disputes', 'dispute', ({ transaction, id }) => transaction.get('disputes', id), presentDispute),
  read('/v1/events', 'event', ({ transaction, id }) => transaction.get('events', id), presentEvent),
]
