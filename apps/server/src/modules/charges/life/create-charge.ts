import { clientIdOf } from '@marketplace/domain/installing'
import { COMMISSION_PERCENT } from '@marketplace/domain/buying/commission'
import { MAX_TOTAL, MIN_TOTAL, monthsOf } from '@marketplace/domain/buying/quote'
import { quantityOf, unitPriceOf } from '@marketplace/domain/buying/offers'
import type { OrganizationId } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { ApplicationRecord } from '../../catalogue/index.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'
import { hadTrial } from '../entitlements/entitle.ts'
import type { Actor, ChargeRecord, Done } from '../records/records.ts'
import { auditMoves } from './move-charge.ts'
import { insertCharge, type NewDirect, type NewRecurrent } from '../records/repository.ts'

export type PricedPlan = Omit<ApplicationRecord['plans'][number], 'key'>
export type SoldApplication = Pick<ApplicationRecord, 'id' | 'name' | 'developerId' | 'authorization' | 'customProps' | 'payment'>

export type PlanPurchase = {
  organizationId: OrganizationId
  accountId: string | null
  licenseId: number
  plan: PricedPlan
  application: SoldApplication
  /** The licence's seats. A plan that is not sold for each agent has quantity 1, whatever the seats are. */
  quantity: number
  /** The cart of the purchase; null for a purchase of one application. */
  cartId: string | null
  /** The coupon of a charge without a cart, and the cents before tax that it takes off. */
  coupon?: { code: string; discount: number } | null
  /**
   * The terms that the buyer has seen and agreed to. With them, the charge is processed at once; without them it is pending, with today's
   * price and trial.
   */
  agreed?: { price: number; quantity: number; trialDays: number; who: Actor }
  at: Date
}

/** The trial days of a purchase of this plan: 0 for a one-time plan, and 0 after an earlier trial. */
export const trialDaysOf = async (
  database: Queryable,
  { organizationId, application, plan }: Pick<PlanPurchase, 'organizationId' | 'plan'> & { application: { id: string } },
): Promise<number> => {
  if (plan.trialDays === 0 || plan.billingCycle === 'pay-once') return 0
  return (await hadTrial(database, organizationId, application.id)) ? 0 : plan.trialDays
}

/**
 * Today's unit price in cents, quantity and trial days of a plan. Throws TOTAL_TOO_SMALL or TOTAL_TOO_LARGE for a total that cannot be
 * charged.
 */
export const costToday = async (
  database: Queryable,
  purchase: Pick<PlanPurchase, 'organizationId' | 'plan' | 'application' | 'quantity' | 'at'>,
): Promise<{ price: number; quantity: number; trialDays: number }> => {
  const { plan, application, at } = purchase
  const quantity = quantityOf(plan, purchase.quantity)
  const price = unitPriceOf(plan, application, purchase.quantity, at)
  if (price * quantity < MIN_TOTAL) throw new ApiError('TOTAL_TOO_SMALL')
  if (price * quantity > MAX_TOTAL) throw new ApiError('TOTAL_TOO_LARGE')
  return { price, quantity, trialDays: await trialDaysOf(database, purchase) }
}

/** Creates a charge for a plan of the catalogue. Throws TOTAL_TOO_SMALL or TOTAL_TOO_LARGE for a total that cannot be charged. */
export const createChargeForPlan = async (transaction: Transaction, purchase: PlanPurchase): Promise<ChargeRecord> => {
  const { organizationId, accountId, licenseId, plan, application, cartId, at } = purchase
  const { price, quantity, trialDays } = purchase.agreed ?? (await costToday(transaction, purchase))
  const common = {
    id: newId(),
    organizationId,
    licenseId,
    accountId,
    sellerClientId: MARKETPLACE_CLIENT,
    orderClientId: clientIdOf(application),
    applicationId: application.id,
    developerId: application.developerId,
    planId: plan.id,
    cartId,
    name: `${application.name}, ${plan.name}`,
    price,
    quantity,
    perAccount: plan.pricingType === 'per-agent',
    test: false,
    returnUrl: null,
    ...(purchase.coupon && { couponCode: purchase.coupon.code, discount: purchase.coupon.discount }),
  }
  const months = monthsOf(plan.billingCycle)
  const done: Done = { who: null, at }
  const agreedBy = purchase.agreed?.who ?? null
  if (months === null) return writeCharge(transaction, { kind: 'direct_charge', ...common }, done, agreedBy)
  return writeCharge(transaction, { kind: 'recurrent_charge', ...common, months, trialDays }, done, agreedBy)
}

/** The commands that a buyer's agreement in a cart implies. */
const AGREED = ['accept', 'activate'] as const

type Set = 'state' | 'commissionPercent' | 'createdAt' | 'updatedAt'

/** Writes a new charge with an audit row for each of its transitions: pending, or processed if the buyer has already agreed. */
export const writeCharge = async (
  transaction: Transaction,
  charge: Omit<NewRecurrent, Set> | Omit<NewDirect, Set>,
  { who, at }: Done,
  agreedBy: Actor | null = null,
): Promise<ChargeRecord> => {
  const state = agreedBy ? { state: 'processed' as const, acceptedAt: at } : { state: 'pending' as const }
  const added = { ...state, commissionPercent: COMMISSION_PERCENT, createdAt: at, updatedAt: at }
  const written = await insertCharge(transaction, { ...charge, ...added })
  await recordAudit(transaction, {
    action: 'charge.created',
    at,
    who: who ?? { accountId: written.accountId, organizationId: written.organizationId },
    subject: written.id,
    details: { kind: written.kind, price: written.price, quantity: written.quantity },
  })
  if (agreedBy)
    await auditMoves(transaction, { kind: written.kind, id: written.id, state: 'pending' }, AGREED, { who: agreedBy, at })
  return written
}
