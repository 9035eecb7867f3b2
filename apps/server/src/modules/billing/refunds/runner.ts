import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Payments, Refund } from '../../../ports/payments.ts'
import { bookDispute, bookProviderRefund } from './book-at-provider.ts'
import { moveRefund } from './move-refund.ts'
import {
  changeRefund,
  claimRefund,
  findDueRefunds,
  findIntentOfSale,
  findRefund,
  lockSales,
  type RefundRecord,
  startGeneration,
} from './repository.ts'

/** A time (ms) that is longer than any call to the provider. */
const LEASE_MS = 15_000
/** The provider may forget a key after 24 h, and would then refund twice. */
const KEY_LIVES_MS = 23 * 3_600_000
/** How long (ms) until the provider is asked again about a refund that a bank has not decided. */
const PENDING_MS = 3_600_000
const AT_ONCE = 50

export type RefundRunner = {
  /** Continues a refund, unless another process does: sends it to the provider once, or reads its state there. */
  run: (refundId: string) => Promise<void>
  /** Continues the due refunds. Throws at the end if one of them threw. */
  resume: (signal?: AbortSignal) => Promise<void>
}

export type RefundRunnerOptions = { database: Database; payments: Payments; clock: Clock }

/**
 * Sends refunds to the provider in the way that docs/decisions/0044 describes for payments: with a lease on the row, a key derived from
 * the row, and calls outside of transactions.
 */
export const createRefundRunner = ({ database, payments, clock }: RefundRunnerOptions): RefundRunner => {
  const book = (refund: Refund) => inTransaction(database, (transaction) => bookProviderRefund(transaction, refund, clock.now()))

  /** Books the refund if the provider has already made it. */
  const bookIfMade = async (refund: RefundRecord, intentId: string): Promise<'made' | 'not_made' | 'unknown'> => {
    const listed = await payments.listRefunds(intentId)
    if (listed.kind !== 'succeeded') return 'unknown'
    const made = listed.value.find(({ metadata }) => metadata.refund === refund.id)
    if (!made) return 'not_made'
    await book(made)
    return 'made'
  }

  const fail = ({ id, saleId }: RefundRecord) =>
    inTransaction(database, async (transaction) => {
      const [sale] = await lockSales(transaction, { id: saleId })
      const refund = await findRefund(transaction, id)
      if (sale && refund?.state === 'requested') await moveRefund(transaction, refund, sale, 'fail', { now: clock.now() })
    })

  const send = async (refund: RefundRecord): Promise<void> => {
    const intentId = await findIntentOfSale(database, refund.saleId)
    if (intentId === null) return fail(refund)
    const now = clock.now()
    if (now.getTime() - refund.updatedAt.getTime() > KEY_LIVES_MS) {
      const made = await bookIfMade(refund, intentId)
      if (made === 'not_made') await startGeneration(database, refund, now)
      if (made !== 'not_made') return
      refund.generation += 1
    }
    const key = `${refund.id}:refund:${refund.generation}`
    const outcome = await payments.refund({ intentId, amount: refund.total, metadata: { refund: refund.id } }, key)
    if (outcome.kind === 'succeeded') return book(outcome.value)
    if (outcome.kind === 'unknown' && !outcome.replayed) return
    // Either the provider only repeats the error for this key, or it refuses the refund, perhaps because it has already made it.
    const made = await bookIfMade(refund, intentId)
    if (made !== 'not_made') return
    await (outcome.kind === 'refused' ? fail(refund) : startGeneration(database, refund, clock.now()))
  }

  const look = async ({ id, providerRefundId, reason }: RefundRecord): Promise<void> => {
    await changeRefund(database, id, { leaseUntil: new Date(clock.now().getTime() + PENDING_MS) })
    if (providerRefundId === null) return
    if (reason === 'dispute') {
      const dispute = await payments.readDispute(providerRefundId)
      if (dispute.kind === 'succeeded')
        await inTransaction(database, (transaction) => bookDispute(transaction, dispute.value, clock.now()))
      return
    }
    const read = await payments.readRefund(providerRefundId)
    if (read.kind === 'succeeded') await book(read.value)
  }

  const run = async (id: string): Promise<void> => {
    const now = clock.now()
    const refund = await claimRefund(database, id, now, new Date(now.getTime() + LEASE_MS))
    if (refund) await (refund.state === 'requested' ? send(refund) : look(refund))
  }

  return {
    run,
    resume: async (signal) => {
      const failures: unknown[] = []
      for (const id of await findDueRefunds(database, clock.now(), AT_ONCE)) {
        if (signal?.aborted) break
        await run(id).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not go on`)
    },
  }
}
