import { z } from 'zod'
import { productSchema } from '../catalogue/schemas.ts'
import { keptName, keptText } from '../core/written-text.ts'
import { queryNumber } from '../core/query-number.ts'
import { mayDo } from '../installs/schemas.ts'
import { instant, share } from '../partners/schemas.ts'
import {
  answerProblem,
  nameProblem,
  RATE_MISSING,
  REPORT_NOTE_MAX,
  REPORT_REASONS,
  REVIEW_RULES,
  reviewProblem,
} from './review-rules.ts'

/** The developer's answer to a review. `developer` is the name under which it is published. */
const answerSchema = z.object({ developer: z.string().nullable(), answer: z.string(), createdAt: instant })

export const reviewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    rate: z.int().min(1).max(5),
    review: z.string(),
    createdAt: instant,
    installedSince: z.string().nullable().meta({
      description: 'The month in which the author’s organization installed it, such as 2026-03; null if that is not known',
    }),
    plan: z.string().nullable().meta({ description: 'The plan that the author’s organization had bought; null without one' }),
    answer: answerSchema.nullable(),
  })
  .meta({ id: 'Review' })

export type Review = z.output<typeof reviewSchema>

/** The ratings of an application: docs/product/ratings.md. `histogram` counts only votes whose stars are known. */
export const ratingSummarySchema = z
  .object({
    product: productSchema,
    rate: z.number().min(0).max(5),
    votes: z.int().min(0),
    histogram: z.object({ _1: share, _2: share, _3: share, _4: share, _5: share }),
    reviews: z.array(reviewSchema),
  })
  .meta({ id: 'RatingSummary' })

export type RatingSummary = z.output<typeof ratingSummarySchema>

export const REVIEW_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

const paged = {
  limit: queryNumber(1, 100).default(20),
  offset: queryNumber(0, 100_000).default(0),
}

export const reviewsQuerySchema = z.object({
  sort: z.enum(REVIEW_SORTS).default('newest'),
  rate: queryNumber(1, 5).optional().meta({ description: 'Only reviews with so many stars' }),
  ...paged,
})

export const reviewsPageSchema = z.object({ result: z.array(reviewSchema), total: z.int().min(0) }).meta({ id: 'ReviewsPage' })

const STATES = ['waiting', 'shown', 'rejected'] as const

/** An account's own rating of an application. */
export const ownRatingSchema = z
  .object({
    rate: z.int().min(1).max(5),
    review: z.string().nullable(),
    name: z.string().nullable(),
    state: z.enum(STATES).nullable().meta({ description: 'Of the review; null without one' }),
    rejection: z.string().nullable().meta({ description: 'Why the operator rejected the review' }),
    mail: z.boolean().meta({ description: 'Whether the author gets a mail about what becomes of the review' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'OwnRating' })

export type OwnRating = z.output<typeof ownRatingSchema>

export const myRatingSchema = z
  .object({ rating: ownRatingSchema.nullable(), name: z.string(), can: z.object({ rate: mayDo }) })
  .meta({ id: 'MyRating', description: 'The caller’s own rating, the name for a review of theirs, and whether they may rate' })

export type MyRating = z.output<typeof myRatingSchema>

/** Refuses a text with the message of its rule. */
const refused = (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx<string>) => {
  const message = problem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
}
/** This limit is far above the limits of the rules. It only bounds the text that is read. */
const writtenText = z.string().max(10_000).overwrite(keptText)

/** A rating without a review, or with a review without visible letters, has stars only. */
export const ratingBodySchema = z.object({
  rate: z.int({ error: RATE_MISSING }).min(1, RATE_MISSING).max(5, RATE_MISSING),
  review: writtenText
    .superRefine(refused((text) => (text === '' ? null : reviewProblem(text, REVIEW_RULES.application))))
    .nullish(),
  name: z
    .string()
    .max(1_000)
    .overwrite(keptName)
    .superRefine(refused((name) => (name === '' ? null : nameProblem(name, REVIEW_RULES.application))))
    .nullish()
    .meta({ description: 'Under which the review appears; the account’s name without one' }),
  mail: z.boolean().default(true),
})

export type RatingBody = z.output<typeof ratingBodySchema>

export const ratedSchema = z
  .object({ rating: ownRatingSchema.nullable(), summary: ratingSummarySchema })
  .meta({ id: 'Rated', description: 'The caller’s rating and the application’s ratings, after the change' })

export type Rated = z.output<typeof ratedSchema>

export const answerBodySchema = z.object({ answer: writtenText.superRefine(refused(answerProblem)) })

export const answeredSchema = z
  .object({
    answer: z.string(),
    state: z.enum(STATES),
    rejection: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Answered', description: 'The developer’s answer to a review, and whether it is shown' })

export type Answered = z.output<typeof answeredSchema>

export const reportBodySchema = z.object({
  reason: z.enum(REPORT_REASONS),
  note: z.string().max(REPORT_NOTE_MAX).overwrite(keptText).nullish(),
})

export const reportedSchema = z.object({ status: z.literal('reported') }).meta({ id: 'ReviewReported' })

/** The lists that the operator works through: texts to verify, and reported reviews. */
export const REVIEW_QUEUES = ['waiting', 'reported'] as const
export const reviewQueueQuerySchema = z.object({ queue: z.enum(REVIEW_QUEUES).default('waiting'), ...paged })

const decided = z.enum(['review', 'answer'])

export const queuedReviewSchema = z
  .object({
    of: decided,
    /** The id of the review, also for an answer to it. */
    id: z.string(),
    application: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
    rate: z.int(),
    name: z.string().nullable(),
    review: z.string().nullable(),
    answer: z.string().nullable(),
    state: z.enum(STATES),
    writtenAt: instant.meta({ description: 'Of the text to decide on; send it with the decision' }),
    reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), note: z.string().nullable(), createdAt: instant })),
  })
  .meta({ id: 'QueuedReview' })

export type QueuedReview = z.output<typeof queuedReviewSchema>

export const reviewQueueSchema = z
  .object({ result: z.array(queuedReviewSchema), total: z.int().min(0) })
  .meta({ id: 'ReviewQueue' })

export const decisionBodySchema = z.object({
  of: decided.default('review'),
  decision: z.enum(['verify', 'reject', 'hide']),
  reason: z.string().max(500).overwrite(keptText).nullish().meta({ description: 'For the author, of a text that is not shown' }),
  writtenAt: z.iso
    .datetime({ offset: true })
    .max(40)
    .meta({ description: 'When the text was written that was read: another text is not decided on unread' }),
})

export type DecisionBody = z.output<typeof decisionBodySchema>

export const decidedSchema = z.object({ state: z.enum(STATES) }).meta({ id: 'ReviewDecided' })
