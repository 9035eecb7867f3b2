import { DIRECT, type DirectCommand, RECURRENT, type RecurrentCommand } from '@marketplace/domain/buying/charge-states'
import { paidUntil } from '@marketplace/domain/buying/paid-until'
import { stepOf, type Step, type Transitions } from '@marketplace/domain/buying/transitions'
import { ApiError } from '../../../core/api-error.ts'
import { lockName } from '../../../db/locks.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { type AuditAction, type AuditEvent, recordAudit } from '../../audit/index.ts'
import { revokeClientTokens } from '../../clients/index.ts'
import { changeEntitlementOf, isClientFrozen, lockClientConsents } from '../entitlements/repository.ts'
import type { Actor, ChargeCommand, ChargeRecord, DirectRecord, Done, RecurrentRecord } from '../records/records.ts'
import { changeDirect, changeRecurrent, hasLiveNamesake, isBeingCaptured } from '../records/repository.ts'

const ACTIONS: Readonly<Record<ChargeCommand, AuditAction>> = {
  accept: 'charge.accepted',
  decline: 'charge.declined',
  expire: 'charge.expired',
  cancel: 'charge.cancelled',
  activate: 'charge.activated',
  pay: 'charge.paid',
  waive: 'charge.waived',
  fail: 'charge.payment-failed',
  refuse: 'charge.payment-refused',
  freeze: 'charge.frozen',
}

/** The result of a command on a charge. */
export const chargeStep = ({ kind, state }: Pick<ChargeRecord, 'kind' | 'state'>, command: ChargeCommand): Step<string> => {
  const table: unknown = kind === 'recurrent_charge' ? RECURRENT : DIRECT
  return stepOf(table as Transitions<string, ChargeCommand>, state, command)
}

/** Writes the new state of a charge, with the other fields that the command sets. */
const write = (
  transaction: Transaction,
  charge: ChargeRecord,
  command: ChargeCommand,
  { to, at, also }: { to: string; at: Date; also: Partial<RecurrentRecord> },
): Promise<ChargeRecord> => {
  const accepted = command === 'accept' && { acceptedAt: at }
  if (charge.kind === 'direct_charge') {
    const state = to as DirectRecord['state']
    return changeDirect(transaction, charge, { state, updatedAt: at, ...accepted, ...(command === 'pay' && { paidAt: at }) })
  }
  const notOverdue = { firstFailedAt: null, retries: 0, frozenAt: null }
  return changeRecurrent(transaction, charge, {
    state: to as RecurrentRecord['state'],
    updatedAt: at,
    ...accepted,
    ...(command === 'pay' && { activatedAt: charge.activatedAt ?? at, ...notOverdue }),
    ...(command === 'waive' && notOverdue),
    ...(command === 'freeze' && { frozenAt: at }),
    ...(command === 'refuse' && { dueAt: null }),
    ...(command === 'cancel' && { cancelledAt: at, dueAt: null, scheduled: null }),
    ...also,
  })
}

/**
 * Applies a command to a locked charge with all its effects, and writes one audit row. A repeated command returns the same record and
 * writes nothing. `also` are other changes of the same row. Throws CHARGE_STATE for a forbidden command, and PAYMENT_RUNNING for a
 * cancellation during a capture: no capture may begin after a cancellation.
 */
export function moveCharge(
  transaction: Transaction,
  charge: RecurrentRecord,
  command: RecurrentCommand,
  done: Done,
  also?: Partial<Omit<RecurrentRecord, 'kind' | 'id'>>,
): Promise<RecurrentRecord>
export function moveCharge(
  transaction: Transaction,
  charge: DirectRecord,
  command: DirectCommand,
  done: Done,
): Promise<DirectRecord>
export function moveCharge(
  transaction: Transaction,
  charge: ChargeRecord,
  command: RecurrentCommand & DirectCommand,
  done: Done,
): Promise<ChargeRecord>
export async function moveCharge(
  transaction: Transaction,
  charge: ChargeRecord,
  command: ChargeCommand,
  { who, at }: Done,
  also: Partial<RecurrentRecord> = {},
): Promise<ChargeRecord> {
  const step = chargeStep(charge, command)
  if (step.kind === 'repeated') return charge
  if (step.kind === 'illegal') throw new ApiError('CHARGE_STATE', { state: charge.state.replace('_', ' ') })
  if (command === 'cancel' && (await isBeingCaptured(transaction, charge))) throw new ApiError('PAYMENT_RUNNING')
  if (command === 'activate') await assertOnlyLive(transaction, charge)
  const moved = await write(transaction, charge, command, { to: step.to, at, also })
  await follow(transaction, moved, command, at)
  const actor = who ?? { accountId: null, organizationId: charge.organizationId }
  await auditMove(transaction, charge, { command, to: step.to }, { who: actor, at })
  return moved
}

type Audited = { kind: ChargeRecord['kind']; id: string; state: ChargeRecord['state'] }

const auditMove = (
  transaction: Transaction,
  { kind, id, state: from }: Audited,
  { command, to }: { command: ChargeCommand; to: string },
  { who, at }: Pick<AuditEvent, 'who' | 'at'>,
): Promise<void> => recordAudit(transaction, { action: ACTIONS[command], at, who, subject: id, details: { kind, from, to } })

/** Audits commands that were applied to a charge before it was written. */
export const auditMoves = async (
  transaction: Transaction,
  charge: Audited,
  commands: readonly ChargeCommand[],
  done: { who: Actor; at: Date },
): Promise<void> => {
  let state = charge.state
  for (const command of commands) {
    const step = chargeStep({ ...charge, state } as Audited & ChargeRecord, command)
    if (step.kind !== 'moved') throw new Error(`a charge that is ${state} cannot ${command}`)
    await auditMove(transaction, { ...charge, state }, { command, to: step.to }, done)
    state = step.to as ChargeRecord['state']
  }
}

/**
 * Throws ALREADY_BOUGHT if the organization pays for another charge of the same name and client. If two charges are activated at once, one
 * waits for the other, so that neither violates the unique index of live charges.
 */
const assertOnlyLive = async (transaction: Transaction, charge: ChargeRecord): Promise<void> => {
  if (charge.kind === 'direct_charge' || charge.planId !== null) return
  const { id, organizationId, sellerClientId, name } = charge
  await lockName(transaction, 'charge name', JSON.stringify([organizationId, sellerClientId, name]))
  if (await hasLiveNamesake(transaction, { id, organizationId, sellerClientId, name })) throw new ApiError('ALREADY_BOUGHT')
}

/**
 * The effects of a command on rights and tokens: after a cancellation, the right lasts to the end of the paid period; while a charge is
 * frozen, no tokens are issued.
 */
const follow = async (transaction: Transaction, charge: ChargeRecord, command: ChargeCommand, at: Date): Promise<void> => {
  if (charge.kind !== 'recurrent_charge') return
  const { organizationId, orderClientId: clientId } = charge
  if (command === 'cancel') {
    const until = paidUntil(charge)
    await changeEntitlementOf(transaction, charge.id, { endsAt: until && until > at ? until : at })
  }
  if (command !== 'freeze' || charge.planId === null) return
  // A sign-in in progress holds a lock on the consent. After waiting for it, its tokens exist and can be revoked.
  await lockClientConsents(transaction, organizationId, clientId)
  if (await isClientFrozen(transaction, organizationId, clientId))
    await revokeClientTokens(transaction, { organizationId, clientId }, at)
}
