import { COUNTRIES } from '@marketplace/contracts/core/countries'

let known: { value: string; label: string }[] | null = null

/** Every country by its name in English, the way a choice lists them. */
export const countryChoices = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  known ??= COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  )
  return known
}

/** The name of a country; the code where it has none. */
export const countryLabel = (code: string): string => countryChoices().find(({ value }) => value === code)?.label ?? code
