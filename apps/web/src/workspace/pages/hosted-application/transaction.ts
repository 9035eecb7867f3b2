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
}

export type TransactionEvent =
  | { kind: 'pending'; intent: PaymentIntent }
  | { kind: 'offered'; charge: { id: string; type: PaymentIntent['type'] } }
  | { kind: 'wanted'; months: number }
  | { kind: 'ended' }

/** One payment at a time: while a charge is being paid, another announcement replaces it only if its buyer has asked for that. */
export const transactionAfter = (now: Transaction | null, event: TransactionEvent): Transaction | null => {
  switch (event.kind) {
    case 'pending':
      return now?.chargeId && now.wanted === null ? now : { intent: event.intent, chargeId: null, wanted: null }
    case 'offered':
      // A charge that nobody announced, or of the other kind, is no offer.
      if (!now || now.chargeId !== null || now.intent.type !== event.charge.type) return now
      return { ...now, chargeId: event.charge.id }
    case 'wanted':
      return now?.chargeId ? { ...now, wanted: event.months } : now
    case 'ended':
      return null
  }
}
