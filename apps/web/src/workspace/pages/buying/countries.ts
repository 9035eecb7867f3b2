import { COUNTRY_NAMES } from '@marketplace/contracts/core/countries'

/** Every country with its English name, as options of a select. */
export const countryChoices = (): { value: string; label: string }[] =>
  [...COUNTRY_NAMES].map(([value, label]) => ({ value, label }))

/** The English name of a country; its code if no name is known. */
export const countryLabel = (code: string): string => COUNTRY_NAMES.get(code) ?? code
