import { z } from 'zod'
import { accountWith, endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import { changes, limit, params, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'
import { COMMENT_STATES, heldCommentSchema, inquirySchema } from './staff-schemas.ts'

const STAFF = accountWith('operate')
const page = {
  limit: queryNumber(1, 200).default(50),
  offset: queryNumber(0, 1_000_000).default(0),
}

export const listExpertComments = endpoint({
  id: 'listExpertComments',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_comments',
  access: STAFF,
  summary: 'Comments on experts in one state, the oldest first',
  query: z.object({ state: z.enum(COMMENT_STATES).default('waiting'), ...page }),
  ok: { description: 'Comments', body: z.array(heldCommentSchema) },
  errors: [...signedIn, 'FORBIDDEN', 'INVALID_PARAMETERS'],
})

const decisions: readonly ErrorCode[] = [...changes, 'FORBIDDEN', 'COMMENT_NOT_FOUND']
const decided = { description: 'The comment as it is now', body: heldCommentSchema }

export const verifyExpertComment = endpoint({
  id: 'verifyExpertComment',
  api: 'product',
  method: 'PUT',
  path: '/partners/experts_comments/{id}/verify',
  access: STAFF,
  summary: 'Shows a comment on the expert’s page',
  params,
  ok: decided,
  errors: decisions,
  limit,
})

export const rejectExpertComment = endpoint({
  id: 'rejectExpertComment',
  api: 'product',
  method: 'PUT',
  path: '/partners/experts_comments/{id}/reject',
  access: STAFF,
  summary: 'Keeps a comment off the expert’s page, or takes it off',
  params,
  ok: decided,
  errors: decisions,
  limit,
})

export const listExpertInquiries = endpoint({
  id: 'listExpertInquiries',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_inquiries',
  access: STAFF,
  summary: 'What visitors wrote to experts, with what became of each mail, the newest first',
  query: z.object(page),
  ok: { description: 'Messages and requests', body: z.array(inquirySchema) },
  errors: [...signedIn, 'FORBIDDEN', 'INVALID_PARAMETERS'],
})
