import type { FastifyInstance } from 'fastify'
import { getExpert, listExperts, listProspects } from '@marketplace/contracts/partners/endpoints'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { ApiError } from '../../core/api-error.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { LivePartners } from './live/live-partners.ts'
import { presentExpert, presentProspect } from './present.ts'

export type PartnersRoutesOptions = { partners: LivePartners; answers: AnswerCache; clock: Clock; publicUrl: string }

/** Public reads of experts and prospects. */
export const registerPartnersRoutes = (
  app: FastifyInstance,
  { partners, answers, clock, publicUrl }: PartnersRoutesOptions,
): void => {
  /** Caches an answer for one revision of the snapshot. */
  const kept = (what: string, revision: number, make: () => unknown) =>
    answers.get(
      what,
      clock.now(),
      async () => jsonAnswer(make()),
      () => partners.current().revision === revision,
    )

  registerEndpoint(app, listExperts, async () => {
    const { revision, experts } = partners.current()
    return kept('experts', revision, () => experts.map((expert) => presentExpert(expert, publicUrl)))
  })

  registerEndpoint(app, getExpert, async ({ params: { id } }) => {
    const { revision, expertById } = partners.current()
    const expert = expertById.get(id)
    if (!expert) throw new ApiError('EXPERT_NOT_FOUND')
    return kept(`expert ${id}`, revision, () => presentExpert(expert, publicUrl))
  })

  registerEndpoint(app, listProspects, async ({ query }) => {
    const { revision, prospects } = partners.current()
    const unclaimed = query.unclaimed === 'true'
    return kept(`prospects ${unclaimed}`, revision, () => ({
      result: prospects.filter(({ claimedAt }) => !unclaimed || claimedAt === null).map(presentProspect),
    }))
  })
}
