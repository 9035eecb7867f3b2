// Why the tax of something is 0, in words. Apart from the rules, so that a screen has them alone.

export const REVERSE_CHARGE_NOTE = 'Reverse charge: the buyer accounts for the tax.'
/** What the tax is called where no rate is known. */
export const NO_TAX = 'No tax'

/** Why the tax of a quote is 0, in the buyer's words; null where it is the rate of the buyer's place. */
export const taxNoteOf = (name: string, reverseCharge: boolean, country: string | null): string | null => {
  if (reverseCharge) return REVERSE_CHARGE_NOTE
  return name === NO_TAX ? unknownTaxNote(country) : null
}

/** Why no tax is known for a place. */
export const unknownTaxNote = (country: string | null): string => {
  if (country === null) return 'No tax, because no country is known. Add a billing address.'
  return country === 'US'
    ? 'No tax, because the ZIP code tells no US state.'
    : 'No tax, because no rate is known for this country.'
}
