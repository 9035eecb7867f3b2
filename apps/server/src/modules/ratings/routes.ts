import type { FastifyInstance } from 'fastify'
import { getRatingSummary } from '@marketplace/contracts/ratings/endpoints'
import type { Database } from '../../db/client.ts'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { ApiError } from '../../core/api-error.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { findApplication, type LiveCatalogue, publishedById } from '../catalogue/index.ts'
import { presentRatings } from './present.ts'
import { readRatings } from './repository.ts'

export type RatingsRoutesOptions = { database: Database; catalogue: LiveCatalogue; answers: AnswerCache; clock: Clock }

/** The most reviews in one answer. */
const REVIEWS_LIMIT = 200

/** Public reads of ratings. */
export const registerRatingsRoutes = (
  app: FastifyInstance,
  { database, catalogue, answers, clock }: RatingsRoutesOptions,
): void => {
  registerEndpoint(app, getRatingSummary, async ({ params: { id } }) => {
    const now = clock.now()
    const reads = catalogue.revisions.reads()
    const snapshot = catalogue.read(reads)
    if (!publishedById(snapshot, id, now)) throw new ApiError('APPLICATION_NOT_FOUND')
    // The database announces a new rating as a change of its application.
    snapshot.noteRecord(id)
    const make = async () => {
      const [application, ratings] = await Promise.all([findApplication(database, id), readRatings(database, id, REVIEWS_LIMIT)])
      if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
      return jsonAnswer(presentRatings(application, ratings))
    }
    return answers.get(`rating ${id}`, now, make, reads.isCurrent)
  })
}
