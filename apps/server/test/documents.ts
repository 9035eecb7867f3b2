// Documents for tests of invoices.
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { percentOf, taxOf } from '@marketplace/domain/buying/tax'

export type Line = InvoiceDocument['lines'][number]

/** An invoice line whose amounts follow from price, quantity, discount and tax rate. */
export const line = (more: Partial<Line> = {}): Line => {
  const given = { unit_price: 1_000, quantity: 1, discount: 0, tax_rate: 23, ...more }
  const net = given.unit_price * given.quantity - given.discount
  const tax = taxOf(net, Math.round(given.tax_rate * 1_000))
  return {
    description: 'Inbox Helper, monthly',
    period_start: '2026-01-31T10:00:00.000Z',
    period_end: '2026-02-28T10:00:00.000Z',
    ...given,
    net,
    tax_rate: percentOf(Math.round(given.tax_rate * 1_000)),
    tax,
    total: net + tax,
  }
}

const buyer = {
  name: 'Acme',
  street: '1 Main Street',
  city: 'Warszawa',
  zip: '00-001',
  state: null,
  country: 'PL',
  vat_id: null,
  email: 'owner@acme.test',
}

/** A document with totals that follow from its lines. */
export const documentOf = (lines: readonly Line[], more: Partial<InvoiceDocument> = {}): InvoiceDocument => {
  const sum = (field: 'net' | 'tax' | 'total') => lines.reduce((total, each) => total + each[field], 0)
  return {
    kind: 'invoice',
    number: 'INV-000123',
    issued_at: '2026-01-31T10:00:00.000Z',
    currency: 'usd',
    description: 'Inbox Helper, monthly',
    corrects: null,
    seller: { ...buyer, name: 'Shop, Inc.', country: 'US', state: 'DE', zip: '19801', city: 'Wilmington', vat_id: '00-0000000' },
    buyer,
    lines: [...lines],
    net: sum('net'),
    tax: sum('tax'),
    total: sum('total'),
    tax_name: 'VAT',
    reverse_charge: false,
    paid_with: 'Visa ending in 4242',
    card: { brand: 'visa', last_four: '4242' },
    ...more,
  }
}
