import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Stripe } from 'stripe'
import type {
  AuthorizeOutcome,
  Declined,
  PaymentIntent,
  PaymentOutcome,
  Payments,
  PaymentsInBrowser,
  Refused,
  Unknown,
} from '../ports/payments.ts'
import { readAll, readPage, runWithin } from './stripe-payments/calls.ts'
import { outcomeOf, stillProcessing, strangeAnswer } from './stripe-payments/outcomes.ts'
import { cardOf, disputeOf, eventOf, intentOf, refundOf, setupOf } from './stripe-payments/shapes.ts'

/** `silenceMs`: the longest silence of the provider. `callMs`: the longest duration of a call, including a second try. */
const PATIENCE = { silenceMs: 8_000, callMs: 9_500 }
const MAX_CONNECTIONS = 32
/** The clocks of this server and the provider may differ by this much (ms). */
const CLOCKS_DIFFER_MS = 10 * 60_000
const WEBHOOK_AGE_S = 300

export type StripeSettings = {
  secretKey: string
  webhookSecret: string | null
  /** The sandbox, on loopback; null for Stripe itself. */
  sandbox: { port: number } | null
  /** Shorter in tests. */
  patience?: typeof PATIENCE
}

const succeeded = <T>(value: T): PaymentOutcome<T> => ({ kind: 'succeeded', value })

/** Only cards can be declined. For other objects a decline means that the provider refuses the call. */
const withoutDecline = (outcome: Declined | Refused | Unknown): Refused | Unknown =>
  outcome.kind === 'declined' ? { kind: 'refused', code: outcome.code } : outcome

const authorized = (intent: PaymentIntent): AuthorizeOutcome => {
  if (intent.state === 'authorized') return { kind: 'succeeded', value: intent }
  if (intent.state === 'challenge') return { kind: 'action_required', value: intent }
  if (intent.state === 'processing') return stillProcessing
  if (intent.state === 'open') return { kind: 'declined', code: 'card_declined', final: false, intentId: intent.id }
  return strangeAnswer
}

/** Stripe's script, or the sandbox's at this address, which has the same interface. */
export const paymentsInBrowser = (publishableKey: string | null, sandboxUrl: string | null): PaymentsInBrowser => ({
  script: sandboxUrl === null ? 'https://js.stripe.com/v3/' : `${sandboxUrl}/elements.js`,
  publishableKey,
})

/** The canceled intent in an error of Stripe's; null for other errors. */
const canceledIntentOf = (error: unknown): Stripe.PaymentIntent | null => {
  const intent = error instanceof Stripe.errors.StripeInvalidRequestError ? error.payment_intent : undefined
  return intent?.status === 'canceled' ? intent : null
}

/**
 * Payments by Stripe, or by the sandbox, which has the same API. The library itself repeats a request, with the same key, only if the
 * connection was closed before an answer. The attempt's runner decides about all other repetitions.
 */
export const openStripePayments = ({ secretKey, webhookSecret, sandbox, patience = PATIENCE }: StripeSettings): Payments => {
  const agentOptions = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  const agent = sandbox ? new HttpAgent(agentOptions) : new HttpsAgent(agentOptions)
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    ...(sandbox && { host: '127.0.0.1', port: sandbox.port, protocol: 'http' as const }),
    httpAgent: agent,
    timeout: patience.silenceMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const run = <T, F>(work: () => Promise<T>, onFailure: (error: unknown) => F | Promise<F>) =>
    runWithin(patience.callMs, work, onFailure)
  const call = <T>(work: () => Promise<T>): Promise<PaymentOutcome<T>> =>
    run(
      async () => succeeded(await work()),
      (error) => withoutDecline(outcomeOf(error)),
    )
  const createdFrom = (since: Date) => ({ gte: Math.max(0, Math.floor((since.getTime() - CLOCKS_DIFFER_MS) / 1000)) })
  const of = (idempotencyKey: string) => ({ idempotencyKey })

  return {
    createCustomer: (customer, key) => call(async () => (await stripe.customers.create({ ...customer }, of(key))).id),

    authorize: (payment, key) =>
      run(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: payment.amount,
            currency: payment.currency,
            customer: payment.customerId,
            payment_method: payment.cardId,
            allowed_payment_method_types: ['card'],
            capture_method: 'manual',
            confirm: true,
            // The buyer's browser shows 3-D Secure in the page, by the provider's script.
            use_stripe_sdk: true,
            description: payment.description,
            metadata: payment.metadata,
            ...(payment.saveCard && { setup_future_usage: 'off_session' as const }),
            ...(payment.ownerAway && { off_session: true }),
          },
          of(key),
        )
        return authorized(intentOf(intent))
      }, outcomeOf),

    capture: (intentId, amount, key) =>
      run(async () => {
        const intent = intentOf(await stripe.paymentIntents.capture(intentId, { amount_to_capture: amount }, of(key)))
        return intent.state === 'captured' && intent.captured === amount ? succeeded(intent) : strangeAnswer
      }, outcomeOf),

    cancel: (intentId, key) =>
      run(
        async () => {
          const intent = intentOf(await stripe.paymentIntents.cancel(intentId, {}, of(key)))
          return intent.state === 'canceled' ? succeeded(intent) : strangeAnswer
        },
        (error) => {
          const canceled = canceledIntentOf(error)
          return canceled ? succeeded(intentOf(canceled)) : withoutDecline(outcomeOf(error))
        },
      ),

    readIntent: (intentId) => call(async () => intentOf(await stripe.paymentIntents.retrieve(intentId))),

    findIntents: ({ customerId, since, metadata }) =>
      call(async () => {
        const created = createdFrom(since)
        const intents = await readAll((page) => stripe.paymentIntents.list({ customer: customerId, created, ...page }))
        const wanted = Object.entries(metadata)
        return intents
          .filter((intent) =>
            wanted.every(([name, value]) => Object.hasOwn(intent.metadata, name) && intent.metadata[name] === value),
          )
          .map(intentOf)
      }),

    refund: ({ intentId, amount, metadata }, key) =>
      call(async () =>
        refundOf(
          await stripe.refunds.create({ payment_intent: intentId, amount, metadata, reason: 'requested_by_customer' }, of(key)),
        ),
      ),
    readRefund: (refundId) => call(async () => refundOf(await stripe.refunds.retrieve(refundId))),
    listRefunds: (intentId) =>
      call(async () => (await readAll((page) => stripe.refunds.list({ payment_intent: intentId, ...page }))).map(refundOf)),
    readDispute: (disputeId) => call(async () => disputeOf(await stripe.disputes.retrieve(disputeId))),

    pageIntents: ({ since, after }) =>
      call(() => readPage((page) => stripe.paymentIntents.list({ created: createdFrom(since), ...page }), after, intentOf)),
    pageRefunds: ({ since, after }) =>
      call(() => readPage((page) => stripe.refunds.list({ created: createdFrom(since), ...page }), after, refundOf)),
    pageDisputes: ({ since, after }) =>
      call(() => readPage((page) => stripe.disputes.list({ created: createdFrom(since), ...page }), after, disputeOf)),

    startCardSetup: ({ customerId, cardId, metadata }, key) =>
      run(async () => {
        const setup = await stripe.setupIntents.create(
          {
            customer: customerId,
            metadata,
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            ...(cardId !== undefined && { payment_method: cardId, confirm: true, use_stripe_sdk: true }),
          },
          of(key),
        )
        const value = setupOf(setup)
        return value.state === 'challenge' ? { kind: 'action_required', value } : succeeded(value)
      }, outcomeOf),
    readCardSetup: (setupId) => call(async () => setupOf(await stripe.setupIntents.retrieve(setupId))),
    readCard: (cardId) => call(async () => cardOf(await stripe.paymentMethods.retrieve(cardId))),
    listCards: (customerId) =>
      call(async () =>
        (await readAll((page) => stripe.customers.listPaymentMethods(customerId, { type: 'card', ...page }))).map(cardOf),
      ),
    detachCard: (cardId, key) =>
      run(
        async () => succeeded(cardOf(await stripe.paymentMethods.detach(cardId, {}, of(key)))),
        async (error) => {
          const outcome = withoutDecline(outcomeOf(error))
          if (outcome.kind !== 'refused') return outcome
          const card = await call(() => stripe.paymentMethods.retrieve(cardId))
          if (card.kind !== 'succeeded') return card
          return card.value.customer === null ? succeeded(cardOf(card.value)) : outcome
        },
      ),

    readEvent: (bytes, signature) => {
      if (webhookSecret === null) return null
      let event: unknown
      try {
        event = stripe.webhooks.constructEvent(bytes, signature, webhookSecret, WEBHOOK_AGE_S)
      } catch {
        // The header is untrusted: the library throws several kinds of errors for one that it cannot read.
        return null
      }
      return eventOf(event)
    },
    close: () => agent.destroy(),
  }
}
