import type { PaymentIntent } from '@marketplace/app-frame/payments'

/**
 * A payment that a framed application asks for. The application announces it, then offers a charge that it has created in Billing. If the
 * buyer picks another billing cycle, it offers another charge.
 */
export type OfferedPayment = {
  intent: PaymentIntent
  chargeId: string | null
  /** The billing cycle (months) that the buyer has picked, until the application has offered a charge for it. */
  wanted: number | null
  /** Whether the dialog is open. Otherwise a notice with a button is shown. */
  isOpen: boolean
  /** The charges of the billing cycles that the buyer picked earlier and then changed. */
  replaced: readonly string[]
}

export type OfferedPaymentEvent =
  /** `isQuiet`: the application may no longer open the dialog itself. */
  | { kind: 'pending'; intent: PaymentIntent; isQuiet: boolean }
  | { kind: 'offered'; charge: { id: string; type: PaymentIntent['type'] } }
  /** The buyer has pressed the button of the notice. */
  | { kind: 'opened' }
  | { kind: 'wanted'; months: number }
  | { kind: 'ended' }

const announced = (
  now: OfferedPayment | null,
  { intent, isQuiet }: { intent: PaymentIntent; isQuiet: boolean },
): OfferedPayment => {
  const next = { intent, chargeId: null, wanted: null }
  // An announcement that was never opened is replaced by the next one.
  if (!now?.isOpen) return { ...next, isOpen: !isQuiet, replaced: [] }
  return { ...next, isOpen: true, replaced: now.chargeId === null ? now.replaced : [...now.replaced, now.chargeId] }
}

/**
 * Computes the next state. There is one payment at a time: while a charge is shown, another announcement replaces it only if the buyer
 * has picked another cycle. In a notice, the newest announcement counts.
 */
export const offeredPaymentAfter = (now: OfferedPayment | null, event: OfferedPaymentEvent): OfferedPayment | null => {
  switch (event.kind) {
    case 'pending':
      return now?.isOpen && now.chargeId !== null && now.wanted === null ? now : announced(now, event)
    case 'offered': {
      // A charge without an announcement, or of another kind than announced, is ignored.
      if (!now || now.chargeId !== null || now.intent.type !== event.charge.type) return now
      const { id } = event.charge
      return { ...now, chargeId: id, replaced: now.replaced.filter((each) => each !== id) }
    }
    case 'opened':
      return now && { ...now, isOpen: true }
    case 'wanted':
      return now?.chargeId ? { ...now, wanted: event.months } : now
    case 'ended':
      return null
  }
}

/** The charges that will not be paid when the transaction ends, besides the one on the screen. */
export const notPicked = ({ replaced, chargeId, wanted }: OfferedPayment): readonly string[] =>
  wanted !== null && chargeId !== null ? [...replaced, chargeId] : replaced
