import type { TaxRate } from './tax.ts'
import { NO_TAX, REVERSE_CHARGE_NOTE, unknownTaxNote } from './tax-notes.ts'
import { isVatIdOf } from './vat-ids.ts'

/** The place at which a buyer pays tax. `state` matters in the United States only. */
export type TaxPlace = { country: string | null; state: string | null; vatId: string | null }

/** The tax on a purchase. */
export type TaxDue = {
  /** In thousandths of a percent. */
  rate: TaxRate
  /** The name of the tax: VAT, GST, Sales tax; or why there is none. */
  name: string
  country: string | null
  state: string | null
  /** Whether the buyer owes the tax to their own tax office. */
  reverseCharge: boolean
  /** The note that explains a rate of 0 to the buyer; null if the rate is that of the place. */
  note: string | null
}

/**
 * The tax at a place, by its known rate. A business outside of the seller's country with a VAT id of its own country owes the tax itself;
 * an id of another form or country has no effect.
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
