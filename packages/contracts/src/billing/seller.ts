/**
 * Who sells: printed on each invoice from then on. Whoever runs a marketplace puts their own company here before the first sale
 * (docs/OPERATING.md, Invoices). The number is made up and belongs to nobody.
 */
export const SELLER = {
  name: 'Marketplace Operations Ltd',
  street: '1 Market Street',
  city: 'Dublin',
  zip: 'D01 A1B2',
  state: null,
  country: 'IE',
  vat_id: 'IE0000000AA',
  email: 'billing@marketplace.example',
} as const
