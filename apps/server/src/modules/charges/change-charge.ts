import { setTimeout as wait } from 'node:timers/promises'
import type { DirectCommand, RecurrentCommand } from '@marketplace/domain/buying/charge-states'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { assertListAllows } from '../application-rules/index.ts'
import { recordAudit } from '../audit/index.ts'
import { activeLicense } from './life/active-license.ts'
import { undoChange } from './changes/begin-change.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { moveCharge } from './life/move-charge.ts'
import type { ChargeKind, ChargeRecord, DirectRecord, Done, RecordOf, RecurrentRecord } from './records/records.ts'
import { changeRecurrent } from './records/repository.ts'
import { tellOfCharge } from './life/tell-charge.ts'
import { type ChargeAddress, lockVisible } from './visible/repository.ts'

type Address<Kind extends ChargeKind> = Omit<ChargeAddress<Kind>, 'kind'>

type Work<Kind extends ChargeKind> = (
  transaction: Transaction,
  charge: RecordOf<Kind>,
  done: Done & { who: Caller },
) => Promise<ChargeRecord>

const EVENTS = new Map<ChargeRecord['state'], 'payment_cancelled' | 'payment_declined'>([
  ['cancelled', 'payment_cancelled'],
  ['declined', 'payment_declined'],
])

/** Locks a charge that the caller may see, changes it, and tells its application. */
const change = async <Kind extends ChargeKind>(
  { database, clock, lockCaller, tellApplication }: ChargesDependencies,
  asking: Caller,
  address: ChargeAddress<Kind>,
  work: Work<Kind>,
): Promise<RecordOf<Kind>> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    assertBills(caller, address.product)
    const charge = await lockVisible(transaction, caller, address)
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    const done = { who: caller, at: clock.now() }
    const changed = (await work(transaction, charge, done)) as RecordOf<Kind>
    const event = changed.state === charge.state ? undefined : EVENTS.get(changed.state)
    if (event) await tellOfCharge(transaction, tellApplication, changed, { event, accountId: caller.accountId, at: done.at })
    return changed
  })

/** Throws why the buyer cannot accept a charge now: no active licence, or the organization's own list. */
const assertAcceptable = async (
  transaction: Transaction,
  { organizationId, applicationId }: ChargeRecord,
  product: Product,
  { who, at }: Done & { who: Caller },
): Promise<void> => {
  await activeLicense(transaction, who, product, at)
  if (applicationId !== null) await assertListAllows(transaction, organizationId, applicationId)
}

/** The buyer's answer to an offered charge. */
export const answerRecurrent = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
  command: Extract<RecurrentCommand, 'accept' | 'decline'>,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, async (transaction, charge, done) => {
    if (command === 'accept') await assertAcceptable(transaction, charge, address.product, done)
    return moveCharge(transaction, charge, command, done)
  })

export const answerDirect = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'direct_charge'>,
  command: Extract<DirectCommand, 'accept' | 'decline'>,
): Promise<DirectRecord> =>
  change(dependencies, caller, { ...address, kind: 'direct_charge' }, async (transaction, charge, done) => {
    if (command === 'accept') await assertAcceptable(transaction, charge, address.product, done)
    return moveCharge(transaction, charge, command, done)
  })

/** A capture that is under way ends within moments: a cancellation waits so often for it, and so long each time. */
const CAPTURE_TRIES = 10
const CAPTURE_WAIT_MS = 300

/** Cancels a charge. While the provider is being asked to take money, it waits for the outcome. */
export const cancelRecurrent = async (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
): Promise<RecurrentRecord> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, (transaction, charge, done) =>
        moveCharge(transaction, charge, 'cancel', done),
      )
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'PAYMENT_RUNNING') || tried === CAPTURE_TRIES) throw error
      await wait(CAPTURE_WAIT_MS)
    }
  }
}

/** Takes back a change that was put off to the next renewal. */
export const undoRecurrentChange = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, (transaction, charge, { who, at }) =>
    undoChange(transaction, who, charge, at),
  )

const isEnded = ({ state }: RecurrentRecord): boolean => state === 'declined' || state === 'cancelled'

/** Takes an ended charge off the list. */
export const archiveRecurrent = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, async (transaction, charge, { who, at }) => {
    if (charge.archivedAt) return charge
    if (!isEnded(charge)) throw new ApiError('CHARGE_STATE', { state: charge.state.replace('_', ' ') })
    await recordAudit(transaction, { action: 'charge.archived', at, who: who ?? caller, subject: charge.id })
    return changeRecurrent(transaction, charge, { archivedAt: at, updatedAt: at })
  })
