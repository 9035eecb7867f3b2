import type { TaxRate } from './tax.ts'
import { isVatIdOf } from './vat-ids.ts'

/** Where a buyer pays tax. `state` matters in the United States only. */
export type TaxPlace = { country: string | null; state: string | null; vatId: string | null }

/** The tax on what a buyer buys. */
export type TaxDue = {
  /** In thousandths of a percent. */
  rate: TaxRate
  /** What the tax is called: VAT, GST, Sales tax; or why there is none. */
  name: string
  country: string | null
  state: string | null
  /** Whether the buyer owes the tax to their own tax office. */
  reverseCharge: boolean
  /** What the buyer reads beside a rate of 0 that is no rate of a place; null otherwise. */
  note: string | null
}

export const REVERSE_CHARGE_NOTE = 'Reverse charge: the buyer accounts for the tax.'
const NO_ADDRESS_NOTE = 'No tax, because no country is known. Add a billing address.'
const NO_STATE_NOTE = 'No tax, because the ZIP code tells no US state.'
const NO_RATE_NOTE = 'No tax, because no rate is known for this country.'

/**
 * The tax due at a place, by the rate that is known there. A business outside the seller's country accounts for the tax itself if it has
 * a VAT id of its country; an id of another form or country changes nothing.
 */
export const taxDueAt = (
  { country, state, vatId }: TaxPlace,
  known: { rate: TaxRate; name: string } | null,
  sellerCountry: string,
): TaxDue => {
  const none = { rate: 0, name: 'No tax', country, state, reverseCharge: false }
  if (country === null) return { ...none, note: NO_ADDRESS_NOTE }
  if (country !== sellerCountry && vatId !== null && isVatIdOf(country, vatId))
    return { ...none, name: 'Reverse charge', reverseCharge: true, note: REVERSE_CHARGE_NOTE }
  if (known) return { ...none, ...known, note: null }
  return { ...none, note: country === 'US' && state === null ? NO_STATE_NOTE : NO_RATE_NOTE }
}
