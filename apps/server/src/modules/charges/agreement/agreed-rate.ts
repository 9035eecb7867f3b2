import { type TaxRate, taxOf } from '@marketplace/domain/buying/tax'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { buyerPlaceOf, taxFor } from '../../billing/index.ts'
import { type ChargeRecord, netOf, standingRate } from '../records/records.ts'
import { countShown, deleteOldestShown, findShown, MOST_SHOWN, type NewShown, writeShown } from './repository.ts'

type Priced = Pick<ChargeRecord, 'state' | 'price' | 'quantity' | 'discount'> & { months?: number; trialDays?: number }

/** The next payment of a charge in cents, tax included, at this rate. */
const totalAt = (charge: Priced, rate: TaxRate): number => netOf(charge) + taxOf(netOf(charge), rate)

const termsOf = ({ price, quantity, months = 0, trialDays = 0 }: Priced): string =>
  `${quantity} x ${price}, ${months} months, ${trialDays} days of trial`

const ENDED: ReadonlySet<ChargeRecord['state']> = new Set(['success', 'failed', 'declined', 'cancelled'])

/** The tax rate at which a charge is shown: that of the agreement that stands, or today's. */
export const shownRate = (charge: Pick<ChargeRecord, 'state' | 'planId' | 'agreedTaxRate'>, today: TaxRate): TaxRate =>
  standingRate(charge) ?? today

/**
 * Notes that the caller is shown these charges at today's rate of tax. What an application reads is not shown to its account. `listed` if they are a page of a list.
 */
export const noteShown = async (
  database: Queryable,
  charges: readonly ChargeRecord[],
  { accountId, trusted }: Pick<Caller, 'accountId' | 'trusted'>,
  { rate, listed, at }: { rate: TaxRate; listed: boolean; at: Date },
): Promise<void> => {
  if (!trusted) return
  const [first, ...others] = charges
    .filter(({ state }) => !ENDED.has(state))
    .map((charge): NewShown => {
      const total = totalAt(charge, shownRate(charge, rate))
      return { accountId, chargeId: charge.id, total, terms: termsOf(charge), listed, shownAt: at }
    })
  if (first && (await writeShown(database, [first, ...others])) >= MOST_SHOWN) await deleteOldestShown(database, accountId)
}

/**
 * Reads which total the account has seen, and returns the test for the one that would be charged. `said` is the total that the client
 * says it has shown. If it says none, it is what the server has shown to the account. An account that was shown nothing may agree to any
 * total. If that is unknown, because too much was shown to the account, it may agree to none.
 */
export const seenBy = async (
  transaction: Transaction,
  charge: Priced & { id: string },
  { accountId, said }: { accountId: string; said: number | undefined },
): Promise<(total: number) => boolean> => {
  if (said !== undefined) return (total) => total === said
  const shown = await findShown(transaction, accountId, charge.id)
  if (shown) return (total) => total === shown.total && shown.terms === termsOf(charge)
  const isForgotten = (await countShown(transaction, accountId)) >= MOST_SHOWN
  return () => !isForgotten
}

/**
 * The tax rate in the total that the caller agrees to: that of the agreement that stands, if the caller has seen its total, otherwise
 * today's at the organization's address. Throws PRICE_CHANGED if the caller has seen another total: docs/decisions/0062. `said` is the
 * total that the client says it has shown, if it says one.
 */
export const agreedRate = async (
  transaction: Transaction,
  charge: ChargeRecord,
  { organizationId, accountId }: Pick<Caller, 'organizationId' | 'accountId'>,
  { said, at }: { said: number | undefined; at: Date },
): Promise<TaxRate> => {
  const isSeen = await seenBy(transaction, charge, { accountId, said })
  const standing = standingRate(charge)
  if (standing !== null && isSeen(totalAt(charge, standing))) return standing
  const { rate } = await taxFor(transaction, await buyerPlaceOf(transaction, organizationId, {}), at)
  if (!isSeen(totalAt(charge, rate))) throw new ApiError('PRICE_CHANGED')
  return rate
}
