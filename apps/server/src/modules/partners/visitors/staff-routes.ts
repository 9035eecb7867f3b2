import type { FastifyInstance } from 'fastify'
import {
  listExpertComments,
  listExpertInquiries,
  rejectExpertComment,
  verifyExpertComment,
} from '@marketplace/contracts/partners/staff-endpoints'
import type { HeldComment } from '@marketplace/contracts/partners/staff-schemas'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { decideComment, type DecideDependencies } from './decide-comment.ts'
import { findComments, findInquiries, type HeldCommentRecord } from './repository.ts'

const presentComment = ({ verifiedAt, rejectedAt, ...comment }: HeldCommentRecord): HeldComment => ({
  id: comment.id,
  expert_id: comment.expertId,
  expert_name: comment.expertName,
  name: comment.name,
  email: comment.email,
  website: comment.website,
  comment: comment.comment,
  state: verifiedAt ? 'verified' : rejectedAt ? 'rejected' : 'waiting',
  created_at: comment.createdAt.toISOString(),
})

/** The endpoints with which staff read and decide on messages and comments of visitors. */
export const registerPartnersStaffRoutes = (app: FastifyInstance, dependencies: DecideDependencies): void => {
  const { database } = dependencies

  registerEndpoint(app, listExpertComments, async ({ query: { state, limit, offset } }) =>
    (await findComments(database, state, { limit, offset })).map(presentComment),
  )

  registerEndpoint(app, verifyExpertComment, async ({ caller, params: { id } }) =>
    presentComment(await decideComment(dependencies, caller, id, 'verified')),
  )

  registerEndpoint(app, rejectExpertComment, async ({ caller, params: { id } }) =>
    presentComment(await decideComment(dependencies, caller, id, 'rejected')),
  )

  registerEndpoint(app, listExpertInquiries, async ({ query }) =>
    (await findInquiries(database, query)).map(({ campaignSlug, createdAt, ...inquiry }) => ({
      ...inquiry,
      campaign: campaignSlug,
      created_at: createdAt.toISOString(),
    })),
  )
}
