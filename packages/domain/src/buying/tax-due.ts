import type { TaxRate } from './tax.ts'
import { NO_TAX, REVERSE_CHARGE_NOTE, unknownTaxNote } from './tax-notes.ts'
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

/**
 * The tax due at a place, by the rate that is known there. A business outside the seller's country accounts for the tax itself if it has
 * a VAT id of its country; an id of another form or country changes nothing.
 */
export const taxDueAt = (
  { country, state, vatId }: TaxPlace,
  known: { rate: TaxRate; name: string } | null,
  sellerCountry: string,
): TaxDue => {
  const none = { rate: 0, name: NO_TAX, country, state, reverseCharge: false }
  if (country !== null && country !== sellerCountry && vatId !== null && isVatIdOf(country, vatId))
    return { ...none, name: 'Reverse charge', reverseCharge: true, note: REVERSE_CHARGE_NOTE }
  return known && country !== null ? { ...none, ...known, note: null } : { ...none, note: unknownTaxNote(country) }
}
