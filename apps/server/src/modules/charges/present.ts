import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { shownStatus } from '@marketplace/domain/buying/charge-states'
import { paidSince, paidUntil } from '@marketplace/domain/buying/paid-until'
import { percentOf, taxOf, type TaxRate } from '@marketplace/domain/buying/tax'
import { isService } from '@marketplace/domain/visibility'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { buyerPlaceOf, findOneTimeSales, taxFor } from '../billing/index.ts'
import { picturePath } from '../pictures/index.ts'
import { noteShown, shownRate } from './agreement/agreed-rate.ts'
import { chargeStep } from './life/move-charge.ts'
import { agreedUntil, type ChargeRecord, type DirectRecord, netOf, type RecurrentRecord } from './records/records.ts'
import { findPayingRates, findSold, type SoldRecord } from './visible/repository.ts'

/** The data, besides the records, that an answer about charges needs. */
export type Presenting = {
  viewer: Pick<Caller, 'trusted'>
  publicUrl: string
  /** The tax at the organization's address. */
  tax: { rate: TaxRate; note: string | null }
  sold: ReadonlyMap<string, SoldRecord>
  /** The paid amounts of one-time charges, by their ids. */
  paid: ReadonlyMap<string, Paid>
  /** The tax rates of payments that are under way, by the ids of their charges. */
  paying: ReadonlyMap<string, TaxRate>
}

/** The states of a charge in which a buyer's payment can be under way. */
const PAID_NOW: ReadonlySet<ChargeRecord['state']> = new Set(['processed', 'past_due', 'frozen'])

type Paid = Awaited<ReturnType<typeof findOneTimeSales>>[number]

/**
 * Reads the data for an answer about these charges of one organization, and notes what the viewer is shown. `listed` if they are a page of a
 * list.
 */
export const beginPresenting = async (
  database: Queryable,
  charges: readonly ChargeRecord[],
  viewer: Caller,
  { publicUrl, at, listed = false }: { publicUrl: string; at: Date; listed?: boolean },
): Promise<Presenting> => {
  const { rate, note } = await taxFor(database, await buyerPlaceOf(database, viewer.organizationId, {}), at)
  const ids = [...new Set(charges.flatMap(({ applicationId }) => applicationId ?? []))]
  const sold = ids.length === 0 ? [] : await findSold(database, ids)
  const ended = charges.flatMap(({ kind, state, id }) => (kind === 'direct_charge' && state === 'success' ? id : []))
  const paid = ended.length === 0 ? [] : await findOneTimeSales(database, ended)
  const paidNow = charges.flatMap(({ state, id }) => (PAID_NOW.has(state) ? id : []))
  const paying = paidNow.length === 0 ? new Map<string, TaxRate>() : await findPayingRates(database, paidNow)
  await noteShown(database, charges, viewer, { rateOf: (charge) => shownRate(charge, paying.get(charge.id) ?? rate), listed, at })
  return {
    viewer,
    publicUrl,
    tax: { rate, note },
    sold: new Map(sold.map((one) => [one.id, one])),
    paid: new Map(paid.map((one) => [one.chargeId, one])),
    paying,
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/**
 * The actions that the viewer can take on a charge now. Only people who use the marketplace accept charges; an application can only
 * activate its own offers.
 */
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

/**
 * The price of a charge with tax. A paid one-time charge has the amounts of its sale, even if the address or the coupon has changed since. While a
 * payment is under way, the total is the one that it takes.
 */
const presentTaxes = (charge: ChargeRecord, { tax, paid, paying }: Presenting): DirectCharge['taxes'] => {
  const sale = paid.get(charge.id)
  if (sale) return { total_price: sale.total, tax_value: sale.tax, tax_rate: percentOf(sale.taxRate), tax_note: null }
  const net = netOf(charge)
  const rate = shownRate(charge, paying.get(charge.id) ?? tax.rate)
  const value = taxOf(net, rate)
  const note = rate === tax.rate ? tax.note : null
  return { total_price: net + value, tax_value: value, tax_rate: percentOf(rate), tax_note: note }
}

const presentCommon = (charge: ChargeRecord, presenting: Presenting) => {
  const { viewer, publicUrl, sold } = presenting
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
    coupon: charge.couponCode,
    discount: charge.discount,
    taxes: presentTaxes(charge, presenting),
    test: charge.test,
    return_url: charge.returnUrl,
    confirmation_url: `${publicUrl}/checkout/charge/${charge.id}/${charge.kind}?${shown.toString()}`,
    commission_percent: charge.commissionPercent,
    created_at: charge.createdAt.toISOString(),
    updated_at: charge.updatedAt.toISOString(),
    agreed_until: iso(agreedUntil(charge)),
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
  refunded: presenting.paid.get(charge.id)?.refunded ?? 0,
})
