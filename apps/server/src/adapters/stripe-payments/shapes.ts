// Converts Stripe's objects to those of the port.
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardSetup, Dispute, PaymentEvent, PaymentIntent, Refund, SavedCard } from '../../ports/payments.ts'

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** An unknown state, such as one that Stripe adds later, counts as processing. */
const INTENT_STATES: ReadonlyMap<string, PaymentIntent['state']> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'challenge'],
  ['requires_capture', 'authorized'],
  ['succeeded', 'captured'],
  ['canceled', 'canceled'],
])

export const intentOf = (intent: Stripe.PaymentIntent): PaymentIntent => {
  const state = INTENT_STATES.get(intent.status) ?? 'processing'
  return {
    id: intent.id,
    state,
    amount: intent.amount,
    currency: intent.currency,
    captured: intent.amount_received,
    // A failed attempt also has a charge.
    captureId: state === 'captured' || state === 'authorized' ? idOf(intent.latest_charge) : null,
    customerId: idOf(intent.customer),
    cardId: idOf(intent.payment_method),
    clientSecret: intent.client_secret ?? '',
    metadata: intent.metadata,
    createdAt: new Date(intent.created * 1000),
  }
}

const SETUP_STATES: ReadonlyMap<string, CardSetup['state']> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'challenge'],
  ['succeeded', 'saved'],
  ['canceled', 'canceled'],
])

export const setupOf = (setup: Stripe.SetupIntent): CardSetup => ({
  id: setup.id,
  state: SETUP_STATES.get(setup.status) ?? 'processing',
  customerId: idOf(setup.customer),
  cardId: idOf(setup.payment_method),
  clientSecret: setup.client_secret ?? '',
})

export const cardOf = ({ id, card }: Stripe.PaymentMethod): SavedCard => ({
  id,
  brand: card?.brand ?? 'unknown',
  // Stripe returns it for some accounts only.
  firstSix: card?.iin?.slice(0, 6) ?? null,
  lastFour: card?.last4 ?? '',
  expMonth: card?.exp_month ?? 0,
  expYear: card?.exp_year ?? 0,
})

const REFUND_STATES = new Set<string>(['succeeded', 'failed', 'canceled'])

export const refundOf = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  state: REFUND_STATES.has(refund.status ?? '') ? (refund.status as Refund['state']) : 'pending',
  amount: refund.amount,
  currency: refund.currency,
  captureId: idOf(refund.charge),
  intentId: idOf(refund.payment_intent),
  metadata: refund.metadata ?? {},
})

/** `warning_closed` and `prevented` cost nothing, like a dispute that was won. */
const DISPUTE_STATES: ReadonlyMap<string, Dispute['state']> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

export const disputeOf = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  state: DISPUTE_STATES.get(dispute.status) ?? 'open',
  amount: dispute.amount,
  currency: dispute.currency,
  captureId: idOf(dispute.charge) ?? '',
})

const ID = /^\w{1,255}$/

/**
 * The fields of an event that are read. Its object depends on the event: some objects have no id, and some have an id that the operator
 * chose at Stripe.
 */
const toldSchema = z.object({
  id: z.string().regex(ID),
  type: z.string().regex(/^[\w.]{1,255}$/),
  created: z.int().min(0).max(99_999_999_999),
  data: z.object({
    object: z.object({
      object: z.string().optional().catch(undefined),
      id: z
        .unknown()
        .optional()
        .transform((id) => (typeof id === 'string' && ID.test(id) ? id : '')),
      payment_intent: z
        .union([z.string(), z.object({ id: z.string() })])
        .nullish()
        .catch(null),
    }),
  }),
})
type Told = z.output<typeof toldSchema>

/** The events about a change that a bank makes to a card, such as a new expiry date. */
const CARD_CHANGED = /^payment_method\.(?:automatically_)?updated$/

const aboutOf = ({ type, data }: Told): PaymentEvent['about'] => {
  const { object, id, payment_intent: intent } = data.object
  if (id === '') return { kind: 'other', id }
  if (object === 'payment_intent') return { kind: 'intent', id }
  if (object === 'setup_intent') return { kind: 'card_setup', id }
  if (object === 'refund') return { kind: 'refund', id }
  if (object === 'dispute') return { kind: 'dispute', id }
  if (object === 'payment_method' && CARD_CHANGED.test(type)) return { kind: 'card', id }
  const of = object === 'charge' ? idOf(intent ?? null) : null
  return of === null ? { kind: 'other', id } : { kind: 'intent', id: of }
}

/** Reads the body of a webhook request whose signature was valid; null if the body is not an event. */
export const eventOf = (signed: unknown): PaymentEvent | null => {
  const { data: told } = toldSchema.safeParse(signed)
  return told ? { id: told.id, type: told.type, about: aboutOf(told), createdAt: new Date(told.created * 1000) } : null
}
