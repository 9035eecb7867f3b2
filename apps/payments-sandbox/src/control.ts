import { closeDispute, moveRefund, openDispute } from './api/refunds.ts'
import { forgetKeys } from './api/housekeeping.ts'
import { end } from './api/payment-intents.ts'
import { readFault } from './api/faults.ts'
import { type Answer, invalid, Refusal } from './api/refusal.ts'
import type { Store } from './ledger/store.ts'

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** All captures and refunds, oldest first, from the sandbox's own ledger. */
const ledgerOf = (store: Store) => ({
  captures: store
    .newestFirst('charges')
    .flatMap(({ id, currency, captured }) =>
      captured
        ? [
            {
              id,
              amount: captured.amount,
              currency,
              idempotencyKey: captured.idempotencyKey,
              metadata: captured.metadata,
              at: iso(captured.at),
            },
          ]
        : [],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))),
  refunds: store
    .newestFirst('refunds')
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .map(({ id, charge, amount, createdAt }) => ({ id, capture: charge, amount, at: iso(createdAt) }))
    .toReversed(),
})

const textOf = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a text.`)
  return value
}

const isIn = <V extends string>(values: readonly V[], value: string): value is V => values.some((each) => each === value)

/** Actions of banks and cardholders that are not part of the API. Tests trigger them. */
const CONTROLS: Readonly<Record<string, (store: Store, body: unknown) => unknown>> = {
  'POST /_sandbox/faults': (store, body) => {
    const fault = readFault(body)
    if (!fault) throw invalid('A fault is {operation, fault, times, ms, customer}; see docs/OPERATING.md.')
    store.change((transaction) => transaction.put('faults', fault))
    const { id: _, ...described } = fault
    return described
  },
  'DELETE /_sandbox/faults': (store, body) => {
    const { customer: only } = body as { customer?: unknown }
    store.change((transaction) => {
      for (const { id, customer } of store.newestFirst('faults'))
        if (only === undefined || customer === only) transaction.remove('faults', id)
    })
    return {}
  },
  'GET /_sandbox/ledger': (store) => ledgerOf(store),
  'DELETE /_sandbox/keys': (store) => ({ forgotten: forgetKeys(store, Date.now(), true) }),
  'POST /_sandbox/disputes': (store, body) =>
    store.change((transaction) => {
      const context = { transaction, idempotencyKey: null, now: Date.now() }
      const { amount } = body as { amount?: unknown }
      if (amount !== undefined && !(Number.isInteger(amount) && Number(amount) > 0))
        throw invalid('amount must be a number of cents.')
      return openDispute(context, textOf(body, 'charge'), amount === undefined ? undefined : Number(amount), 'fraudulent')
    }),
  'POST /_sandbox/disputes/close': (store, body) =>
    store.change((transaction) => {
      const dispute = transaction.get('disputes', textOf(body, 'dispute'))
      const status = textOf(body, 'status')
      if (dispute?.status !== 'needs_response' || !isIn(['won', 'lost'], status)) throw invalid('An open dispute is won or lost.')
      return closeDispute({ transaction, idempotencyKey: null, now: Date.now() }, dispute, status)
    }),
  'POST /_sandbox/refunds/settle': (store, body) =>
    store.change((transaction) => {
      const refund = transaction.get('refunds', textOf(body, 'refund'))
      const status = textOf(body, 'status')
      const open = refund?.status === 'pending' || (refund?.status === 'succeeded' && status === 'failed')
      if (!refund || !open || !isIn(['succeeded', 'failed', 'canceled'], status))
        throw invalid('A pending refund succeeds, fails or is canceled; one that succeeded may still fail.')
      return moveRefund({ transaction, idempotencyKey: null, now: Date.now() }, refund, status)
    }),
  'POST /_sandbox/authorizations/expire': (store, body) =>
    store.change((transaction) => {
      const intent = transaction.get('intents', textOf(body, 'payment_intent'))
      if (intent?.status !== 'requires_capture') throw invalid('Only an authorization that was not captured expires.')
      return end({ transaction, idempotencyKey: null, now: Date.now() }, intent, 'automatic')
    }),
}

export const runControl = async (store: Store, method: string, path: string, body: unknown): Promise<Answer> => {
  const name = `${method} ${path}`
  const control = Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined
  if (!control) return new Refusal(404, 'invalid_request_error', `The sandbox has no control ${name}.`).answer
  try {
    const answer = control(store, body ?? {})
    await store.settled()
    return { status: 200, body: answer }
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
