import { describe, expect, test } from 'vitest'
import { taxDueAt } from './tax-due.ts'
import { REVERSE_CHARGE_NOTE, taxNoteOf } from './tax-notes.ts'
import { isVatIdOf } from './vat-ids.ts'

const VAT = { rate: 19_000, name: 'VAT' }
const due = (country: string | null, vatId: string | null, seller = 'US', known: typeof VAT | null = VAT) =>
  taxDueAt({ country, state: null, vatId }, known, seller)

describe('isVatIdOf', () => {
  test.each([
    ['AT', 'ATU12345678'],
    ['BE', 'BE0123456789'],
    ['CH', 'CHE123456789'],
    ['CH', 'CHE123.456.789MWST'],
    ['DE', 'DE123456789'],
    ['ES', 'ESX1234567X'],
    ['FR', 'FRXX123456789'],
    ['GB', 'GB123456789'],
    ['GB', 'XI123456789'],
    ['GR', 'EL123456789'],
    ['IE', 'IE1234567WA'],
    ['IN', 'IN27AAPFU0939F1ZV'],
    ['JP', 'JPT1234567890123'],
    ['NL', 'NL123456789B01'],
    ['NO', 'NO123456789MVA'],
    ['SE', 'SE123456789001'],
  ])('in %s: %s', (country, vatId) => {
    expect(isVatIdOf(country, vatId)).toBe(true)
  })

  test.each([
    ['DE', 'DE12345678'],
    ['DE', 'DE1234567890'],
    ['DE', 'FR12345678901'],
    ['DE', ''],
    ['DE', 'DE'],
    ['DE', 'de123456789'],
    ['GR', 'GR123456789'],
    ['EL', 'EL123456789'],
    ['US', 'US123456789'],
    ['SE', 'SE1234567890'],
    ['__', '__proto__'],
  ])('not in %s: %j', (country, vatId) => {
    expect(isVatIdOf(country, vatId)).toBe(false)
  })
})

describe('taxDueAt', () => {
  test('is the rate of the place', () => {
    expect(due('DE', null)).toEqual({ ...VAT, country: 'DE', state: null, reverseCharge: false, note: null })
  })

  test('is nothing for a business of another country, which accounts for the tax', () => {
    expect(due('DE', 'DE123456789')).toMatchObject({ rate: 0, reverseCharge: true, note: REVERSE_CHARGE_NOTE })
  })

  test.each([
    ['in the country of the seller', due('DE', 'DE123456789', 'DE')],
    ['with the id of another country', due('DE', 'FRXX123456789')],
    ['with an id that has no such form', due('DE', 'DE1')],
  ])('is the full rate %s', (_, { rate, reverseCharge }) => {
    expect([rate, reverseCharge]).toEqual([19_000, false])
  })

  test.each([
    ['a country is missing', due(null, null), /billing address/],
    ['a country has no rate', due('XK', null, 'US', null), /no rate is known/],
    ['a US state is not known', due('US', null, 'US', null), /ZIP code/],
  ])('is 0 with a note if %s', (_, { rate, note, reverseCharge }, reason) => {
    expect([rate, reverseCharge]).toEqual([0, false])
    expect(note).toMatch(reason)
  })
})

describe('taxNoteOf, what a screen says beside a tax of 0', () => {
  test.each<[string, Parameters<typeof taxNoteOf>, string | null]>([
    ['of a rate that is 0', ['Sales tax', false, 'US'], null],
    ['of a reverse charge', ['Reverse charge', true, 'DE'], REVERSE_CHARGE_NOTE],
    ['without an address', ['No tax', false, null], 'No tax, because no country is known. Add a billing address.'],
    ['of a wrong ZIP code', ['No tax', false, 'US'], 'No tax, because the ZIP code tells no US state.'],
    ['of a country without a rate', ['No tax', false, 'AQ'], 'No tax, because no rate is known for this country.'],
  ])('%s', (_, given, note) => expect(taxNoteOf(...given)).toBe(note))
})
