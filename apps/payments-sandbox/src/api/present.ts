// Rows in the form of Stripe's objects: only the fields that this project reads, with Stripe's names and meanings.
import type { CardRow, ChargeRow, CustomerRow, DisputeRow, EventRow, IntentRow, RefundRow, SetupRow } from '../ledger/rows.ts'
import type { Reader } from '../ledger/store.ts'
import { presentCardError } from './refusal.ts'

/** The version of Stripe's API for which this project's version of Stripe's library was made. */
export const API_VERSION = '2026-10-28.endive'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

export const presentCustomer = (row: CustomerRow) => ({
  id: row.id,
  object: 'customer',
  created: seconds(row.createdAt),
  email: row.email,
  name: row.name,
  livemode: false,
  metadata: row.metadata,
})

export const presentCard = (row: CardRow) => ({
  id: row.id,
  object: 'payment_method',
  type: 'card',
  created: seconds(row.createdAt),
  customer: row.customer,
  livemode: false,
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: null, phone: null },
  card: {
    brand: row.brand,
    display_brand: row.brand,
    iin: row.firstSix,
    last4: row.lastFour,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    funding: 'credit',
    three_d_secure_usage: { supported: true },
  },
  metadata: {},
})

/** The browser's script opens the challenge, whose address is on the sandbox's origin. */
const nextActionOf = (challenge: string | null) =>
  challenge && { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source: challenge } }

const presentLastError = (row: IntentRow | SetupRow, read: Reader) => {
  if (!row.lastError) return null
  const card = row.lastError.card ? read.get('cards', row.lastError.card) : undefined
  return presentCardError(row.lastError, card && presentCard(card))
}

export const presentIntent = (row: IntentRow, read: Reader) => ({
  id: row.id,
  object: 'payment_intent',
  created: seconds(row.createdAt),
  amount: row.amount,
  amount_capturable: row.status === 'requires_capture' ? row.amount : 0,
  amount_received: row.amountReceived,
  canceled_at: row.canceledAt && seconds(row.canceledAt),
  cancellation_reason: row.cancellationReason,
  capture_method: 'manual',
  client_secret: row.secret,
  confirmation_method: 'automatic',
  currency: row.currency,
  customer: row.customer,
  description: row.description,
  last_payment_error: presentLastError(row, read),
  latest_charge: row.charge,
  livemode: false,
  metadata: row.metadata,
  next_action: nextActionOf(row.challenge),
  payment_method: row.card,
  allowed_payment_method_types: ['card'],
  payment_method_types: ['card'],
  setup_future_usage: row.saveCard ? 'off_session' : null,
  status: row.status,
})

export const presentSetup = (row: SetupRow, read: Reader) => ({
  id: row.id,
  object: 'setup_intent',
  created: seconds(row.createdAt),
  client_secret: row.secret,
  customer: row.customer,
  last_setup_error: presentLastError(row, read),
  livemode: false,
  metadata: row.metadata,
  next_action: nextActionOf(row.challenge),
  payment_method: row.card,
  allowed_payment_method_types: ['card'],
  payment_method_types: ['card'],
  status: row.status,
  usage: 'off_session',
})

export const presentCharge = (row: ChargeRow) => ({
  id: row.id,
  object: 'charge',
  created: seconds(row.createdAt),
  amount: row.amount,
  amount_captured: row.captured?.amount ?? 0,
  amount_refunded: row.amountRefunded,
  captured: row.captured !== null,
  currency: row.currency,
  customer: row.customer,
  disputed: row.disputed,
  livemode: false,
  metadata: row.captured?.metadata ?? {},
  paid: true,
  payment_intent: row.intent,
  payment_method: row.card,
  refunded: row.captured !== null && row.amountRefunded === row.captured.amount,
  status: 'succeeded',
})

export const presentRefund = (row: RefundRow) => ({
  id: row.id,
  object: 'refund',
  created: seconds(row.createdAt),
  amount: row.amount,
  charge: row.charge,
  currency: row.currency,
  ...(row.failureReason && { failure_reason: row.failureReason }),
  metadata: row.metadata,
  payment_intent: row.intent,
  reason: 'requested_by_customer',
  status: row.status,
})

export const presentDispute = (row: DisputeRow) => ({
  id: row.id,
  object: 'dispute',
  created: seconds(row.createdAt),
  amount: row.amount,
  charge: row.charge,
  currency: row.currency,
  livemode: false,
  metadata: {},
  payment_intent: row.intent,
  reason: row.reason,
  status: row.status,
})

export const presentEvent = (row: EventRow) => ({
  id: row.id,
  object: 'event',
  api_version: API_VERSION,
  created: seconds(row.createdAt),
  type: row.type,
  data: { object: row.object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: row.idempotencyKey },
})
