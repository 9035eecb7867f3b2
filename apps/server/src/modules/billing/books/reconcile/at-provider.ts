import type { Database } from '../../../../db/client.ts'
import type {
  Dispute,
  PageQuery,
  PaymentIntent,
  PaymentOutcome,
  PaymentPage,
  Payments,
  Refund,
} from '../../../../ports/payments.ts'
import { type Difference, dollars } from './differences.ts'
import { findAttempts, findLeft, findRefundRows, pageCaptured, pageRefunded, type RefundRow } from './repository.ts'

/** The most pages, of 100 objects each, that one run compares. */
const MAX_PAGES = 2_000
/**
 * The marketplace's rows are compared only from this much (ms) after `since`, because earlier rows may belong to objects at the provider
 * from before `since`.
 */
const MARGIN_MS = 3_600_000

export type Comparison = { database: Database; payments: Payments; since: Date; now: Date }

type ProviderAnswer<T> = PaymentOutcome<PaymentPage<T>>

/** All pages of a list at the provider. Throws if it does not answer: half a list must not be compared. */
async function* pages<T>(ask: (query: PageQuery) => Promise<ProviderAnswer<T>>, since: Date): AsyncGenerator<readonly T[]> {
  let after: string | null = null
  for (let count = 0; count < MAX_PAGES; count++) {
    const page: ProviderAnswer<T> = await ask({ since, after })
    if (page.kind !== 'succeeded')
      throw new Error(`The payment provider did not answer: ${page.kind === 'unknown' ? page.reason : page.code}`)
    yield page.value.items
    after = page.value.next
    if (after === null) return
  }
  throw new Error(`The payment provider has more than ${MAX_PAGES * 100} to compare: compare a shorter time`)
}

const compareIntent = (
  { id, state, captured, metadata }: PaymentIntent,
  attempts: Awaited<ReturnType<typeof findAttempts>>,
): Difference | null => {
  const attempt = attempts.find((each) => each.intentId === id)
  // If the provider made the intent but its answer was lost, the attempt does not contain the intent's id.
  const labelled = attempts.find((each) => each.id === metadata.attempt)
  if (captured === 0) {
    const ended = attempt ?? labelled
    return state === 'authorized' && ended && ended.endedAt !== null
      ? { kind: 'authorization_left', subject: id, detail: `attempt ${ended.id} has ended` }
      : null
  }
  const detail = `${dollars(captured)} captured`
  if (!attempt) {
    if (!labelled) return { kind: 'capture_unknown', subject: id, detail }
    return labelled.endedAt === null
      ? null
      : { kind: 'captured_twice', subject: id, detail: `${detail} for attempt ${labelled.id}` }
  }
  // A live attempt is still under way.
  if (attempt.endedAt === null || attempt.sold === captured) return null
  return attempt.sold === null
    ? { kind: 'capture_without_sale', subject: id, detail: `${detail} for attempt ${attempt.id}` }
    : { kind: 'capture_differs', subject: id, detail: `${detail}, ${dollars(attempt.sold)} sold by attempt ${attempt.id}` }
}

const compareCaptures = async ({ database, payments, since, now }: Comparison): Promise<Difference[]> => {
  const found: Difference[] = []
  const captured = new Set<string>()
  for await (const intents of pages<PaymentIntent>(payments.pageIntents, since)) {
    const attempts = await findAttempts(database, {
      intentIds: intents.map(({ id }) => id),
      attemptIds: intents.flatMap(({ metadata }) => metadata.attempt ?? []),
    })
    for (const intent of intents) {
      if (intent.captured > 0) captured.add(intent.id)
      const difference = compareIntent(intent, attempts)
      if (difference) found.push(difference)
    }
  }
  const from = new Date(since.getTime() + MARGIN_MS)
  for (let after = ''; ;) {
    const page = await pageCaptured(database, { from, to: now, after })
    for (const { id, intentId, amount } of page)
      if (intentId === null || !captured.has(intentId))
        found.push({
          kind: 'sale_without_capture',
          subject: id,
          detail: `${dollars(amount ?? 0)} by ${intentId ?? 'no payment'}`,
        })
    const last = page.at(-1)
    if (!last) return found
    after = last.id
  }
}

const compareRefund = (refund: Refund, rows: readonly RefundRow[], now: Date): Difference | null => {
  const { id, state, amount, metadata } = refund
  const ours = rows.filter(({ providerRefundId }) => providerRefundId === id)
  const detail = `${dollars(amount)} ${state}`
  const difference = (kind: Difference['kind']): Difference => ({ kind, subject: id, detail })
  const isMoved = state === 'succeeded' || state === 'pending'
  if (ours.length === 0) {
    const own = rows.find((row) => row.id === metadata.refund)
    const isOnItsWay = own?.state === 'requested' && now.getTime() - own.updatedAt.getTime() < MARGIN_MS
    return isMoved && !isOnItsWay ? difference('refund_not_booked') : null
  }
  if (!isMoved) return ours.some((row) => row.state === 'succeeded') ? difference('refund_given_back') : null
  if (ours.reduce((sum, { total }) => sum + total, 0) !== amount) return difference('refund_differs')
  const isBooked = ours.every((row) => row.state === 'succeeded' || (row.state === 'pending' && state === 'pending'))
  return isBooked ? null : difference('refund_not_booked')
}

const compareRefunds = async ({ database, payments, since, now }: Comparison): Promise<Difference[]> => {
  const found: Difference[] = []
  const made = new Set<string>()
  for await (const refunds of pages<Refund>(payments.pageRefunds, since)) {
    const rows = await findRefundRows(database, {
      providerIds: refunds.map(({ id }) => id),
      ids: refunds.flatMap(({ metadata }) => metadata.refund ?? []),
    })
    for (const refund of refunds) {
      made.add(refund.id)
      const difference = compareRefund(refund, rows, now)
      if (difference) found.push(difference)
    }
  }
  const from = new Date(since.getTime() + MARGIN_MS)
  for (let after = ''; ;) {
    const page = await pageRefunded(database, { from, to: now, after })
    for (const { id, providerRefundId, total } of page)
      if (providerRefundId === null || !made.has(providerRefundId))
        found.push({ kind: 'refund_not_made', subject: id, detail: dollars(total) })
    const last = page.at(-1)
    if (!last) return found
    after = last.id
  }
}

const STATE_OF_DISPUTE = { open: 'pending', won: 'cancelled', lost: 'succeeded' } as const

const compareDisputes = async ({ database, payments, since }: Comparison): Promise<Difference[]> => {
  const found: Difference[] = []
  for await (const disputes of pages<Dispute>(payments.pageDisputes, since)) {
    const rows = await findRefundRows(database, { providerIds: disputes.map(({ id }) => id), ids: [] })
    const left = await findLeft(
      database,
      disputes.map(({ captureId }) => captureId),
    )
    for (const { id, state, amount, captureId } of disputes) {
      const ours = rows.filter(({ providerRefundId }) => providerRefundId === id)
      // If a dispute was won before the marketplace knew of it, no money was moved.
      if (ours.length === 0 && state === 'won') continue
      const isBooked = ours.length > 0 ? ours.every((row) => row.state === STATE_OF_DISPUTE[state]) : left.get(captureId) === 0
      const booked = ours.reduce((sum, { total }) => sum + total, 0)
      if (!isBooked) found.push({ kind: 'dispute_not_booked', subject: id, detail: `${dollars(amount)} ${state}` })
      else if (booked < amount && state !== 'won')
        found.push({
          kind: 'dispute_exceeds_sale',
          subject: id,
          detail: `${dollars(amount)} ${state}, ${dollars(booked)} in the books`,
        })
    }
  }
  return found
}

/** Differences between the provider's objects and the books, in both directions. */
export const findAtProvider = async (comparison: Comparison): Promise<Difference[]> => [
  ...(await compareCaptures(comparison)),
  ...(await compareRefunds(comparison)),
  ...(await compareDisputes(comparison)),
]
