import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { costToday, createChargeForPlan } from './life/create-charge.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { moveCharge } from './life/move-charge.ts'
import type { ChargeRecord, Done } from './records/records.ts'
import { lockOrganization, lockOpenForPlan } from './visible/repository.ts'

/** Withdraws an offer that can no longer be paid, because its price has changed. */
const withdraw = (transaction: Transaction, charge: ChargeRecord, done: Done): Promise<ChargeRecord> =>
  charge.kind === 'recurrent_charge'
    ? moveCharge(transaction, charge, 'cancel', done)
    : moveCharge(transaction, charge, 'decline', done)

/**
 * The pending charge of the caller's organization for a plan: the existing one if it has today's price, seats and trial, otherwise a new
 * one. A charge never changes, because a person may be looking at it. If its price is outdated, it is withdrawn, also if it was accepted.
 */
export const chargePlan = (
  { database, clock, lockCaller, assertMayBuy }: ChargesDependencies,
  asking: Caller,
  { applicationId, planId }: { applicationId: string; planId: string },
): Promise<{ charge: ChargeRecord; isNew: boolean }> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const { organizationId, accountId } = caller
    // Of two simultaneous requests, the second one finds the charge that the first one has created.
    await lockOrganization(transaction, organizationId)
    const open = await lockOpenForPlan(transaction, organizationId, { applicationId, planId })
    const at = clock.now()
    const { application, plans, license } = await assertMayBuy(transaction, caller, applicationId, at)
    assertBills(caller, application.product)
    const plan = plans.find(({ id }) => id === planId)
    if (!plan) throw new ApiError('PLAN_NOT_FOUND')
    const bought = {
      organizationId,
      accountId,
      licenseId: license.id,
      plan,
      application,
      quantity: license.seats,
      cartId: null,
      at,
    }
    const { price, quantity, trialDays } = await costToday(transaction, bought)
    const isCurrent = (charge: ChargeRecord) =>
      charge.price === price &&
      charge.quantity === quantity &&
      (charge.kind === 'direct_charge' || charge.trialDays === trialDays)
    for (const charge of open) if (!isCurrent(charge)) await withdraw(transaction, charge, { who: caller, at })
    const current = open.find((charge) => charge.state === 'pending' && isCurrent(charge))
    if (current) return { charge: current, isNew: false }
    return { charge: await createChargeForPlan(transaction, bought), isNew: true }
  })
