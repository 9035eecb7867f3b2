import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import {
  billingAddressBodySchema,
  cardBodySchema,
  countryInput,
  paymentMethodInput,
  priceInput,
  quantityInput,
  vatIdInput,
  zipInput,
} from './schemas.ts'

type Row = [what: string, schema: z.ZodType, value: unknown, verdict: unknown]
const taken = (value: unknown) => ({ taken: value })
const REFUSED = { refused: [''] }

describe('prices and quantities that may be asked for', () => {
  test.each<Row>([
    ['the smallest price', priceInput, 50, taken(50)],
    ['a cent less', priceInput, 49, REFUSED],
    ['the largest price', priceInput, 99_999_999, taken(99_999_999)],
    ['a cent more', priceInput, 100_000_000, REFUSED],
    ['nothing', priceInput, 0, REFUSED],
    ['a debt', priceInput, -100, REFUSED],
    ['half a cent', priceInput, 50.5, REFUSED],
    ['a price of an address', priceInput, '250', taken(250)],
    ['words of an address', priceInput, 'a lot', REFUSED],
    ['an empty text', priceInput, '', REFUSED],
    ['no number', priceInput, Number.NaN, REFUSED],
    ['more than any number', priceInput, Infinity, REFUSED],
    ['one', quantityInput, 1, taken(1)],
    ['none', quantityInput, 0, REFUSED],
    ['ten thousand', quantityInput, 10_000, taken(10_000)],
    ['one more', quantityInput, 10_001, REFUSED],
    ['a quantity as text', quantityInput, '3', REFUSED],
    ['half a seat', quantityInput, 1.5, REFUSED],
  ])('%s', (_, schema, value, verdict) => expect(verdictOf(schema, value)).toEqual(verdict))
})

describe('the place of taxation', () => {
  test.each<Row>([
    ['a country', countryInput, 'DE', taken('DE')],
    ['in small letters', countryInput, 'us', taken('US')],
    ['two letters of no country', countryInput, 'ZZ', REFUSED],
    ['a name', countryInput, 'Germany', REFUSED],
    ['one letter', countryInput, 'D', REFUSED],
    ['letters of another script', countryInput, 'ДЕ', REFUSED],
    ['with a blank', countryInput, 'D ', REFUSED],
    ['a zip', zipInput, '75201', taken('75201')],
    ['with blanks around', zipInput, ' 75201 ', taken('75201')],
    ['one of letters', zipInput, 'SW1A 1AA', taken('SW1A 1AA')],
    ['only blanks', zipInput, '   ', REFUSED],
    ['a zip with a NUL', zipInput, '752\u000001', REFUSED],
    ['a zip with half a surrogate pair', zipInput, '\ud800', REFUSED],
    ['sixteen characters', zipInput, letters(16), taken(letters(16))],
    ['seventeen', zipInput, letters(17), REFUSED],
    ['a VAT id', vatIdInput, 'DE123456789', taken('DE123456789')],
    ['in small letters', vatIdInput, 'atu12345678', taken('ATU12345678')],
    ['with signs that some countries have', vatIdInput, 'IE1+23456W', taken('IE1+23456W')],
    ['the longest, of India', vatIdInput, 'IN22AAAAA0000A1Z5', taken('IN22AAAAA0000A1Z5')],
    ['without its country', vatIdInput, '123456789', REFUSED],
    ['with a blank inside', vatIdInput, 'DE 123456789', REFUSED],
    ['too short', vatIdInput, 'DE1', REFUSED],
    ['too long', vatIdInput, `DE${'1'.repeat(16)}`, REFUSED],
    ['a line break after it', vatIdInput, 'DE123456789\n', taken('DE123456789')],
  ])('%s', (_, schema, value, verdict) => expect(verdictOf(schema, value)).toEqual(verdict))
})

describe('a billing address', () => {
  const address = {
    name: 'Acme',
    country: 'US',
    zip: '75201',
    city: 'Dallas',
    street: '1 Main Street',
    vat_id: null,
  }

  test('is kept as it is written, without blanks around and without empty lines', () => {
    const written = { ...address, name: '  Acme ', city: '', street: '   ', country: 'us' }
    expect(verdictOf(billingAddressBodySchema, written)).toEqual({
      taken: { ...address, city: null, street: null },
    })
  })

  test.each<[string, object, string[]]>([
    ['a name of 120 letters', { name: letters(120) }, []],
    ['a longer name', { name: letters(121) }, ['name']],
    ['a name with a control character', { name: 'Ac\u0007me' }, ['name']],
    ['a name in two lines', { name: 'Acme\nLtd' }, ['name']],
    ['a name that turns what is beside it around', { name: 'Acme \u202egpj' }, ['name']],
    ['a street with half a surrogate pair', { street: 'Main \udc00' }, ['street']],
    ['a name of another script', { name: 'אקמי בע״מ' }, []],
    ['a city of 80 letters', { city: letters(80) }, []],
    ['a longer city', { city: letters(81) }, ['city']],
    ['a street of 160 letters', { street: letters(160) }, []],
    ['a longer street', { street: letters(161) }, ['street']],
    ['no country', { country: null }, ['country']],
    ['no zip', { zip: null }, []],
    ['an empty zip', { zip: '' }, ['zip']],
    ['a wrong VAT id', { vat_id: '12' }, ['vat_id']],
    ['a field that is left out', { name: undefined }, ['name']],
    ['several at once', { country: 'X', vat_id: 'X', name: 7 }, ['name', 'country', 'vat_id']],
  ])('%s', (_, change, refused) => expect(refusedWith(billingAddressBodySchema, address, change)).toEqual(refused))
})

describe('a card comes as the id that the provider gave it', () => {
  test.each<Row>([
    ['an id', paymentMethodInput, 'pm_1AbC', taken('pm_1AbC')],
    ['a number with blanks', paymentMethodInput, '4242 4242 4242 4242', REFUSED],
    ['nothing', paymentMethodInput, '', REFUSED],
    ['255 letters', paymentMethodInput, letters(255), taken(letters(255))],
    ['256 letters', paymentMethodInput, letters(256), REFUSED],
    ['a path', paymentMethodInput, 'pm_1/../x', REFUSED],
  ])('%s', (_, schema, value, verdict) => expect(verdictOf(schema, value)).toEqual(verdict))

  test('other fields are kept, so that a card number in any of them is found', () => {
    const body = { payment_method: 'pm_1', number: '4242424242424242' }
    expect(verdictOf(cardBodySchema, body)).toEqual({ taken: body })
  })
})
