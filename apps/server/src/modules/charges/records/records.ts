import { AGREED_DAYS, type DirectCommand, type RecurrentCommand } from '@marketplace/domain/buying/charge-states'
import type { TaxRate } from '@marketplace/domain/buying/tax'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Caller } from '../../../core/caller.ts'
import type { directCharges, entitlements, recurrentCharges } from '../../../db/schema.ts'

export type RecurrentRecord = typeof recurrentCharges.$inferSelect & { kind: 'recurrent_charge' }
export type DirectRecord = typeof directCharges.$inferSelect & { kind: 'direct_charge' }
export type ChargeRecord = RecurrentRecord | DirectRecord
export type ChargeKind = ChargeRecord['kind']

export type RecordOf<Kind extends ChargeKind> = Extract<ChargeRecord, { kind: Kind }>
export type ChargeCommand = RecurrentCommand | DirectCommand

export type EntitlementRecord = typeof entitlements.$inferSelect

/** The account that made the change, for the audit; null for the marketplace itself, for example at a renewal. */
export type Actor = Pick<Caller, 'accountId' | 'organizationId'> & { actor?: Caller['actor'] }

/** The account that changes something, and the time of the change. */
export type Done = { who: Actor | null; at: Date }

/** Cents before tax of the next payment: of the first one after the coupon, of a renewal without it. */
export const netOf = ({
  state,
  price,
  quantity,
  discount,
}: Pick<ChargeRecord, 'state' | 'price' | 'quantity' | 'discount'>): number =>
  price * quantity - (state === 'pending' || state === 'accepted' || state === 'processed' ? discount : 0)

/**
 * The tax rate of the buyer's agreement to an application's charge, null without one. The application can have the charge paid at this rate
 * at any time, so this total is shown, whatever the address is now. A charge for a plan is only paid by the buyer, at today's rate.
 */
export const standingRate = ({
  state,
  planId,
  agreedTaxRate,
}: Pick<ChargeRecord, 'state' | 'planId' | 'agreedTaxRate'>): TaxRate | null =>
  state === 'accepted' && planId === null ? agreedTaxRate : null

/** When an accepted charge ends if it is not activated. Null in any other state. */
export const agreedUntil = ({ state, acceptedAt }: Pick<ChargeRecord, 'state' | 'acceptedAt'>): Date | null =>
  state === 'accepted' && acceptedAt ? addUtcDays(acceptedAt, AGREED_DAYS) : null

/** Whether an accepted charge has passed its end, and the job that ends such charges has not come to it yet. */
export const isAgreementOver = (charge: Pick<ChargeRecord, 'state' | 'acceptedAt'>, at: Date): boolean => {
  const until = agreedUntil(charge)
  return until !== null && until <= at
}
