import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  commentOnExpert as commentEndpoint,
  joinWaitingList as waitingEndpoint,
  requestFromCampaign,
  sendExpertMessage,
  visitExpert,
  visitProspect,
} from '@marketplace/contracts/partners/visitor-endpoints'
import { siteOf } from '@marketplace/domain/network'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { LivePartners } from '../live/live-partners.ts'
import { commentOnExpert } from './comment-on-expert.ts'
import { createVisitRule } from './count-visits.ts'
import { createVisitorQuota } from './visitor-quota.ts'
import { addExpertVisit, addProspectVisit } from './repository.ts'
import { sendInquiry } from './send-inquiry.ts'
import { joinWaitingList } from './tell-waiting.ts'

export type VisitorDependencies = {
  database: Database
  clock: Clock
  partners: LivePartners
  publicUrl: string
  queueMail: QueueMail
}

const HOUR = 3_600
/** The limits for one network address: messages to one expert, comments on one expert, and addresses for waiting lists. */
const MESSAGES = { most: 5, seconds: HOUR }
const COMMENTS = { most: 20, seconds: HOUR }
const WAITING = { most: 30, seconds: HOUR }

const assertInTime = (wait: number, reply: FastifyReply): void => {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait))
  throw new ApiError('TOO_MANY_REQUESTS')
}

/** Whether the hidden field was filled in, which only robots do. The sender gets the normal answer, but nothing is stored or counted. */
const isTrapped = ({ fax }: { fax?: string | null | undefined }): boolean => Boolean(fax)

type Sent = {
  userEmail: string
  name: string
  message: string
  surname?: string | null | undefined
  website?: string | null | undefined
}
const inquiryOf = ({ userEmail, name, surname, website, message }: Sent) => ({
  email: userEmail,
  name,
  surname: surname || null,
  website: website || null,
  message,
})

/** The endpoints that visitors use without signing in. */
export const registerVisitorRoutes = (app: FastifyInstance, dependencies: VisitorDependencies): void => {
  const { database, clock, partners } = dependencies
  const messages = { ...dependencies, quota: createVisitorQuota(MESSAGES) }
  const comments = { database, clock, quota: createVisitorQuota(COMMENTS) }
  const waiting = { database, clock, quota: createVisitorQuota(WAITING) }
  const ruleVisit = createVisitRule()
  const publishedExpert = (id: string) => {
    const expert = partners.current().expertById.get(id)
    if (!expert) throw new ApiError('EXPERT_NOT_FOUND')
    return expert
  }
  const visitOf = ({ ip, headers }: FastifyRequest, id: string, visitedAt: string) =>
    ruleVisit({ id, visitedAt, site: siteOf(ip), userAgent: headers['user-agent'] }, clock.now())

  registerEndpoint(app, sendExpertMessage, async ({ params: { id }, body, request, reply }) => {
    const queued = { status: 'queued' as const }
    const expert = publishedExpert(id)
    if (isTrapped(body)) return queued
    const to = { expertIds: [expert.id], site: siteOf(request.ip) }
    assertInTime(await sendInquiry(messages, { ...inquiryOf(body), campaign: null }, to), reply)
    return queued
  })

  registerEndpoint(app, requestFromCampaign, async ({ params: { slug }, body, request, reply }) => {
    const queued = { status: 'queued' as const }
    const { campaignBySlug, expertBySlug } = partners.current()
    const campaign = campaignBySlug.get(slug)
    if (!campaign) throw new ApiError('CAMPAIGN_NOT_FOUND')
    const offered = campaign.experts.flatMap((each) => expertBySlug.get(each)?.id ?? [])
    const expertIds = [...new Set(body.experts ?? offered)]
    if (expertIds.some((id) => !offered.includes(id))) throw new ApiError('EXPERT_NOT_FOUND')
    if (expertIds.length === 0) throw new ApiError('CAMPAIGN_WITHOUT_EXPERTS')
    if (isTrapped(body)) return queued
    const to = { expertIds, site: siteOf(request.ip) }
    assertInTime(await sendInquiry(messages, { ...inquiryOf(body), campaign }, to), reply)
    return queued
  })

  registerEndpoint(app, commentEndpoint, async ({ params: { id }, body, request, reply }) => {
    const held = { status: 'waiting' as const }
    const { id: expertId } = publishedExpert(id)
    if (isTrapped(body)) return held
    const { name, userEmail: email, website, comment } = body
    const written = { expertId, name, email, website: website || null, comment }
    assertInTime(await commentOnExpert(comments, written, siteOf(request.ip)), reply)
    return held
  })

  registerEndpoint(app, waitingEndpoint, async ({ params: { id }, body, request, reply }) => {
    const held = { status: 'waiting' as const }
    if (!partners.current().prospects.some((prospect) => prospect.id === id)) throw new ApiError('PROSPECT_NOT_FOUND')
    if (isTrapped(body)) return held
    assertInTime(await joinWaitingList(waiting, { prospectId: id, email: body.email }, siteOf(request.ip)), reply)
    return held
  })

  registerEndpoint(app, visitExpert, async ({ body: { expert_id, visited_at }, request }) => {
    const { id } = publishedExpert(expert_id)
    const day = visitOf(request, id, visited_at)
    if (day !== null) await addExpertVisit(database, id, day)
    return { status: 'seen' as const }
  })

  registerEndpoint(app, visitProspect, async ({ body: { prospect_id: id, visited_at }, request }) => {
    if (!partners.current().prospects.some((prospect) => prospect.id === id)) throw new ApiError('PROSPECT_NOT_FOUND')
    const day = visitOf(request, `prospect ${id}`, visited_at)
    if (day !== null) await addProspectVisit(database, id, day)
    return { status: 'seen' as const }
  })
}
