import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { assertListAllows } from '../../application-rules/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { lockLiveAttempt, startAttempt } from '../../billing/index.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent } from '../records/repository.ts'
import { applyChange } from './change-subject.ts'
import { buysMore, type ChangeRequest, quoteRecurrentChange } from './quote-change.ts'
import { type ChangeRecord, findPayingChange, insertChange } from './repository.ts'

/** How long a buyer can agree to prices that were shown (ms). */
const AGREED_WITHIN_MS = 15 * 60_000

export type AgreedChange = ChangeRequest & { checksum: string }

/**
 * Changes a locked charge in the way that the buyer has seen and agreed to. Returns the id of the attempt that pays for the change; null if
 * nothing is due. If the request is repeated during that payment, it continues the same attempt. Throws PRICE_CHANGED if the price of the
 * change is different now, and APPLICATION_NOT_ALLOWED if the organization's own list refuses the application and the change buys more of
 * it.
 */
export const beginChange = async (
  transaction: Transaction,
  caller: Caller,
  charge: RecurrentRecord,
  agreed: AgreedChange,
): Promise<string | null> => {
  const { at, asOf, checksum } = agreed
  const paying = await findPayingChange(transaction, charge.id)
  if (paying?.checksum === checksum) {
    const attempt = await lockLiveAttempt(transaction, { kind: 'change', id: paying.id })
    if (attempt) return attempt.id
  }
  const age = at.getTime() - asOf.getTime()
  const { quote, facts, name, ...quoted } = await quoteRecurrentChange(transaction, caller, charge, agreed)
  if (quoted.checksum !== checksum || age < 0 || age > AGREED_WITHIN_MS) throw new ApiError('PRICE_CHANGED')
  const { begins, after, now, scheduled } = quote
  if (buysMore(quote) && charge.applicationId !== null)
    await assertListAllows(transaction, charge.organizationId, charge.applicationId)
  const who = caller
  if (begins !== 'now') {
    await changeRecurrent(transaction, charge, { scheduled, updatedAt: at })
    await recordAudit(transaction, {
      action: scheduled ? 'charge.change-scheduled' : 'charge.change-undone',
      at,
      who,
      subject: charge.id,
      ...(scheduled && { details: { plan: scheduled.planId, quantity: scheduled.quantity, price: scheduled.price } }),
    })
    return null
  }
  const inTrial = facts.period === null
  const change: ChangeRecord = {
    id: newId(),
    chargeId: charge.id,
    accountId: caller.accountId,
    state: inTrial ? 'applied' : 'paying',
    checksum,
    planId: after.planId,
    quantity: after.quantity,
    price: after.price,
    full: now.full,
    credit: now.credit,
    taxRate: facts.taxRate,
    total: now.total,
    scheduled,
    description: `${name}, ${after.planName}: ${after.planId === charge.planId ? `${after.quantity - charge.quantity} more seats` : 'change of plan'}`,
    startsAt: inTrial ? null : asOf,
    endsAt: facts.period?.end ?? null,
    createdAt: at,
    endedAt: inTrial ? at : null,
  }
  await insertChange(transaction, change)
  await recordAudit(transaction, {
    action: 'charge.change-started',
    at,
    who,
    subject: charge.id,
    details: { change: change.id, plan: change.planId, quantity: change.quantity, total: change.total },
  })
  if (inTrial) {
    await applyChange(transaction, charge, change, at)
    return null
  }
  const attempt = await startAttempt(
    transaction,
    {
      organizationId: charge.organizationId,
      accountId: caller.accountId,
      subject: { kind: 'change', id: change.id },
      amount: change.total,
      taxRate: change.taxRate,
      description: change.description,
      savesCard: true,
    },
    at,
  )
  return attempt.id
}

/** Withdraws the change that was scheduled for the next renewal. */
export const undoChange = async (
  transaction: Transaction,
  caller: Caller,
  charge: RecurrentRecord,
  at: Date,
): Promise<RecurrentRecord> => {
  if (charge.scheduled === null) return charge
  await recordAudit(transaction, { action: 'charge.change-undone', at, who: caller, subject: charge.id })
  return changeRecurrent(transaction, charge, { scheduled: null, updatedAt: at })
}
