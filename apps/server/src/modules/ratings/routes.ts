import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorMessage } from '@marketplace/contracts/core/errors'
import {
  answerReview as answerEndpoint,
  decideReview as decideEndpoint,
  deleteAnswer as deleteAnswerEndpoint,
  deleteRating as deleteEndpoint,
  getMyRating,
  getRatingSummary,
  listQueuedReviews,
  listReviews,
  rateApplication as rateEndpoint,
  reportReview as reportEndpoint,
} from '@marketplace/contracts/ratings/endpoints'
import { ratingRefusal } from '@marketplace/domain/rating-rules'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { createTurns, NoTurn } from '../../core/turns.ts'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { findApplication, type LiveCatalogue, publishedById } from '../catalogue/index.ts'
import { readVisible } from '../installs/index.ts'
import { answerReview, deleteAnswer } from './decisions/answer-review.ts'
import { decideReview } from './decisions/decide-review.ts'
import { reportReview } from './decisions/report-review.ts'
import { readQueue } from './decisions/repository.ts'
import { presentOwnRating, presentRatings, presentReview } from './present.ts'
import { readReviews } from './reviews/repository.ts'
import { deleteRating, nameOfAccount, rateApplication, type RatingDependencies } from './votes/rate-application.ts'
import { findVote } from './votes/repository.ts'

export type RatingsRoutesOptions = RatingDependencies & { catalogue: LiveCatalogue; answers: AnswerCache }

/** The reviews in a summary. */
const REVIEWS_LIMIT = 200
/** The newest reviews in the answer to a vote. */
const REVIEWS_AFTER_VOTE = 20
/** The largest offset of cached pages of reviews. Callers can request any offset, so pages beyond this one are read each time. */
const KEPT_OFFSET = 100
/**
 * Ratings of one application are written one after the other. They wait in this queue and not for database connections, which all requests
 * share. Accounts take turns, so that nobody has to wait for all the requests that one account has sent.
 */
const TURNS = { atOnce: 2, ofOne: 60, ofAll: 300, waitMs: 5_000 }

/** Ratings and reviews of applications. */
export const registerRatingsRoutes = (app: FastifyInstance, options: RatingsRoutesOptions): void => {
  const { database, catalogue, answers, clock, rules } = options

  /**
   * Checks that the application is published. Returns a function that tells whether data that is read of it from now on is still current:
   * the database announces each change of its ratings.
   */
  const notePublished = (id: string) => {
    const reads = catalogue.revisions.reads()
    const snapshot = catalogue.read(reads)
    if (!publishedById(snapshot, id, clock.now())) throw new ApiError('APPLICATION_NOT_FOUND')
    snapshot.noteRecord(id)
    return reads.isCurrent
  }

  const summaryOf = async (id: string, limit: number) => {
    const newest = { sort: 'newest', limit, offset: 0 } as const
    const [application, { reviews }] = await Promise.all([findApplication(database, id), readReviews(database, id, newest)])
    if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
    return presentRatings(application, reviews)
  }

  const ratedBy = async ({ accountId }: Caller, id: string) => {
    const [kept, summary] = await Promise.all([findVote(database, id, accountId), summaryOf(id, REVIEWS_AFTER_VOTE)])
    return { rating: kept && presentOwnRating(kept), summary }
  }

  const takeTurn = createTurns(TURNS)
  const inTurn = ({ accountId }: Caller, reply: FastifyReply, work: () => Promise<void>): Promise<void> =>
    takeTurn(accountId, work).catch((error: unknown) => {
      if (!(error instanceof NoTurn)) throw error
      reply.header('retry-after', 1)
      throw new ApiError('TOO_MANY_REQUESTS')
    })

  registerEndpoint(app, getRatingSummary, async ({ params: { id } }) => {
    const isCurrent = notePublished(id)
    return answers.get(`rating ${id}`, clock.now(), async () => jsonAnswer(await summaryOf(id, REVIEWS_LIMIT)), isCurrent)
  })

  registerEndpoint(app, listReviews, async ({ params: { id }, query }) => {
    const isCurrent = notePublished(id)
    const { sort, rate, limit, offset } = query
    const isKept = (limit === 10 || limit === 20) && offset % limit === 0 && offset <= KEPT_OFFSET
    const make = async () => {
      const { total, reviews } = await readReviews(database, id, query)
      return { ...jsonAnswer({ result: reviews.map(presentReview), total }), keep: isKept }
    }
    return answers.get(`reviews ${id} ${sort} ${rate ?? ''} ${limit} ${offset}`, clock.now(), make, isCurrent)
  })

  registerEndpoint(app, getMyRating, async ({ caller, params: { id } }) => {
    const { application, installer } = await readVisible({ database, rules }, caller, id, clock.now())
    const kept = await findVote(database, id, caller.accountId)
    const { roles, actor } = caller
    const code = ratingRefusal(application.product, { ...installer, roles, isGhost: actor !== null })
    return {
      rating: kept && presentOwnRating(kept),
      name: nameOfAccount(caller),
      can: { rate: { allowed: code === null, code, message: code && errorMessage(code) } },
    }
  })

  registerEndpoint(app, rateEndpoint, async ({ caller, params: { id }, body, reply }) => {
    await inTurn(caller, reply, () => rateApplication(options, caller, id, body))
    return ratedBy(caller, id)
  })

  registerEndpoint(app, deleteEndpoint, async ({ caller, params: { id }, reply }) => {
    await inTurn(caller, reply, () => deleteRating(options, caller, id))
    return ratedBy(caller, id)
  })

  registerEndpoint(app, answerEndpoint, ({ caller, params: { id }, body }) => answerReview(options, caller, id, body.answer))

  registerEndpoint(app, deleteAnswerEndpoint, async ({ caller, params: { id } }) => {
    await deleteAnswer(options, caller, id)
    return { status: 'deleted' as const }
  })

  registerEndpoint(app, reportEndpoint, async ({ caller, params: { id }, body: { reason, note } }) => {
    await reportReview(options, caller, id, { reason, note: note || null })
    return { status: 'reported' as const }
  })

  registerEndpoint(app, listQueuedReviews, ({ query }) => readQueue(database, query))

  registerEndpoint(app, decideEndpoint, async ({ caller, params: { id }, body }) => ({
    state: await decideReview(options, caller, id, body),
  }))
}
