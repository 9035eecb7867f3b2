import { z } from 'zod'
import { type AccountAccess, accountWith, endpoint } from '../core/endpoint.ts'
import { instant, id } from '../core/fields.ts'
import { changes, idParameter, limit, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'
import { developerBalanceSchema, PAYOUT_STATES, payoutSchema, statementSchema, statementSummarySchema } from './payout-schemas.ts'
import { cents } from './schemas.ts'

/** Only staff pay money out, and only with the marketplace's own client. */
const BY_STAFF = accountWith('operate', { client: 'marketplace' })
/** Staff, or members of the developer's organization with a billing permission. */
const OF_DEVELOPER: AccountAccess<null> = accountWith(null, { client: 'marketplace' })

const page = queryNumber(1, 10_000).default(1)
const ofDeveloper = z.object({ id: idParameter })
const note = z.string().trim().min(1).max(500)

const saleSchema = z
  .object({
    id,
    organization: z.object({ id, name: z.string() }),
    developer_id: id.nullable(),
    invoice: z.string().nullable().meta({ description: 'Number of its invoice' }),
    description: z.string(),
    total: cents,
    refunded: cents.meta({ description: 'What went back, or is about to' }),
    left: cents.meta({ description: 'What can still be refunded' }),
    sold_at: instant,
  })
  .meta({ id: 'Sale' })

const refundSchema = z
  .object({
    id,
    sale_id: id,
    total: cents,
    tax: cents,
    state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'cancelled']),
    note: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'Refund' })

export const listSales = endpoint({
  id: 'listSales',
  api: 'billing',
  method: 'GET',
  path: '/sales',
  access: BY_STAFF,
  summary: 'What was sold, the newest first, 20 a page: of an organization, a developer or an invoice',
  query: z.object({
    page,
    organization_id: z.string().max(100).optional(),
    developer_id: z.string().max(100).optional(),
    invoice: z
      .string()
      .regex(/^INV-\d{1,9}$/)
      .optional(),
  }),
  ok: { description: 'Sales', body: z.object({ result: z.array(saleSchema), total: z.int() }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'],
})

export const refundSale = endpoint({
  id: 'refundSale',
  api: 'billing',
  method: 'POST',
  path: '/refunds',
  access: BY_STAFF,
  summary: 'Gives back all that is left of a sale, or a part of it',
  body: z.object({
    sale_id: z.string().min(1).max(100),
    cents: z.int().min(1).max(999_999_990_000).nullable().meta({ description: 'Tax included; null for all that is left' }),
    note: note.meta({ description: 'Why, for the audit' }),
  }),
  ok: { description: 'The refund; it goes on by itself where the provider has not answered yet', body: refundSchema },
  idempotent: true,
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'FORBIDDEN',
    'SALE_NOT_FOUND',
    'REFUND_REFUSED',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_RUNNING',
  ],
  limit,
})

export const getDeveloperBalance = endpoint({
  id: 'getDeveloperBalance',
  api: 'billing',
  method: 'GET',
  path: '/developers/{id}/balance',
  access: OF_DEVELOPER,
  summary: 'What a developer is owed, and what of it can be paid now',
  params: ofDeveloper,
  ok: { description: 'The balance', body: developerBalanceSchema },
  errors: [...signedIn, 'FORBIDDEN', 'DEVELOPER_NOT_FOUND'],
})

export const listDeveloperPayouts = endpoint({
  id: 'listDeveloperPayouts',
  api: 'billing',
  method: 'GET',
  path: '/developers/{id}/payouts',
  access: OF_DEVELOPER,
  summary: 'A developer’s payouts, the newest first, 20 a page',
  params: ofDeveloper,
  query: z.object({ page }),
  ok: { description: 'Payouts', body: z.object({ result: z.array(payoutSchema), total: z.int() }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN', 'DEVELOPER_NOT_FOUND'],
})

export const requestPayout = endpoint({
  id: 'requestPayout',
  api: 'billing',
  method: 'POST',
  path: '/developers/{id}/payouts',
  access: OF_DEVELOPER,
  summary: 'Asks for what can be paid to a developer, or a part of it',
  params: ofDeveloper,
  body: z.object({ cents: z.int().min(1).max(999_999_990_000).nullable().meta({ description: 'Null for all of it' }) }),
  ok: { description: 'The payout', body: payoutSchema },
  idempotent: true,
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'FORBIDDEN',
    'DEVELOPER_NOT_FOUND',
    'PAYOUT_TOO_MUCH',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_RUNNING',
  ],
  limit,
})

export const listPayouts = endpoint({
  id: 'listPayouts',
  api: 'billing',
  method: 'GET',
  path: '/payouts',
  access: BY_STAFF,
  summary: 'Payouts to all developers, the oldest first, 20 a page',
  query: z.object({ page, state: z.enum(PAYOUT_STATES).optional() }),
  ok: { description: 'Payouts', body: z.object({ result: z.array(payoutSchema), total: z.int() }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'],
})

export const movePayout = endpoint({
  id: 'movePayout',
  api: 'billing',
  method: 'PATCH',
  path: '/payouts/{id}',
  access: BY_STAFF,
  summary: 'Holds a payout, goes on with it, sends it, or records that it was paid, has failed or is cancelled',
  params: z.object({ id: idParameter }),
  body: z.object({
    command: z.enum(['hold', 'release', 'send', 'pay', 'fail', 'cancel']),
    reference: z.string().trim().min(1).max(100).nullable().default(null),
    note: note.nullable().default(null),
  }),
  ok: { description: 'The payout; the same again if it was so already', body: payoutSchema },
  errors: [...changes, 'INVALID_PARAMETERS', 'FORBIDDEN', 'PAYOUT_NOT_FOUND', 'PAYOUT_STATE'],
  limit,
})

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
const ofMonth = z.object({ id: idParameter, month })

export const listStatements = endpoint({
  id: 'listStatements',
  api: 'billing',
  method: 'GET',
  path: '/developers/{id}/statements',
  access: OF_DEVELOPER,
  summary: 'A developer’s statements, the newest first, 20 a page',
  params: ofDeveloper,
  query: z.object({ page }),
  ok: { description: 'Statements', body: z.object({ result: z.array(statementSummarySchema), total: z.int() }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN', 'DEVELOPER_NOT_FOUND'],
})

export const getStatement = endpoint({
  id: 'getStatement',
  api: 'billing',
  method: 'GET',
  path: '/developers/{id}/statements/{month}',
  access: OF_DEVELOPER,
  summary: 'A month of a developer: every movement, and the balance before and after',
  params: ofMonth,
  ok: { description: 'The statement', body: statementSchema },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN', 'DEVELOPER_NOT_FOUND', 'STATEMENT_NOT_FOUND'],
})

export const getStatementPdf = endpoint({
  id: 'getStatementPdf',
  api: 'billing',
  method: 'GET',
  path: '/developers/{id}/statements/{month}/pdf',
  access: OF_DEVELOPER,
  summary: 'A month of a developer as a PDF file',
  params: ofMonth,
  ok: { description: 'The file', contentType: 'application/pdf' },
  errors: [...changes, 'INVALID_PARAMETERS', 'FORBIDDEN', 'DEVELOPER_NOT_FOUND', 'STATEMENT_NOT_FOUND'],
  limit,
})
