import { intentWithCycle } from '@marketplace/app-frame/events'
import { createPace } from '@marketplace/app-frame/pace'
import type { AppFrame } from '@marketplace/app-frame/open-app-frame'
import type { AppMessage } from '@marketplace/app-frame/read-message'
import { CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { showToast, TOAST_MS } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Charge } from '../checkout/pay-charge.ts'
import { paymentFailure } from '../checkout/payment-failure.ts'
import { declineOffered, type Seller } from '../checkout/offered-charge.ts'
import { notPicked, transactionAfter } from './transaction.ts'

/** How the payment that an application has asked for has ended. */
export type Outcome =
  | { kind: 'accepted'; chargeId: string }
  | { kind: 'declined'; chargeId: string }
  | { kind: 'failed'; reason: string }

/** An application that has announced a payment has to offer the charge within this. */
const OFFERED_WITHIN_MS = 20_000
/** Failures are said no faster than this. */
const SAID_EVERY_MS = 1_000
const TOO_LATE = 'The charge was not offered in time.'

/**
 * The applications whose dialog has ended without an agreement. They open none by themselves any more, until the page is loaded anew: they
 * could lead it to another page and back.
 */
const quiet = new Set<string>()

type PaymentMessage = Extract<AppMessage, { kind: 'transaction-pending' | 'transaction-success' | 'transaction-failure' }>

/** The payments that one application asks for, one at a time: docs/product/third-party.md, Payments. */
export const usePayments = (seller: Seller, send: AppFrame['send']) => {
  const { id, name } = seller
  const [transaction, change] = useReducer(transactionAfter, null)
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
      if (outcome.kind !== 'accepted') quiet.add(id)
      change({ kind: 'ended' })
      if (outcome.kind === 'failed') {
        // Nobody has seen anything of a payment that was not opened.
        if (shown.current?.isOpen) say(outcome.reason)
        send('transaction_failed', { error: outcome.reason })
      } else send(outcome.kind === 'accepted' ? 'transaction_accepted' : 'transaction_declined', { chargeId: outcome.chargeId })
    },
    // `send` reads a reference.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [id],
  )
  const isAwaited = transaction !== null && (transaction.chargeId === null || transaction.wanted !== null)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => end({ kind: 'failed', reason: TOO_LATE }), OFFERED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, end])

  // Whoever has agreed to one billing cycle, or to none, has not agreed to the others that were offered before.
  useEffect(() => {
    const ended = transaction === null ? shown.current : null
    shown.current = transaction
    if (!ended) return
    for (const chargeId of notPicked(ended)) declineOffered(ended.intent.type, chargeId, seller).catch(() => {})
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
      // Another one may stand there by now.
      if (shown.current?.chargeId === chargeId) end({ kind: 'declined', chargeId })
      else send('transaction_declined', { chargeId })
    },
    (error) => {
      const reason = paymentFailure(error, CHARGE_TEXTS[transaction?.intent.type ?? 'direct_charge'].notDeclined)
      if (reason !== null) end({ kind: 'failed', reason })
      return reason
    },
  )
  return { transaction, hear, end, askForCycle, open: () => change({ kind: 'opened' }), declining }
}
