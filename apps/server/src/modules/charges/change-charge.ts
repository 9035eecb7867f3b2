import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { assertListAllows } from '../application-rules/index.ts'
import { recordAudit } from '../audit/index.ts'
import { agreedRate } from './agreement/agreed-rate.ts'
import { assertPublished } from './assert-published.ts'
import { activeLicense } from './life/active-license.ts'
import { undoChange } from './changes/begin-change.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { moveCharge } from './life/move-charge.ts'
import {
  type ChargeKind,
  type ChargeRecord,
  type DirectRecord,
  type Done,
  isAgreementOver,
  type RecordOf,
  type RecurrentRecord,
} from './records/records.ts'
import { changeDirect, changeRecurrent } from './records/repository.ts'
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

/**
 * Throws if the buyer cannot accept a charge now: the licence is not active, or the application is refused by the organization's list or
 * not published.
 */
const assertAcceptable = async (
  transaction: Transaction,
  charge: ChargeRecord,
  product: Product,
  { who, at }: Done & { who: Caller },
): Promise<void> => {
  const { organizationId, applicationId } = charge
  await activeLicense(transaction, who, product, at)
  if (applicationId !== null) await assertListAllows(transaction, organizationId, applicationId)
  await assertPublished(transaction, charge, at)
}

/**
 * Stores the rate that a buyer agrees to by accepting a charge. A repeated call compares the total again: the same total changes nothing
 * before the agreement's end, and today's is a new agreement. Throws PRICE_CHANGED for any other.
 */
const agree = async (
  transaction: Transaction,
  charge: ChargeRecord,
  { said, who, at }: Done & { who: Caller; said: number | undefined },
): Promise<Pick<ChargeRecord, 'agreedTaxRate' | 'acceptedAt' | 'updatedAt'> | null> => {
  const { rate: agreedTaxRate } = await agreedRate(transaction, charge, who, { said, at })
  const isRepeated = charge.state === 'accepted'
  if (isRepeated && agreedTaxRate === charge.agreedTaxRate && !isAgreementOver(charge, at)) return null
  const details = { kind: charge.kind, from: 'accepted', to: 'accepted' }
  if (isRepeated) await recordAudit(transaction, { action: 'charge.accepted', at, who, subject: charge.id, details })
  return { agreedTaxRate, acceptedAt: at, updatedAt: at }
}

/** The buyer accepts an offered charge, with the tax rate of this moment. */
export const acceptRecurrent = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
  said: number | undefined,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, async (transaction, charge, done) => {
    await assertAcceptable(transaction, charge, address.product, done)
    const accepted = await moveCharge(transaction, charge, 'accept', done)
    const agreed = await agree(transaction, charge, { ...done, said })
    return agreed ? changeRecurrent(transaction, accepted, agreed) : accepted
  })

export const acceptDirect = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'direct_charge'>,
  said: number | undefined,
): Promise<DirectRecord> =>
  change(dependencies, caller, { ...address, kind: 'direct_charge' }, async (transaction, charge, done) => {
    await assertAcceptable(transaction, charge, address.product, done)
    const accepted = await moveCharge(transaction, charge, 'accept', done)
    const agreed = await agree(transaction, charge, { ...done, said })
    return agreed ? changeDirect(transaction, accepted, agreed) : accepted
  })

/** The buyer declines an offered charge for good. */
export const declineRecurrent = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, (transaction, charge, done) =>
    moveCharge(transaction, charge, 'decline', done),
  )

export const declineDirect = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'direct_charge'>,
): Promise<DirectRecord> =>
  change(dependencies, caller, { ...address, kind: 'direct_charge' }, (transaction, charge, done) =>
    moveCharge(transaction, charge, 'decline', done),
  )

/** A capture under way ends within moments. A cancellation is tried this many times, with a pause between tries. */
const CAPTURE_TRIES = 10
const CAPTURE_WAIT_MS = 300

/** Cancels a charge. While the provider is capturing its payment, the cancellation waits for the outcome. */
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

/** Withdraws a change that was scheduled for the next renewal. */
export const undoRecurrentChange = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, (transaction, charge, { who, at }) =>
    undoChange(transaction, who, charge, at),
  )

const isEnded = ({ state }: RecurrentRecord): boolean => state === 'declined' || state === 'cancelled'

/** Archives an ended charge, so that lists leave it out. */
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
