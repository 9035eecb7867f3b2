import { z } from 'zod'
import { ACCOUNT, accountWith, ANYONE, endpoint } from '../core/endpoint.ts'
import { changes, idParameter, limit, signedIn } from '../core/product-calls.ts'
import {
  answerBodySchema,
  answeredSchema,
  decidedSchema,
  decisionBodySchema,
  myRatingSchema,
  ratedSchema,
  ratingBodySchema,
  ratingSummarySchema,
  reportBodySchema,
  reportedSchema,
  reviewQueueQuerySchema,
  reviewQueueSchema,
  reviewsPageSchema,
  reviewsQuerySchema,
} from './schemas.ts'

const params = z.object({ id: idParameter })
/** Only the marketplace's own client, so that no application reports reviews in a person's name. */
const BY_THEMSELVES = accountWith(null, { client: 'marketplace' })

export const getRatingSummary = endpoint({
  id: 'getRatingSummary',
  api: 'product',
  method: 'GET',
  path: '/feedback/rate/application/{id}',
  access: ANYONE,
  summary: 'How a published application is rated, and its verified reviews, the newest first',
  params,
  ok: { description: 'The summary', body: ratingSummarySchema },
  errors: ['APPLICATION_NOT_FOUND'],
})

export const rateApplication = endpoint({
  id: 'rateApplication',
  api: 'product',
  method: 'PUT',
  path: '/feedback/rate/application/{id}',
  access: ACCOUNT,
  summary: 'Rates an application: an account has one vote, which the next one replaces',
  params,
  body: ratingBodySchema,
  ok: { description: 'The rating, and what the application’s ratings are now', body: ratedSchema },
  errors: [
    ...changes,
    'FORBIDDEN',
    'INVALID_PARAMETERS',
    'APPLICATION_NOT_FOUND',
    'RATING_NOT_INSTALLED',
    'RATING_OWN',
    'RATING_SUSPENDED',
    'RATING_BY_SUPPORT',
  ],
  limit,
})

export const deleteRating = endpoint({
  id: 'deleteRating',
  api: 'product',
  method: 'DELETE',
  path: '/feedback/rate/application/{id}',
  access: ACCOUNT,
  summary: 'Takes the caller’s rating back, with its review and the answer to it',
  params,
  ok: { description: 'What the application’s ratings are now', body: ratedSchema },
  errors: [...changes, 'FORBIDDEN', 'APPLICATION_NOT_FOUND', 'RATING_NOT_FOUND', 'RATING_BY_SUPPORT'],
  limit,
})

export const getMyRating = endpoint({
  id: 'getMyRating',
  api: 'product',
  method: 'GET',
  path: '/feedback/rate/application/{id}/my',
  access: accountWith(null),
  summary: 'The caller’s own rating of an application, and whether they may rate it',
  params,
  ok: { description: 'The own rating', body: myRatingSchema },
  errors: [...signedIn, 'APPLICATION_NOT_FOUND'],
})

export const listReviews = endpoint({
  id: 'listReviews',
  api: 'product',
  method: 'GET',
  path: '/feedback/rate/application/{id}/reviews',
  access: ANYONE,
  summary: 'The verified reviews of a published application, a page at a time',
  params,
  query: reviewsQuerySchema,
  ok: { description: 'A page of reviews, and how many there are', body: reviewsPageSchema },
  errors: ['APPLICATION_NOT_FOUND', 'INVALID_PARAMETERS'],
})

export const answerReview = endpoint({
  id: 'answerReview',
  api: 'product',
  method: 'PUT',
  path: '/feedback/reviews/{id}/answer',
  access: accountWith('develop'),
  summary: 'Answers a review of an application of the caller’s organization; the answer appears once it is verified',
  params,
  body: answerBodySchema,
  ok: { description: 'The answer', body: answeredSchema },
  errors: [...changes, 'FORBIDDEN', 'INVALID_PARAMETERS', 'REVIEW_NOT_FOUND', 'RATING_BY_SUPPORT'],
  limit,
})

export const deleteAnswer = endpoint({
  id: 'deleteAnswer',
  api: 'product',
  method: 'DELETE',
  path: '/feedback/reviews/{id}/answer',
  access: accountWith('develop'),
  summary: 'Takes the answer to a review back',
  params,
  ok: { description: 'There is no answer any more', body: z.object({ status: z.literal('deleted') }) },
  errors: [...changes, 'FORBIDDEN', 'REVIEW_NOT_FOUND', 'ANSWER_NOT_FOUND', 'RATING_BY_SUPPORT'],
  limit,
})

export const reportReview = endpoint({
  id: 'reportReview',
  api: 'product',
  method: 'POST',
  path: '/feedback/reviews/{id}/report',
  access: BY_THEMSELVES,
  summary: 'Reports a review to the operator, once for each account',
  params,
  body: reportBodySchema,
  ok: { description: 'The operator will look at it', body: reportedSchema },
  errors: [
    ...changes,
    'FORBIDDEN',
    'INVALID_PARAMETERS',
    'REVIEW_NOT_FOUND',
    'REVIEW_REPORTED',
    'REVIEW_OWN',
    'RATING_BY_SUPPORT',
  ],
  limit,
})

export const listQueuedReviews = endpoint({
  id: 'listQueuedReviews',
  api: 'product',
  method: 'GET',
  path: '/feedback/reviews',
  access: accountWith('operate'),
  summary: 'Reviews and answers that wait for the operator, or reviews that were reported, the oldest first',
  query: reviewQueueQuerySchema,
  ok: { description: 'A page of the queue, and its length', body: reviewQueueSchema },
  errors: [...signedIn, 'FORBIDDEN', 'INVALID_PARAMETERS'],
})

export const decideReview = endpoint({
  id: 'decideReview',
  api: 'product',
  method: 'PUT',
  path: '/feedback/reviews/{id}/decision',
  access: accountWith('operate'),
  summary: 'Verifies, rejects or hides a review or the answer to it, which closes the reports about a review',
  params,
  body: decisionBodySchema,
  ok: { description: 'The state of the text', body: decidedSchema },
  errors: [
    ...changes,
    'FORBIDDEN',
    'INVALID_PARAMETERS',
    'REVIEW_NOT_FOUND',
    'ANSWER_NOT_FOUND',
    'REVIEW_CHANGED',
    'REVIEW_STATE',
  ],
  limit,
})
