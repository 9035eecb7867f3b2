import { setTimeout as wait } from 'node:timers/promises'
import { type TaxRate, taxOf } from '@marketplace/domain/buying/tax'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { assertListAllows } from '../application-rules/index.ts'
import { recordAudit } from '../audit/index.ts'
import { buyerPlaceOf, taxFor } from '../billing/index.ts'
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
  type RecordOf,
  type RecurrentRecord,
  standingRate,
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
 * The tax rate in the total that the buyer agrees to: today's rate at the organization's address. Throws PRICE_CHANGED if `shown`, the
 * total that the buyer saw, differs from today's total. If a client does not send `shown`, the total that the server last sent to it is
 * used. An agreement that stands keeps its rate, unless the buyer has seen today's total.
 */
export const agreedRate = async (
  transaction: Transaction,
  charge: Pick<ChargeRecord, 'state' | 'planId' | 'price' | 'quantity' | 'agreedTaxRate' | 'shownTaxRate'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { shown, at }: { shown: number | undefined; at: Date },
): Promise<TaxRate> => {
  const { price, quantity, shownTaxRate } = charge
  const net = price * quantity
  const standing = standingRate(charge)
  if (standing !== null && (shown === undefined || shown === net + taxOf(net, standing))) return standing
  const { rate } = await taxFor(transaction, await buyerPlaceOf(transaction, organizationId, {}), at)
  const total = net + taxOf(net, rate)
  const seen = shown ?? (shownTaxRate === null ? total : net + taxOf(net, shownTaxRate))
  if (seen !== total) throw new ApiError('PRICE_CHANGED')
  return rate
}

/**
 * Stores the rate that a buyer agrees to by accepting a charge. A repeated call without a total changes nothing. With a total it is compared
 * again, and a new rate replaces the one before.
 */
const agree = async (
  transaction: Transaction,
  charge: ChargeRecord,
  { shown, who, at }: Done & { who: Caller; shown: number | undefined },
): Promise<Pick<ChargeRecord, 'agreedTaxRate' | 'updatedAt'> | null> => {
  const isRepeated = charge.state === 'accepted'
  if (isRepeated && shown === undefined) return null
  const agreedTaxRate = await agreedRate(transaction, charge, who, { shown, at })
  if (isRepeated && agreedTaxRate === charge.agreedTaxRate) return null
  const details = { kind: charge.kind, from: 'accepted', to: 'accepted' }
  if (isRepeated) await recordAudit(transaction, { action: 'charge.accepted', at, who, subject: charge.id, details })
  return { agreedTaxRate, updatedAt: at }
}

/** The buyer accepts an offered charge, with the tax rate of this moment. */
export const acceptRecurrent = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'recurrent_charge'>,
  shown: number | undefined,
): Promise<RecurrentRecord> =>
  change(dependencies, caller, { ...address, kind: 'recurrent_charge' }, async (transaction, charge, done) => {
    await assertAcceptable(transaction, charge, address.product, done)
    const accepted = await moveCharge(transaction, charge, 'accept', done)
    const agreed = await agree(transaction, charge, { ...done, shown })
    return agreed ? changeRecurrent(transaction, accepted, agreed) : accepted
  })

export const acceptDirect = (
  dependencies: ChargesDependencies,
  caller: Caller,
  address: Address<'direct_charge'>,
  shown: number | undefined,
): Promise<DirectRecord> =>
  change(dependencies, caller, { ...address, kind: 'direct_charge' }, async (transaction, charge, done) => {
    await assertAcceptable(transaction, charge, address.product, done)
    const accepted = await moveCharge(transaction, charge, 'accept', done)
    const agreed = await agree(transaction, charge, { ...done, shown })
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
