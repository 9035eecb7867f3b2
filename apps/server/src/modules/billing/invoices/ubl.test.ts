// UBL files compared with the published rules of EN 16931, which this project does not contain: TEST_EINVOICE says where they are.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { SELLER } from '@marketplace/contracts/core/brand'
import { documentOf, line } from '../../../../test/documents.ts'
import { ublOf } from './ubl.ts'

const require = createRequire(import.meta.url)
type Saxon = {
  transform: (options: { stylesheetFileName: string; sourceText: string; destination: string }) => { principalResult: string }
}
const saxon = require('saxon-js') as Saxon

const { TEST_EINVOICE: einvoice } = process.env
const buyer = documentOf([line()]).buyer
const german = { ...buyer, country: 'DE', vat_id: 'DE123456789' }
const untaxed = line({ tax_rate: 0 })

const DOCUMENTS: readonly [string, InvoiceDocument][] = [
  ['an invoice', documentOf([line()])],
  ['one of several lines', documentOf([line({ quantity: 7 }), line({ unit_price: 333, quantity: 3, period_end: null })])],
  ['one of 100 lines that are rounded one by one', documentOf(Array.from({ length: 100 }, () => line({ unit_price: 52 })))],
  ['a discount', documentOf([line({ unit_price: 1_999, quantity: 3, discount: 600 })])],
  ['nothing to pay', documentOf([line({ discount: 1_000 })], { card: null, paid_with: null })],
  ['several rates', documentOf([line(), line({ tax_rate: 8.25 }), line({ tax_rate: 0 }), line({ tax_rate: 10.001 })])],
  ['a rate of 0', documentOf([untaxed], { buyer: { ...buyer, country: 'US', state: 'OR', zip: '97201' } })],
  ['reverse charge', documentOf([untaxed, untaxed], { reverse_charge: true, buyer: german })],
  [
    'reverse charge in Greece',
    documentOf([untaxed], { reverse_charge: true, buyer: { ...buyer, country: 'GR', vat_id: 'EL123456789' } }),
  ],
  [
    'reverse charge, a number that is no VAT number',
    documentOf([untaxed], { reverse_charge: true, buyer: { ...buyer, vat_id: 'ZZ12' } }),
  ],
  ['a credit note', documentOf([line({ discount: 100 })], { kind: 'credit_note', number: 'CN-000001', corrects: 'INV-000001' })],
  ['a credit note with reverse charge', documentOf([untaxed], { kind: 'credit_note', reverse_charge: true, buyer: german })],
  ['an invoice that takes a credit note back', documentOf([line()], { corrects: 'CN-000001' })],
  ['a seller with a VAT id', documentOf([line()], { seller: { ...buyer, vat_id: 'PL1234567890' } })],
  ['a buyer who has named no country', documentOf([untaxed], { buyer: { ...buyer, country: null, city: null, zip: null } })],
  ['hardly any address', documentOf([line()], { buyer: { ...buyer, street: null, city: null, zip: null, email: null } })],
  [
    'odd texts',
    documentOf(
      [line({ description: `<b>&amp; "x" ]]> \u0000\u0008\uFFFF\uD800 \u{1F600} 日本 \u202E` }), line({ description: '\u0001' })],
      {
        buyer: { ...buyer, name: `Żółć & <Söhne> ]]>`, street: '\u000B', city: '\uD83D' },
      },
    ),
  ],
]

describe.skipIf(!einvoice)('the rules of EN 16931', () => {
  let folder: string
  /** The rules that a file breaks, such as BR-CO-16. */
  const broken = (sourceText: string): string[] => {
    const stylesheetFileName = join(folder, 'rules.sef.json')
    const { principalResult } = saxon.transform({ stylesheetFileName, sourceText, destination: 'serialized' })
    expect(principalResult).toContain('svrl:schematron-output')
    return [...principalResult.matchAll(/<svrl:failed-assert[^>]*?\bid="([^"]+)"/g)].map(([, id = '']) => id)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'einvoice-'))
    const rules = join(einvoice ?? '', 'EN16931-UBL-validation.xslt')
    const command = [require.resolve('xslt3/xslt3.js'), `-xsl:${rules}`, `-export:${join(folder, 'rules.sef.json')}`, '-nogo']
    await promisify(execFile)(process.execPath, command)
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true }))

  test.each(DOCUMENTS)('%s keeps them', (_, document) => {
    expect(broken(ublOf(document))).toEqual([])
  })

  test('a wrong total breaks them', () => {
    const document = documentOf([line()])
    expect(broken(ublOf({ ...document, total: document.total + 1 }))).toContain('BR-CO-15')
    expect(broken(ublOf({ ...document, net: document.net - 1 }))).toContain('BR-CO-10')
  })

  test('any lines keep them', () => {
    const drawn = fc.record({
      unit_price: fc.integer({ min: 50, max: 99_999_999 }),
      quantity: fc.integer({ min: 1, max: 10_000 }),
      tax_rate: fc.constantFrom(0, 5, 8.25, 23, 25.5),
      description: fc.string({ unit: 'binary' }),
    })
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), fc.constantFrom('invoice', 'credit_note'), (lines, kind) => {
        const document = documentOf(
          lines.map((given) => line({ ...given, discount: given.unit_price % 97 })),
          { kind },
        )
        expect(broken(ublOf(document))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })
})

describe('a file', () => {
  test('has the seller’s country for a buyer who has named none, as the rules want one', () => {
    const nowhere = { ...buyer, street: null, city: null, zip: null, country: null }
    const [, customer = ''] = ublOf(documentOf([untaxed], { buyer: nowhere })).split('<cac:AccountingCustomerParty>')
    const [party = ''] = customer.split('</cac:AccountingCustomerParty>')
    const country = `<cac:Country><cbc:IdentificationCode>${SELLER.country}</cbc:IdentificationCode></cac:Country>`
    expect(party).toContain(`<cac:PostalAddress>${country}</cac:PostalAddress>`)
  })

  test('says what the document says', () => {
    const xml = ublOf(documentOf([line({ unit_price: 1_999, quantity: 3, discount: 600 })], { reverse_charge: false }))
    expect(xml).toContain('<cbc:ID>INV-000123</cbc:ID><cbc:IssueDate>2026-01-31</cbc:IssueDate>')
    expect(xml).toContain('<cbc:LineExtensionAmount currencyID="USD">53.97</cbc:LineExtensionAmount>')
    expect(xml).toContain('<cbc:PriceAmount currencyID="USD">19.99</cbc:PriceAmount>')
    expect(xml).toContain('<cbc:PrimaryAccountNumberID>4242</cbc:PrimaryAccountNumberID>')
  })

  test('has no markup of a stranger', () => {
    const xml = ublOf(documentOf([line({ description: '<cbc:ID>x</cbc:ID>&\u0000' })]))
    expect(xml).toContain('<cbc:Name>&lt;cbc:ID&gt;x&lt;/cbc:ID&gt;&amp;</cbc:Name>')
  })

  test('is the same each time', () => {
    const document = documentOf([line()])
    expect(ublOf(document)).toBe(ublOf(structuredClone(document)))
  })
})
