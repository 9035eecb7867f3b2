// The reasons for a tax of 0, as texts. They are in a file of their own, so that a screen can load it without the rules.

export const REVERSE_CHARGE_NOTE = 'Reverse charge: the buyer accounts for the tax.'
/** The name of the tax if no rate is known. */
export const NO_TAX = 'No tax'

/** Why the tax of a quote is 0, in words for the buyer; null if 0 is the rate of the buyer's place. */
export const taxNoteOf = (name: string, reverseCharge: boolean, country: string | null): string | null => {
  if (reverseCharge) return REVERSE_CHARGE_NOTE
  return name === NO_TAX ? unknownTaxNote(country) : null
}

/** Why the rate of a place is unknown. */
export const unknownTaxNote = (country: string | null): string => {
  if (country === null) return 'No tax, because no country is known. Add a billing address.'
  return country === 'US'
    ? 'No tax, because the ZIP code tells no US state.'
    : 'No tax, because no rate is known for this country.'
}
