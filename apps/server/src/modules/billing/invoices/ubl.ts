// A document as a UBL 2.1 file by EN 16931. The elements are in the order of the UBL schema.
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { SELLER } from '@marketplace/contracts/core/brand'

type Document = InvoiceDocument
type Party = Document['seller']
type Line = Document['lines'][number]

const NAMESPACES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'

/** Escapes text, without characters that XML forbids: control characters, halves of surrogate pairs, and two noncharacters. */
const escape = (text: string): string =>
  escapeHtml(
    text
      .toWellFormed()
      // XML forbids these characters, so the expression has to name them.
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''),
  )

/** An element with a text. Nothing if the text is empty, because UBL forbids empty elements. */
const text = (name: string, value: string | null, attributes = ''): string => {
  const escaped = escape(value ?? '').trim()
  return escaped === '' ? '' : `<cbc:${name}${attributes}>${escaped}</cbc:${name}>`
}

const group = (name: string, ...children: readonly string[]): string => {
  const inside = children.join('')
  return inside === '' ? '' : `<cac:${name}>${inside}</cac:${name}>`
}

const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const amount = (name: string, cents: number): string => text(name, decimal(cents), ' currencyID="USD"')
const dateOf = (instant: string): string => instant.slice(0, 10)

const VAT = group('TaxScheme', text('ID', 'VAT'))

/** Tax categories: `S` taxed, `AE` reverse charge, `Z` a rate of 0. */
const categoryOf = ({ reverse_charge: reverse }: Document, rate: number): 'S' | 'AE' | 'Z' => {
  if (rate > 0) return 'S'
  return reverse ? 'AE' : 'Z'
}

/** VAT ids begin with the country's code. Greece and Northern Ireland use other codes. */
const VAT_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['GR', 'EL'],
  ['GB', 'XI'],
])
const isVatNumber = ({ vat_id: vatId, country }: Party): boolean =>
  vatId !== null && country !== null && [country, VAT_PREFIXES.get(country)].includes(vatId.slice(0, 2))

/** A seller without a VAT id states its tax office's number, which has another scheme. */
const partyOf = (party: Party, role: 'seller' | 'buyer'): string => {
  const isVat = isVatNumber(party)
  const scheme = isVat ? VAT : group('TaxScheme', text('ID', 'TAX'))
  return group(
    'Party',
    group(
      'PostalAddress',
      text('StreetName', party.street),
      text('CityName', party.city),
      text('PostalZone', party.zip),
      text('CountrySubentity', party.state),
      // The rules require a country. A buyer who stated none was taxed as at the seller's place.
      group('Country', text('IdentificationCode', party.country ?? SELLER.country)),
    ),
    isVat || role === 'seller' ? group('PartyTaxScheme', text('CompanyID', party.vat_id), scheme) : '',
    group('PartyLegalEntity', text('RegistrationName', party.name), isVat ? '' : text('CompanyID', party.vat_id)),
    group('Contact', text('ElectronicMail', party.email)),
  )
}

const subtotals = (document: Document): string => {
  const rates = [...new Set(document.lines.map(({ tax_rate: rate }) => rate))]
  return rates
    .map((rate) => {
      const lines = document.lines.filter((line) => line.tax_rate === rate)
      const category = categoryOf(document, rate)
      const sum = (field: 'net' | 'tax') => lines.reduce((total, line) => total + line[field], 0)
      return group(
        'TaxSubtotal',
        amount('TaxableAmount', sum('net')),
        amount('TaxAmount', sum('tax')),
        group(
          'TaxCategory',
          text('ID', category),
          text('Percent', String(rate)),
          category === 'AE' ? text('TaxExemptionReasonCode', 'VATEX-EU-AE') + text('TaxExemptionReason', 'Reverse charge') : '',
          VAT,
        ),
      )
    })
    .join('')
}

const lineOf = (document: Document, line: Line, index: number): string => {
  const [element, quantity] =
    document.kind === 'invoice' ? ['InvoiceLine', 'InvoicedQuantity'] : ['CreditNoteLine', 'CreditedQuantity']
  const { period_end: end } = line
  return group(
    element,
    text('ID', String(index + 1)),
    // C62: pieces.
    text(quantity, String(line.quantity), ' unitCode="C62"'),
    amount('LineExtensionAmount', line.net),
    end === null ? '' : group('InvoicePeriod', text('StartDate', dateOf(line.period_start)), text('EndDate', dateOf(end))),
    line.discount === 0
      ? ''
      : group(
          'AllowanceCharge',
          text('ChargeIndicator', 'false'),
          text('AllowanceChargeReason', 'Discount'),
          amount('Amount', line.discount),
        ),
    group(
      'Item',
      // The rules require a name of the item. A description that consists of control characters would leave none.
      text('Name', line.description) || text('Name', `Item ${index + 1}`),
      group(
        'ClassifiedTaxCategory',
        text('ID', categoryOf(document, line.tax_rate)),
        text('Percent', String(line.tax_rate)),
        VAT,
      ),
    ),
    group('Price', amount('PriceAmount', line.unit_price)),
  )
}

/** The document as an XML file. The amount paid by card is prepaid, so that nothing is due. */
export const ublOf = (document: Document): string => {
  const { kind, card, lines, net, tax, total } = document
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote'
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${NAMESPACES}>`,
    text('CustomizationID', 'urn:cen.eu:en16931:2017'),
    text('ID', document.number),
    text('IssueDate', dateOf(document.issued_at)),
    kind === 'invoice' ? text('InvoiceTypeCode', '380') : text('CreditNoteTypeCode', '381'),
    document.reverse_charge ? text('Note', 'Reverse charge: the buyer owes the tax.') : '',
    text('DocumentCurrencyCode', 'USD'),
    group('BillingReference', group('InvoiceDocumentReference', text('ID', document.corrects))),
    group('AccountingSupplierParty', partyOf(document.seller, 'seller')),
    group('AccountingCustomerParty', partyOf(document.buyer, 'buyer')),
    // 48: bank card.
    card === null
      ? ''
      : group(
          'PaymentMeans',
          text('PaymentMeansCode', '48'),
          group('CardAccount', text('PrimaryAccountNumberID', card.last_four), text('NetworkID', card.brand)),
        ),
    group('TaxTotal', amount('TaxAmount', tax), subtotals(document)),
    group(
      'LegalMonetaryTotal',
      amount('LineExtensionAmount', net),
      amount('TaxExclusiveAmount', net),
      amount('TaxInclusiveAmount', total),
      amount('PrepaidAmount', total),
      amount('PayableAmount', 0),
    ),
    ...lines.map((line, index) => lineOf(document, line, index)),
    `</${root}>\n`,
  ].join('')
}
