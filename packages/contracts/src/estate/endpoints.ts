import { z } from 'zod'
import { accountWith, ACCOUNT, endpoint } from '../core/endpoint.ts'
import { changes, idParameter, limit, params, signedIn } from '../core/product-calls.ts'
import { uninstallReceiptSchema } from '../installs/receipt-schemas.ts'
import {
  activityQuerySchema,
  activitySchema,
  estateAccessSchema,
  estateCostsSchema,
  estateQuerySchema,
  estateSchema,
  openedSchema,
  receiptsQuerySchema,
  receiptsSchema,
} from './schemas.ts'

/**
 * Only administrators, with the marketplace's own client: applications must not learn what else an organization uses, or what its members
 * did.
 */
const ADMINISTRATORS = accountWith('installApplications', { client: 'marketplace' })
const errors = [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'] as const

export const listEstate = endpoint({
  id: 'listEstate',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/applications',
  access: ADMINISTRATORS,
  summary: 'What the organization has installed, with its cost, use and access',
  query: estateQuerySchema,
  ok: { description: 'A page of applications', body: estateSchema },
  errors,
})

export const getEstateCosts = endpoint({
  id: 'getEstateCosts',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/costs',
  access: ADMINISTRATORS,
  summary: 'What all applications of the organization cost',
  ok: { description: 'A month, and the next twelve', body: estateCostsSchema },
  errors: [...signedIn, 'FORBIDDEN'],
})

export const getEstateAccess = endpoint({
  id: 'getEstateAccess',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/access',
  access: ADMINISTRATORS,
  summary: 'Which applications may read and change what',
  ok: { description: 'Applications by what they may access', body: estateAccessSchema },
  errors: [...signedIn, 'FORBIDDEN'],
})

export const listActivity = endpoint({
  id: 'listActivity',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/activity',
  access: ADMINISTRATORS,
  summary: 'The audit trail of the organization, the newest first, 50 a page',
  query: activityQuerySchema,
  ok: { description: 'A page of it', body: activitySchema },
  errors,
})

export const exportEstate = endpoint({
  id: 'exportEstate',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/applications/export',
  access: ADMINISTRATORS,
  summary: 'Everything that is installed, as a CSV file',
  ok: { description: 'The file', contentType: 'text/csv' },
  errors: [...changes, 'FORBIDDEN'],
  limit,
})

export const exportActivity = endpoint({
  id: 'exportActivity',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/activity/export',
  access: ADMINISTRATORS,
  summary: 'The audit trail as a CSV file: the newest 10,000 rows that fit',
  query: activityQuerySchema,
  ok: { description: 'The file', contentType: 'text/csv' },
  errors: [...changes, 'INVALID_PARAMETERS', 'FORBIDDEN'],
  limit,
})

export const listReceipts = endpoint({
  id: 'listReceipts',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/receipts',
  access: ADMINISTRATORS,
  summary: 'The receipts of uninstalls, the newest first, 20 a page',
  query: receiptsQuerySchema,
  ok: { description: 'Receipts', body: receiptsSchema },
  errors,
})

export const getReceipt = endpoint({
  id: 'getReceipt',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/receipts/{id}',
  access: ADMINISTRATORS,
  summary: 'The receipt of an uninstall',
  params: z.object({ id: idParameter }),
  ok: { description: 'The receipt', body: uninstallReceiptSchema },
  errors: [...signedIn, 'FORBIDDEN', 'RECEIPT_NOT_FOUND'],
})

export const noteOpened = endpoint({
  id: 'noteOpened',
  api: 'product',
  method: 'POST',
  path: '/applications/{id}/opened',
  access: ACCOUNT,
  summary: 'Notes that an installed application was opened',
  params,
  ok: { description: 'Noted, to within a day', body: openedSchema },
  errors: [...changes, 'NOT_INSTALLED'],
  limit,
})
