import { z } from 'zod'
import { ACCOUNT, accountWith, endpoint } from '../core/endpoint.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { changes, idParameter, limit, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'
import {
  billingAccountSchema,
  billingAddressBodySchema,
  billingAddressSchema,
  cardAnswerSchema,
  cardBodySchema,
  countryInput,
  invoiceSchema,
  invoiceSummarySchema,
  priceInput,
  taxesSchema,
  zipInput,
} from './schemas.ts'

/** Only the storefront's own client changes cards and addresses. An application with the billing scope must not decide who pays. */
const BY_WHO_PAYS = accountWith('manageBilling', { client: 'marketplace' })

const ofProduct = z.object({ product: z.enum(PRODUCTS) })

export const previewPrice = endpoint({
  id: 'previewPrice',
  api: 'billing',
  method: 'GET',
  path: '/price_preview/{product}',
  access: ACCOUNT,
  summary: 'A price with the tax of a country and zip, or else of the organization’s address',
  params: ofProduct,
  query: z.object({ price: priceInput, country: countryInput.optional(), zip: zipInput.optional() }),
  ok: { description: 'The price with tax; may be kept for 300 s', body: taxesSchema },
  errors: [...signedIn, 'INVALID_PARAMETERS'],
})

export const saveCard = endpoint({
  id: 'saveCard',
  api: 'billing',
  method: 'POST',
  path: '/account/{product}',
  access: BY_WHO_PAYS,
  summary: 'Saves a card of the payment provider as the organization’s, in place of the one before',
  params: ofProduct,
  body: cardBodySchema,
  ok: { description: 'Saved, or the bank asks the card’s owner first; then send the same again', body: cardAnswerSchema },
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'FORBIDDEN',
    'CARD_NUMBER_SENT',
    'CARD_DECLINED',
    'CARD_NOT_USABLE',
    'PAYMENTS_UNAVAILABLE',
  ],
  limit,
})

export const getBillingAccount = endpoint({
  id: 'getBillingAccount',
  api: 'billing',
  method: 'GET',
  path: '/account',
  access: ACCOUNT,
  summary: 'The organization’s card and billing address, and what the provider’s script needs',
  ok: { description: 'Card and address; the card’s digits need a billing permission', body: billingAccountSchema },
  errors: signedIn,
})

export const changeBillingAddress = endpoint({
  id: 'changeBillingAddress',
  api: 'billing',
  method: 'PUT',
  path: '/account/address',
  access: BY_WHO_PAYS,
  summary: 'Sets the address that invoices name and taxes follow',
  body: billingAddressBodySchema,
  ok: { description: 'The address', body: billingAddressSchema },
  errors: [...changes, 'INVALID_PARAMETERS', 'CARD_NUMBER_SENT', 'FORBIDDEN'],
  limit,
})

const page = z.object({ page: queryNumber(1, 10_000).default(1) })

export const listInvoices = endpoint({
  id: 'listInvoices',
  api: 'billing',
  method: 'GET',
  path: '/invoices',
  access: ACCOUNT,
  summary: 'The organization’s invoices and credit notes, the newest first, 20 a page',
  query: page,
  ok: { description: 'Invoices', body: z.object({ result: z.array(invoiceSummarySchema), total: z.int() }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'],
})

export const getInvoice = endpoint({
  id: 'getInvoice',
  api: 'billing',
  method: 'GET',
  path: '/invoices/{id}',
  access: ACCOUNT,
  summary: 'An invoice or a credit note',
  params: z.object({ id: idParameter }),
  ok: { description: 'The invoice', body: invoiceSchema },
  errors: [...signedIn, 'FORBIDDEN', 'INVOICE_NOT_FOUND'],
})

export const getInvoicePdf = endpoint({
  id: 'getInvoicePdf',
  api: 'billing',
  method: 'GET',
  path: '/invoices/{id}/pdf',
  access: ACCOUNT,
  summary: 'An invoice or a credit note as a PDF file',
  params: z.object({ id: idParameter }),
  ok: { description: 'The file', contentType: 'application/pdf' },
  errors: [...changes, 'FORBIDDEN', 'INVOICE_NOT_FOUND'],
  limit,
})

export const getInvoiceUbl = endpoint({
  id: 'getInvoiceUbl',
  api: 'billing',
  method: 'GET',
  path: '/invoices/{id}/ubl',
  access: ACCOUNT,
  summary: 'An invoice or a credit note as a UBL 2.1 file (EN 16931)',
  params: z.object({ id: idParameter }),
  ok: { description: 'The file', contentType: 'application/xml' },
  errors: [...signedIn, 'FORBIDDEN', 'INVOICE_NOT_FOUND'],
})
