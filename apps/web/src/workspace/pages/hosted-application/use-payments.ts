import { intentWithCycle } from '@marketplace/app-frame/events'
import { createPace } from '@marketplace/app-frame/pace'
import type { AppFrame } from '@marketplace/app-frame/open-app-frame'
import type { AppMessage } from '@marketplace/app-frame/read-message'
import { CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { track } from '../../../lib/signals.ts'
import { showToast, TOAST_MS } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { paymentFailure } from '../checkout/payment-failure.ts'
import { declineNotPicked, declineOffered, type Seller } from '../checkout/offered-charge.ts'
import { followHere } from '../../../lib/purchases/follow-purchase.ts'
import { agreePurchase } from '../../../lib/purchases/purchases.ts'
import { notPicked, offeredPaymentAfter } from './offered-payment.ts'

/** The end of a payment that an application asked for. */
export type Outcome =
  | { kind: 'accepted'; chargeId: string; product: Product }
  | { kind: 'declined'; chargeId: string }
  /** `chargeId` is null if Billing has no charge of this application for the payment. */
  | { kind: 'failed'; chargeId: string | null; reason: string }

/** The time (ms) within which an announced payment has to be followed by its charge. */
const OFFERED_WITHIN_MS = 20_000
/** The shortest time (ms) between two messages about failures. */
const SAID_EVERY_MS = 1_000
const TOO_LATE = 'The charge was not offered in time.'

/**
 * The applications whose dialog has ended without an agreement. Until the page is loaded again they cannot open the dialog themselves.
 * Otherwise they could prevent people from leaving.
 */
const quiet = new Set<string>()

/** Tells the host product, if one frames this page, how the transaction has ended, and counts a failure. */
const tellOutcome = (outcome: Outcome, chargeType: ChargeType): void => {
  const { chargeId } = outcome
  if (chargeId === null) return
  if (outcome.kind === 'accepted') tellHost('transaction_accepted', { chargeId, chargeType })
  else if (outcome.kind === 'declined') tellHost('transaction_declined', { chargeId, chargeType })
  else {
    track('purchase_failed', { detail: chargeType })
    tellHost('transaction_failed', { chargeId, chargeType, error: outcome.reason })
  }
}

type PaymentMessage = Extract<AppMessage, { kind: 'transaction-pending' | 'transaction-success' | 'transaction-failure' }>

/** The payments of one application, one at a time: docs/product/third-party.md, Payments. */
export const usePayments = (seller: Seller, send: AppFrame['send']) => {
  const { id, name } = seller
  const [transaction, change] = useReducer(offeredPaymentAfter, null)
  const isOpen = transaction?.isOpen === true
  const shown = useRef(transaction)
  const [pace] = useState(() => createPace(SAID_EVERY_MS))
  const say = (reason: string): void => pace(() => showToast(reason, TOAST_MS, id))
  const hear = (message: PaymentMessage): void => {
    if (message.kind === 'transaction-pending') change({ kind: 'pending', intent: message.intent, isQuiet: quiet.has(id) })
    else if (message.kind === 'transaction-success') change({ kind: 'offered', charge: message.charge })
    else {
      if (isOpen) quiet.add(id)
      change({ kind: 'ended' })
      say(`${name}: ${message.reason ?? 'The payment could not be started.'}`)
    }
  }
  const end = useCallback(
    (outcome: Outcome) => {
      // The same end may be reported twice, because a charge that has ended is also refused and no longer found. Only the first report
      // counts.
      if (!shown.current) return
      if (outcome.kind !== 'accepted') quiet.add(id)
      change({ kind: 'ended' })
      tellOutcome(outcome, shown.current.intent.type)
      if (outcome.kind === 'accepted') {
        const { chargeId, product } = outcome
        const agreed = { id: chargeId, type: shown.current.intent.type, product, application: seller, at: Date.now() }
        followHere(agreePurchase(agreed))
      }
      if (outcome.kind === 'failed') {
        // A failure is shown only to people who have opened the payment.
        if (shown.current.isOpen) say(outcome.reason)
        send('transaction_failed', { error: outcome.reason })
      } else send(outcome.kind === 'accepted' ? 'transaction_accepted' : 'transaction_declined', { chargeId: outcome.chargeId })
    },
    // `send` reads a ref, and the application of a frame never changes, so neither is a dependency.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [id],
  )
  const isAwaited = transaction !== null && (transaction.chargeId === null || transaction.wanted !== null)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => end({ kind: 'failed', chargeId: null, reason: TOO_LATE }), OFFERED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, end])

  // When a transaction has ended, the charges of cycles that the buyer did not pick are declined.
  useEffect(() => {
    const ended = transaction === null ? shown.current : null
    shown.current = transaction
    if (!ended) return
    void declineNotPicked(ended.intent.type, notPicked(ended), seller)
    // It is the same application for as long as its frame is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [transaction])

  const askForCycle = (months: number, charge: Charge): void => {
    if (!transaction) return
    change({ kind: 'wanted', months })
    const paymentIntent = intentWithCycle(transaction.intent, months)
    send('update_billing_cycle', { billingCycle: months, chargeId: charge.id, paymentIntent })
  }
  const declining = useAction(
    async () => {
      if (!transaction?.chargeId) return
      const { chargeId, intent } = transaction
      await declineOffered(intent.type, chargeId, seller)
      // Another charge may be shown by now.
      const declined = { kind: 'declined', chargeId } as const
      if (shown.current?.chargeId === chargeId) return end(declined)
      tellOutcome(declined, intent.type)
      send('transaction_declined', { chargeId })
    },
    (error) => {
      const reason = paymentFailure(error, CHARGE_TEXTS[transaction?.intent.type ?? 'direct_charge'].notDeclined)
      if (reason !== null) end({ kind: 'failed', chargeId: null, reason })
      return reason
    },
  )
  return { transaction, hear, end, askForCycle, open: () => change({ kind: 'opened' }), declining }
}
