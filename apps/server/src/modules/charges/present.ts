import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { shownStatus } from '@marketplace/domain/buying/charge-states'
import { paidSince, paidUntil } from '@marketplace/domain/buying/paid-until'
import { percentOf, type TaxRate, taxOf } from '@marketplace/domain/buying/tax'
import { isService } from '@marketplace/domain/visibility'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { buyerPlaceOf, taxFor } from '../billing/index.ts'
import { picturePath } from '../pictures/index.ts'
import { chargeStep } from './life/move-charge.ts'
import type { ChargeRecord, DirectRecord, RecurrentRecord } from './records/records.ts'
import { findSold, type SoldRecord } from './visible/repository.ts'

/** What an answer about charges needs besides their records. */
export type Presenting = {
  viewer: Pick<Caller, 'trusted'>
  publicUrl: string
  taxRate: TaxRate
  sold: ReadonlyMap<string, SoldRecord>
}

/** Reads what the answer about these charges of one organization needs. */
export const readPresenting = async (
  database: Queryable,
  charges: readonly ChargeRecord[],
  viewer: Caller,
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<Presenting> => {
  const { rate } = await taxFor(database, await buyerPlaceOf(database, viewer.organizationId, {}), at)
  const ids = [...new Set(charges.flatMap(({ applicationId }) => applicationId ?? []))]
  const sold = ids.length === 0 ? [] : await findSold(database, ids)
  return { viewer, publicUrl, taxRate: rate, sold: new Map(sold.map((one) => [one.id, one])) }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** What the viewer may do with a charge now. Who agrees to a charge uses the marketplace; an application only activates what it offered. */
const presentCan = (charge: ChargeRecord, { trusted }: Presenting['viewer']): DirectCharge['can'] => {
  const moves = (command: Parameters<typeof chargeStep>[1]) => chargeStep(charge, command).kind === 'moved'
  const accepts = charge.kind === 'direct_charge' && trusted && charge.state === 'pending'
  return {
    accept: trusted && moves('accept'),
    decline: trusted && moves('decline'),
    activate: moves('activate') || accepts,
    cancel: charge.kind === 'recurrent_charge' && moves('cancel'),
  }
}

const presentCommon = (charge: ChargeRecord, { viewer, publicUrl, taxRate, sold }: Presenting) => {
  const found = charge.applicationId === null ? undefined : sold.get(charge.applicationId)
  const application = found
    ? {
        id: found.id,
        slug: found.slug,
        name: found.name,
        icon: found.iconId && `${publicUrl}${picturePath(found.iconId, 256)}`,
        isService: isService(found),
      }
    : null
  const net = charge.price * charge.quantity
  // An application pays what its buyer agreed to; the buyer, who may still change the address, what it is today.
  const agreed = charge.state === 'accepted' && !viewer.trusted ? charge.agreedTaxRate : null
  const rate = agreed ?? taxRate
  const tax = taxOf(net, rate)
  const shown = new URLSearchParams({ icon: application?.icon ?? '', description: application?.name ?? '' })
  return {
    id: charge.id,
    buyer_organization_id: charge.organizationId,
    buyer_license_id: charge.licenseId,
    buyer_account_id: charge.accountId,
    seller_client_id: charge.sellerClientId,
    order_client_id: charge.orderClientId,
    external_id: charge.applicationId,
    application,
    plan_id: charge.planId,
    name: charge.name,
    price: charge.price,
    quantity: charge.quantity,
    per_account: charge.perAccount,
    taxes: { total_price: net + tax, tax_value: tax, tax_rate: percentOf(rate) },
    test: charge.test,
    return_url: charge.returnUrl,
    confirmation_url: `${publicUrl}/checkout/charge/${charge.id}/${charge.kind}?${shown.toString()}`,
    commission_percent: charge.commissionPercent,
    created_at: charge.createdAt.toISOString(),
    updated_at: charge.updatedAt.toISOString(),
    can: presentCan(charge, viewer),
  }
}

export const presentRecurrent = (charge: RecurrentRecord, presenting: Presenting): RecurrentCharge => {
  const until = paidUntil(charge)
  const renews = charge.state === 'active' || charge.state === 'past_due'
  const { scheduled } = charge
  const common = presentCommon(charge, presenting)
  const change = charge.state === 'active' && charge.planId !== null && presenting.viewer.trusted
  return {
    ...common,
    can: { ...common.can, change },
    scheduled: scheduled && { plan_id: scheduled.planId, quantity: scheduled.quantity, price: scheduled.price },
    status: shownStatus(charge.state),
    state: charge.state,
    months: charge.months,
    trial_days: charge.trialDays,
    trial_ends_at: iso(charge.trialEndsAt),
    cancelled_at: iso(charge.cancelledAt),
    current_charge_at: iso(paidSince(charge)),
    next_charge_at: renews ? iso(until) : null,
    entitled_until: charge.cancelledAt && until ? iso(until > charge.cancelledAt ? until : charge.cancelledAt) : null,
  }
}

export const presentDirect = (charge: DirectRecord, presenting: Presenting): DirectCharge => ({
  ...presentCommon(charge, presenting),
  status: charge.state,
  months: null,
  trial_days: null,
})
