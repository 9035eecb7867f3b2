import { setTimeout as wait } from 'node:timers/promises'
import type { PAYMENT_PROGRESS } from '@marketplace/contracts/charges/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Attempt, hasEnded } from '../billing/index.ts'
import { assertBills } from '../charges/index.ts'
import type { PurchasingDependencies } from './dependencies.ts'

export type PaymentProgress = { payment: (typeof PAYMENT_PROGRESS)[number]; clientSecret: string | null }

export type PaymentWait = Pick<PurchasingDependencies, 'runner' | 'buyerWaitsMs'> & { onFailure: (error: unknown) => void }

/**
 * Continues an attempt, and returns its state after `buyerWaitsMs` at most; the attempt continues after the answer. Throws CARD_DECLINED, or
 * PAYMENTS_UNAVAILABLE if the purchase could not be delivered: then nothing was captured.
 */
export const waitForPayment = async (
  { runner, buyerWaitsMs, onFailure }: PaymentWait,
  attempt: string | Attempt,
): Promise<PaymentProgress & { notDelivered: boolean }> => {
  const running = runner.run(attempt).catch((error: unknown) => {
    // The attempt is not lost, because the job resumes it.
    onFailure(error)
    return null
  })
  const waited = new AbortController()
  const progress = await Promise.race([running, wait(buyerWaitsMs, null, { signal: waited.signal })])
  waited.abort()
  if (!progress) return { payment: 'processing', clientSecret: null, notDelivered: false }
  const { attempt: reached, clientSecret } = progress
  if (reached.state === 'captured') return { payment: 'done', clientSecret: null, notDelivered: false }
  if (reached.state === 'declined' || reached.state === 'abandoned') throw new ApiError('CARD_DECLINED')
  if (hasEnded(reached)) return { payment: 'done', clientSecret: null, notDelivered: true }
  return { payment: clientSecret === null ? 'processing' : 'action_required', clientSecret, notDelivered: false }
}

/**
 * Throws FORBIDDEN or TOKEN_INVALID if the caller may no longer pay for these products. Call it if a payment was not delivered, because the
 * buyer may have lost that right during the payment.
 */
export const assertStillBills = (
  { database, lockCaller }: Pick<PurchasingDependencies, 'database' | 'lockCaller'>,
  asking: Caller,
  products: readonly Product[],
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    for (const product of products) assertBills(caller, product)
  })
