import { z } from 'zod'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import { limit, params } from '../core/product-calls.ts'
import {
  campaignRequestSchema,
  expertCommentSchema,
  expertMessageSchema,
  expertVisitSchema,
  prospectVisitSchema,
  waitingEntrySchema,
} from './visitor-schemas.ts'

const answered = <Status extends string>(status: Status) => z.object({ status: z.literal(status) })
const refusals: readonly ErrorCode[] = ['INVALID_PARAMETERS', 'TOO_MANY_REQUESTS']

export const sendExpertMessage = endpoint({
  id: 'sendExpertMessage',
  api: 'product',
  method: 'POST',
  path: '/partners/experts_marketplace/{id}/message',
  access: ANYONE,
  summary: 'Sends a message to an expert by mail; five an hour from one network address to one expert',
  params,
  body: expertMessageSchema,
  ok: { description: 'The mail will be sent', body: answered('queued') },
  errors: [...refusals, 'EXPERT_NOT_FOUND'],
  limit,
})

export const commentOnExpert = endpoint({
  id: 'commentOnExpert',
  api: 'product',
  method: 'POST',
  path: '/partners/experts_marketplace/{id}/comment',
  access: ANYONE,
  summary: 'Comments on an expert; it is shown after it was verified',
  params,
  body: expertCommentSchema,
  ok: { description: 'The comment waits to be verified', body: answered('waiting') },
  errors: [...refusals, 'EXPERT_NOT_FOUND', 'COMMENT_REPEATED'],
  limit,
})

export const requestFromCampaign = endpoint({
  id: 'requestFromCampaign',
  api: 'product',
  method: 'POST',
  path: '/partners/campaigns/{slug}/request',
  access: ANYONE,
  summary: 'Asks the experts of a campaign, or some of them, for help; each gets a mail',
  params: z.object({ slug: params.shape.id }),
  body: campaignRequestSchema,
  ok: { description: 'The mails will be sent', body: answered('queued') },
  errors: [...refusals, 'CAMPAIGN_NOT_FOUND', 'EXPERT_NOT_FOUND', 'CAMPAIGN_WITHOUT_EXPERTS'],
  limit,
})

export const joinWaitingList = endpoint({
  id: 'joinWaitingList',
  api: 'product',
  method: 'POST',
  path: '/partners/experts_prospects_marketplace/{id}/waiting-list',
  access: ANYONE,
  summary: 'Asks for one mail when a prospect joins the program',
  params,
  body: waitingEntrySchema,
  ok: { description: 'The mail will be sent; the same answer for an address that asked before', body: answered('waiting') },
  errors: [...refusals, 'PROSPECT_NOT_FOUND', 'PROSPECT_CLAIMED'],
  limit,
})

/** A limit that all visitors with the same network address share. */
const visitLimit = { max: 600, windowSeconds: 60 }
const counted = { description: 'It was seen; visits of robots and repeated ones are not counted', body: answered('seen') }

export const visitExpert = endpoint({
  id: 'visitExpert',
  api: 'product',
  method: 'POST',
  path: '/partners/experts/visits',
  access: ANYONE,
  summary: 'Counts a visit of an expert’s page, without who it was',
  body: expertVisitSchema,
  ok: counted,
  errors: [...refusals, 'EXPERT_NOT_FOUND'],
  limit: visitLimit,
})

export const visitProspect = endpoint({
  id: 'visitProspect',
  api: 'product',
  method: 'POST',
  path: '/partners/experts_prospects_marketplace/visits',
  access: ANYONE,
  summary: 'Counts a visit of a prospect, without who it was',
  body: prospectVisitSchema,
  ok: counted,
  errors: [...refusals, 'PROSPECT_NOT_FOUND'],
  limit: visitLimit,
})
