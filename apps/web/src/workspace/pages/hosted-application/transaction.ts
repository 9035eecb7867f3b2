import type { PaymentIntent } from '@marketplace/app-frame/payments'

/**
 * A payment that a framed application has asked for: announced, then offered with the charge that it has created in Billing, and perhaps
 * offered anew with another billing cycle, which its buyer has picked.
 */
export type Transaction = {
  intent: PaymentIntent
  chargeId: string | null
  /** The cycle that the application was asked for, until it has offered it. */
  wanted: number | null
  /** Whether the dialog is open. Otherwise a notice leads to it. */
  isOpen: boolean
  /** The charges of cycles that the buyer has turned away from. */
  replaced: readonly string[]
}

export type TransactionEvent =
  /** `isQuiet`: the application may not open the dialog by itself any more. */
  | { kind: 'pending'; intent: PaymentIntent; isQuiet: boolean }
  | { kind: 'offered'; charge: { id: string; type: PaymentIntent['type'] } }
  /** The buyer wants to see what a notice has said. */
  | { kind: 'opened' }
  | { kind: 'wanted'; months: number }
  | { kind: 'ended' }

const announced = (now: Transaction | null, { intent, isQuiet }: { intent: PaymentIntent; isQuiet: boolean }): Transaction => {
  const next = { intent, chargeId: null, wanted: null }
  // What nobody has opened is no dialog that another announcement could be a part of.
  if (!now?.isOpen) return { ...next, isOpen: !isQuiet, replaced: [] }
  return { ...next, isOpen: true, replaced: now.chargeId === null ? now.replaced : [...now.replaced, now.chargeId] }
}

/**
 * One payment at a time: while a charge is being paid, another announcement replaces it only if its buyer has asked for that. Of what stands
 * in a notice, the newest counts.
 */
export const transactionAfter = (now: Transaction | null, event: TransactionEvent): Transaction | null => {
  switch (event.kind) {
    case 'pending':
      return now?.isOpen && now.chargeId !== null && now.wanted === null ? now : announced(now, event)
    case 'offered': {
      // A charge that nobody announced, or of the other kind, is no offer.
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

/** The charges that nobody will pay when the transaction ends, besides the one that is shown. */
export const notPicked = ({ replaced, chargeId, wanted }: Transaction): readonly string[] =>
  wanted !== null && chargeId !== null ? [...replaced, chargeId] : replaced
