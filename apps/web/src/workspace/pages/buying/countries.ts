import { COUNTRY_NAMES } from '@marketplace/contracts/core/countries'

/** Every country by its name in English, the way a choice lists them. */
export const countryChoices = (): { value: string; label: string }[] =>
  [...COUNTRY_NAMES].map(([value, label]) => ({ value, label }))

/** The name of a country; the code where it has none. */
export const countryLabel = (code: string): string => COUNTRY_NAMES.get(code) ?? code
