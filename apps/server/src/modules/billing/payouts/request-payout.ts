import { hasComeBack, PAYOUT, type PayoutCommand } from '@marketplace/domain/buying/payouts'
import { stepOf } from '@marketplace/domain/buying/transitions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { bookMovements, readBalance } from '../ledger/repository.ts'
import { changePayout, findPayout, insertPayout, lockPayouts, type PayoutRecord } from './repository.ts'

/** The amounts of a payout, which has no tax and no commission. */
const book = (
  transaction: Transaction,
  { id, developerId, amount: total }: PayoutRecord,
  direction: 'out' | 'in',
  at: Date,
): Promise<void> => {
  const movementId = direction === 'out' ? id : `${id}:returned`
  // The amount of a returned payout is available again at once, because it was available before.
  const sale = { developerId, soldAt: new Date(0) }
  return bookMovements(
    transaction,
    [{ kind: 'payout', id: movementId, sale, amounts: { total, tax: 0, commission: 0 }, direction }],
    at,
  )
}

/** Requests a payout, which reduces the balance at once. Throws PAYOUT_TOO_MUCH for more than can be paid out. */
export const requestPayout = async (
  transaction: Transaction,
  caller: Caller,
  { developerId, cents }: { developerId: string; cents: number | null },
  at: Date,
): Promise<PayoutRecord> => {
  await lockPayouts(transaction, developerId)
  const { available } = await readBalance(transaction, developerId, at)
  const amount = cents ?? available
  if (amount <= 0 || amount > available) throw new ApiError('PAYOUT_TOO_MUCH')
  const payout: PayoutRecord = {
    id: newId(),
    developerId,
    amount,
    state: 'pending',
    requestedBy: caller.accountId,
    reference: null,
    note: null,
    createdAt: at,
    updatedAt: at,
  }
  await insertPayout(transaction, payout)
  await book(transaction, payout, 'out', at)
  const details = { developer: developerId, amount }
  await recordAudit(transaction, { action: 'payout.requested', at, who: caller, subject: payout.id, details })
  return payout
}

/** Moves a payout to its next state. A repeated command changes nothing. A failed or cancelled payout returns to the balance. */
export const movePayout = async (
  transaction: Transaction,
  caller: Caller,
  { id, command, reference, note }: { id: string; command: PayoutCommand; reference: string | null; note: string | null },
  at: Date,
): Promise<PayoutRecord> => {
  const found = await findPayout(transaction, id)
  if (!found) throw new ApiError('PAYOUT_NOT_FOUND')
  await lockPayouts(transaction, found.developerId)
  const payout = (await findPayout(transaction, id)) ?? found
  const step = stepOf(PAYOUT, payout.state, command)
  if (step.kind === 'repeated') return payout
  if (step.kind === 'illegal') throw new ApiError('PAYOUT_STATE', { state: payout.state.replace('_', ' ') })
  const changes = { state: step.to, reference: reference ?? payout.reference, note: note ?? payout.note, updatedAt: at }
  await changePayout(transaction, id, changes)
  if (hasComeBack(step.to)) await book(transaction, payout, 'in', at)
  await recordAudit(transaction, {
    action: 'payout.moved',
    at,
    who: caller,
    subject: id,
    details: { from: payout.state, to: step.to, amount: payout.amount, reference, note },
  })
  return { ...payout, ...changes }
}
