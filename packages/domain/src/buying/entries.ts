import { assertCents } from '../money.ts'
import { DAY_MS } from '../dates.ts'

/** The accounts of the ledger, by who holds or is owed the money: docs/product/buying.md, The books. */
export type LedgerAccount = 'provider' | 'tax' | 'marketplace' | 'developer'

export type Entry = { account: LedgerAccount; amount: number }

/** A sale, or the part of one that moves: `total` includes the tax, `commission` is part of the net price. */
export type Movement = { total: number; tax: number; commission: number }

/**
 * The entries of a movement, which sum to 0. Money that came in is positive at the provider, and negative for those it is owed to; `out`
 * is the same the other way round. There is an entry for each account even if it is 0, so that a sale of 0 is in the books too.
 */
export const entriesOf = ({ total, tax, commission }: Movement, direction: 'in' | 'out'): Entry[] => {
  for (const cents of [total, tax, commission]) assertCents(cents)
  if (tax + commission > total) throw new RangeError(`${tax} tax and ${commission} commission are more than ${total}`)
  const amounts = { provider: total, tax: -tax, marketplace: -commission, developer: tax + commission - total }
  const sign = direction === 'in' ? 1 : -1
  // `|| 0`: a negative zero is another value to those who compare.
  return (Object.keys(amounts) as LedgerAccount[]).map((account) => ({ account, amount: sign * amounts[account] || 0 }))
}

/** Days after the capture from which a developer can be paid a sale. */
export const AVAILABLE_DAYS = 7

export const availableFrom = (capturedAt: Date): Date => new Date(capturedAt.getTime() + AVAILABLE_DAYS * DAY_MS)
