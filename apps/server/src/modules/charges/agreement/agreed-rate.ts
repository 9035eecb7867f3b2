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

/** The tax rate at which a charge is shown: that of the agreement that stands, or else the one that would be charged now. */
export const shownRate = (charge: Pick<ChargeRecord, 'state' | 'planId' | 'agreedTaxRate'>, now: TaxRate): TaxRate =>
  standingRate(charge) ?? now

/**
 * Notes that the caller is shown these charges, each at the rate of tax that `rateOf` returns. What an application reads is not shown to its
 * account. `listed`: they are a page of a list.
 */
export const noteShown = async (
  database: Queryable,
  charges: readonly ChargeRecord[],
  { accountId, trusted }: Pick<Caller, 'accountId' | 'trusted'>,
  { rateOf, listed, at }: { rateOf: (charge: ChargeRecord) => TaxRate; listed: boolean; at: Date },
): Promise<void> => {
  if (!trusted) return
  const [first, ...others] = charges
    .filter(({ state }) => !ENDED.has(state))
    .map((charge): NewShown => {
      const total = totalAt(charge, rateOf(charge))
      return { accountId, chargeId: charge.id, total, terms: termsOf(charge), listed, shownAt: at }
    })
  if (first && (await writeShown(database, [first, ...others])) >= MOST_SHOWN) await deleteOldestShown(database, accountId)
}

/** What an account has seen of a charge: the total in cents, null if it is unknown, and whether it may agree to this one. */
type Seen = { total: number | null; includes: (total: number) => boolean }

/**
 * Reads which total the account has seen. `said` is the total that the client says it has shown. If it says none, it is what the server has
 * shown to the account. An account that was shown nothing may agree to any total. If that is unknown, because too much was shown to the
 * account, it may agree to none.
 */
export const seenBy = async (
  transaction: Transaction,
  charge: Priced & { id: string },
  { accountId, said }: { accountId: string; said: number | undefined },
): Promise<Seen> => {
  if (said !== undefined) return { total: said, includes: (total) => total === said }
  const shown = await findShown(transaction, accountId, charge.id)
  if (shown) return { total: shown.total, includes: (total) => total === shown.total && shown.terms === termsOf(charge) }
  const isForgotten = (await countShown(transaction, accountId)) >= MOST_SHOWN
  return { total: null, includes: () => !isForgotten }
}

/**
 * Throws PRICE_CHANGED if the account has seen another total of a charge than the payment takes that is under way and that this call goes on
 * with.
 */
export const assertSeesPayment = async (
  transaction: Transaction,
  charge: Priced & { id: string },
  { amount }: { amount: number },
  who: { accountId: string; said: number | undefined },
): Promise<void> => {
  // Of a trial or a test the price was seen, and nothing is paid.
  if (amount > 0 && !(await seenBy(transaction, charge, who)).includes(amount)) throw new ApiError('PRICE_CHANGED')
}

/**
 * The tax rate in the total that the caller agrees to, and the total that the caller has seen (cents; null if it is unknown). If the caller has
 * seen the total of a former agreement, the rate is that agreement's, otherwise today's at the organization's address. `said` is the total
 * that the client says it has shown, if it says one. Throws PRICE_CHANGED if the caller has seen another total: docs/decisions/0062.
 */
export const agreedRate = async (
  transaction: Transaction,
  charge: ChargeRecord,
  { organizationId, accountId }: Pick<Caller, 'organizationId' | 'accountId'>,
  { said, at }: { said: number | undefined; at: Date },
): Promise<{ rate: TaxRate; seen: number | null }> => {
  const seen = await seenBy(transaction, charge, { accountId, said })
  const standing = standingRate(charge)
  if (standing !== null && seen.includes(totalAt(charge, standing))) return { rate: standing, seen: seen.total }
  const { rate } = await taxFor(transaction, await buyerPlaceOf(transaction, organizationId, {}), at)
  if (!seen.includes(totalAt(charge, rate))) throw new ApiError('PRICE_CHANGED')
  return { rate, seen: seen.total }
}
