import type { FastifyInstance, FastifyReply } from 'fastify'
import { getInvoice, getInvoicePdf, getInvoiceUbl, listInvoices } from '@marketplace/contracts/billing/endpoints'
import type { Invoice, InvoiceSummary } from '@marketplace/contracts/billing/schemas'
import { hasPermission } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Database } from '../../../db/client.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { findInvoice, findInvoices, type InvoiceRecord } from './repository.ts'
import { renderPdf } from './render-pdf.ts'
import { ublOf } from './ubl.ts'

const PAGE = 20

const present = ({ id, document: { card: _, ...invoice } }: InvoiceRecord): Invoice => ({ id, ...invoice })

const presentSummary = (record: InvoiceRecord): InvoiceSummary => {
  const { id, kind, number, issued_at, total, tax, currency, description, corrects } = present(record)
  return { id, kind, number, issued_at, total, tax, currency, description, corrects }
}

const sendFile = (reply: FastifyReply, contentType: string, name: string, content: Uint8Array | string): FastifyReply =>
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(typeof content === 'string' ? content : Buffer.from(content))

/** Invoices and credit notes of an organization, for those who may pay for it. */
export const registerInvoiceRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  const assertMayBill = ({ scopes }: Caller) => {
    if (!hasPermission(scopes, 'manageBilling')) throw new ApiError('FORBIDDEN')
  }
  const read = async (caller: Caller, id: string): Promise<InvoiceRecord> => {
    assertMayBill(caller)
    const found = await findInvoice(database, caller.organizationId, id)
    if (!found) throw new ApiError('INVOICE_NOT_FOUND')
    return found
  }

  registerEndpoint(app, listInvoices, async ({ caller, query: { page } }) => {
    assertMayBill(caller)
    const { total, records } = await findInvoices(database, caller.organizationId, { offset: (page - 1) * PAGE, limit: PAGE })
    return { result: records.map(presentSummary), total }
  })

  registerEndpoint(app, getInvoice, async ({ caller, params: { id } }) => present(await read(caller, id)))

  registerEndpoint(app, getInvoicePdf, async ({ caller, params: { id }, reply }) => {
    const { document } = await read(caller, id)
    return sendFile(reply, 'application/pdf', `${document.number}.pdf`, await renderPdf(document))
  })

  registerEndpoint(app, getInvoiceUbl, async ({ caller, params: { id }, reply }) => {
    const { document } = await read(caller, id)
    return sendFile(reply, 'application/xml; charset=utf-8', `${document.number}.xml`, ublOf(document))
  })
}
