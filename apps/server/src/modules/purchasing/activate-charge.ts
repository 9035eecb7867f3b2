import type { Product } from '@marketplace/contracts/core/enumerations'
import { buyRefusal } from '@marketplace/domain/buying/buy-refusal'
import { needsCard } from '@marketplace/domain/buying/offers'
import { isTooSmall } from '@marketplace/domain/buying/quote'
import { taxOf } from '@marketplace/domain/buying/tax'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inSavepoint, inTransaction, type Transaction } from '../../db/transaction.ts'
import { findCoupon, lockLiveAttempt, readCard, startAttempt } from '../billing/index.ts'
import { assertListAllows } from '../application-rules/index.ts'
import { findApplication } from '../catalogue/index.ts'
import {
  activeLicense,
  agreedRate,
  assertBills,
  assertPublished,
  assertSeesPayment,
  type ChargeRecord,
  chargeStep,
  costToday,
  discountOf,
  isAgreementOver,
  isEntitled,
  lockVisible,
  moveCharge,
  netOf,
  readCharge,
} from '../charges/index.ts'
import { lockInstallable, readVisible, refusal } from '../installs/index.ts'
import type { PurchasingDependencies } from './dependencies.ts'
import { isFree } from './settle-charge.ts'
import { assertStillBills, type PaymentProgress, type PaymentWait, waitForPayment } from './wait-for-payment.ts'

export type ChargeToActivate = { kind: ChargeRecord['kind']; product: Product; id: string }

type Activating = { transaction: Transaction; caller: Caller; at: Date; quantity: number }

/** Throws if a plan's charge cannot be activated: because a purchase would be refused, or because its price is outdated. */
const assertSellable = async (
  { transaction, caller, at, quantity }: Activating,
  charge: ChargeRecord & { applicationId: string; planId: string },
  rules: PurchasingDependencies['rules'],
): Promise<void> => {
  const { applicationId, planId, organizationId } = charge
  await lockInstallable(transaction, caller.organizationId, [applicationId])
  const visible = await readVisible({ database: transaction, rules }, caller, applicationId, at)
  const entitled = await isEntitled(transaction, organizationId, applicationId, at)
  const refused = buyRefusal(visible.application, { ...visible.installer, entitled, forSale: true })
  if (refused) throw refusal(refused, visible)
  const application = await findApplication(transaction, applicationId)
  const plan = application?.plans.find(({ id }) => id === planId)
  if (!application || !plan) throw new ApiError('PRICE_CHANGED')
  const today = await costToday(transaction, { organizationId, application, plan, quantity, at })
  const trialDays = charge.kind === 'recurrent_charge' ? charge.trialDays : 0
  if (today.price !== charge.price || today.quantity !== charge.quantity || today.trialDays !== trialDays)
    throw new ApiError('PRICE_CHANGED')
  if (charge.couponCode !== null) {
    const coupon = await findCoupon(transaction, charge.couponCode, at)
    if (!coupon) throw new ApiError('COUPON_NOT_FOUND')
    if (coupon.refusal) throw new ApiError(coupon.refusal)
    if (discountOf(coupon.value, plan, today) !== charge.discount) throw new ApiError('PRICE_CHANGED')
  }
  if (needsCard(trialDays, application.payment) && !(await readCard(transaction, caller.organizationId)))
    throw new ApiError('CARD_NEEDED')
}

const isOfPlan = (charge: ChargeRecord): charge is ChargeRecord & { applicationId: string; planId: string } =>
  charge.applicationId !== null && charge.planId !== null

const UNIQUE_VIOLATION = '23505'
const isTaken = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === UNIQUE_VIOLATION

/** Marks a charge as processed. Throws ALREADY_BOUGHT if the application has a live charge of this name, even from a simultaneous request. */
const markProcessed = async (transaction: Transaction, charge: ChargeRecord, done: { who: Caller; at: Date }): Promise<void> => {
  try {
    await inSavepoint(transaction, async (savepoint) => {
      if (charge.kind === 'recurrent_charge') await moveCharge(savepoint, charge, 'activate', done)
      else await moveCharge(savepoint, charge, 'activate', done)
    })
  } catch (error) {
    throw isTaken(error) ? new ApiError('ALREADY_BOUGHT') : error
  }
}

/** Starts the payment of a locked, accepted charge. Returns the id of its attempt. */
const begin = async (activating: Activating, charge: ChargeRecord, said: number | undefined): Promise<string> => {
  const { transaction, caller, at } = activating
  await markProcessed(transaction, charge, { who: caller, at })
  if (charge.planId === null) await assertPublished(transaction, charge, at)
  // If an application activates the charge, the tax rate is the one that its buyer has accepted. If a buyer activates it, this call is
  // an agreement too.
  const agreed = caller.trusted ? null : charge.agreedTaxRate
  const { rate, seen } =
    agreed === null ? await agreedRate(transaction, charge, caller, { said, at }) : { rate: agreed, seen: null }
  const net = netOf(charge)
  const amount = isFree(charge) ? 0 : net + taxOf(net, rate)
  // A coupon can leave too little to charge, if the tax is lower than it was.
  if (isTooSmall(amount)) throw new ApiError('TOTAL_TOO_SMALL')
  const attempt = await startAttempt(
    transaction,
    {
      organizationId: caller.organizationId,
      accountId: caller.accountId,
      subject: { kind: charge.kind, id: charge.id },
      amount,
      // Of a trial or a test the price was seen, and nothing is paid.
      shown: amount === 0 ? null : seen,
      taxRate: rate,
      description: charge.name,
      savesCard: charge.kind === 'recurrent_charge',
      couponCode: charge.discount > 0 ? charge.couponCode : null,
    },
    at,
  )
  return attempt.id
}

/**
 * Makes the first payment of a charge, or starts its trial. If the marketplace's own client activates a pending direct charge, the charge
 * is accepted first; an application has to wait for the buyer. A repeated activation continues the same payment. `said` is the total that
 * the client says it has shown. If the buyer has seen another total than would be charged, nothing is.
 */
export const activateCharge = async (
  dependencies: Pick<PurchasingDependencies, 'database' | 'clock' | 'lockCaller' | 'rules'> & PaymentWait,
  asking: Caller,
  address: ChargeToActivate,
  said?: number,
): Promise<PaymentProgress> => {
  const { database, clock, lockCaller, rules } = dependencies
  const at = clock.now()
  const attemptId = await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    assertBills(caller, address.product)
    let charge: ChargeRecord | null = await lockVisible(transaction, caller, address)
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    if (charge.kind === 'direct_charge' && charge.state === 'pending' && caller.trusted)
      charge = await moveCharge(transaction, charge, 'accept', { who: caller, at })
    const step = chargeStep(charge, 'activate')
    if (step.kind === 'illegal') throw new ApiError('CHARGE_STATE', { state: charge.state.replace('_', ' ') })
    if (step.kind === 'repeated') {
      const attempt = await lockLiveAttempt(transaction, address)
      if (attempt && caller.trusted) await assertSeesPayment(transaction, charge, attempt, { accountId: caller.accountId, said })
      return attempt?.id ?? null
    }
    // The job that ends such charges has not come to this one yet. The buyer's own activation is a new agreement.
    if (!caller.trusted && isAgreementOver(charge, at))
      throw new ApiError('CHARGE_STATE', { state: charge.kind === 'direct_charge' ? 'failed' : 'declined' })
    const { seats } = await activeLicense(transaction, caller, address.product, at)
    const activating = { transaction, caller, at, quantity: seats }
    if (isOfPlan(charge)) await assertSellable(activating, charge, rules)
    else if (charge.applicationId !== null) await assertListAllows(transaction, caller.organizationId, charge.applicationId)
    return begin(activating, charge, said)
  })
  if (attemptId === null) return { payment: 'done', clientSecret: null }
  const { notDelivered, ...progress } = await waitForPayment(dependencies, attemptId)
  if (!notDelivered) return progress
  await assertStillBills(dependencies, asking, [address.product])
  // The charge may have been cancelled during the payment.
  const ended = await readCharge(database, address.kind, address.id)
  throw ended?.state === 'cancelled' ? new ApiError('CHARGE_STATE', { state: ended.state }) : new ApiError('PAYMENTS_UNAVAILABLE')
}
