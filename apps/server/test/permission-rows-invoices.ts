// The expected statuses of the endpoints of invoices: for people who may pay for the organization.
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

// Staff who browse as a person must not see that person's payments.
const REFUSED = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403 }

export const invoiceRows = (signedIn: SignedIn) => {
  const ofInvoice = signedIn(200, ({ invoice }: Ids) => ({ params: { id: invoice } }), { ...REFUSED, stranger: 404, staff: 404 })
  return {
    listInvoices: signedIn(200, () => ({}), REFUSED),
    getInvoice: ofInvoice,
    getInvoicePdf: ofInvoice,
    getInvoiceUbl: ofInvoice,
  }
}
