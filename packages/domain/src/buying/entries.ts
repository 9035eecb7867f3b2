import { assertCents } from '../money.ts'
import { DAY_MS } from '../dates.ts'

/** The accounts of the ledger. Each belongs to a party that holds money or to which money is owed: docs/product/buying.md, The books. */
export type LedgerAccount = 'provider' | 'tax' | 'marketplace' | 'developer'

export type Entry = { account: LedgerAccount; amount: number }

/** A sale, or the part of a sale that is refunded: `total` includes the tax, `commission` is part of the net price. */
export type Movement = { total: number; tax: number; commission: number }

/**
 * The ledger entries of a movement, whose sum is 0. Received money is positive for the provider, and negative for the parties to which it
 * is owed; with `out` the signs are reversed. Each account has an entry even if its amount is 0, so that free sales are in the books too.
 */
export const entriesOf = ({ total, tax, commission }: Movement, direction: 'in' | 'out'): Entry[] => {
  for (const cents of [total, tax, commission]) assertCents(cents)
  if (tax + commission > total) throw new RangeError(`${tax} tax and ${commission} commission are more than ${total}`)
  const amounts = { provider: total, tax: -tax, marketplace: -commission, developer: tax + commission - total }
  const sign = direction === 'in' ? 1 : -1
  // `|| 0` turns a negative zero into 0, because comparisons distinguish them.
  return (Object.keys(amounts) as LedgerAccount[]).map((account) => ({ account, amount: sign * amounts[account] || 0 }))
}

/** The number of days after the capture until a sale can be paid out to the developer. */
export const AVAILABLE_DAYS = 7

export const availableFrom = (capturedAt: Date): Date => new Date(capturedAt.getTime() + AVAILABLE_DAYS * DAY_MS)
