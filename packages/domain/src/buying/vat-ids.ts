/**
 * The forms of VAT ids after their first two letters, by these letters. Greece uses EL, Northern Ireland XI. Only the form can be checked,
 * because only the tax offices know which ids exist.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^U\d{8}$/],
  ['AU', /^\d{11}$/],
  ['BE', /^[01]\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CA', /^\d{9}(?:RT\d{4})?$/],
  ['CH', /^E\d{9}(?:MWST|TVA|IVA)?$/],
  ['CY', /^\d{8}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^\d{9}$/],
  ['DK', /^\d{8}$/],
  ['EE', /^\d{9}$/],
  ['EL', /^\d{9}$/],
  ['ES', /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[A-HJ-NP-Z0-9]{2}\d{9}$/],
  ['GB', /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IN', /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/],
  ['IS', /^\d{5,6}$/],
  ['IT', /^\d{11}$/],
  ['JP', /^T\d{13}$/],
  ['LT', /^(?:\d{9}|\d{12})$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^[A-Z0-9+*]{10}\d{2}$/],
  ['NO', /^\d{9}(?:MVA)?$/],
  ['NZ', /^\d{8,9}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^\d{9}$/],
  ['RO', /^\d{2,10}$/],
  ['SE', /^\d{10}01$/],
  ['SG', /^[A-Z0-9]{9,10}$/],
  ['SI', /^\d{8}$/],
  ['SK', /^\d{10}$/],
  ['XI', /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
])

/** Letters of VAT ids that are not the country's own code. */
const COUNTRY_OF_CODE: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['XI', 'GB'],
])

/** Whether the text has the form of a VAT id of the country (ISO 3166-1). False for a country whose form is not known. */
export const isVatIdOf = (country: string, vatId: string): boolean => {
  const plain = vatId.replaceAll('.', '')
  const code = plain.slice(0, 2)
  return (COUNTRY_OF_CODE.get(code) ?? code) === country && (FORMS.get(code)?.test(plain.slice(2)) ?? false)
}
