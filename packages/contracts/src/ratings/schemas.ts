import { z } from 'zod'
import { productSchema } from '../catalogue/schemas.ts'
import { instant, share } from '../partners/schemas.ts'

export const reviewSchema = z
  .object({ id: z.string(), name: z.string(), rate: z.int().min(1).max(5), review: z.string(), createdAt: instant })
  .meta({ id: 'Review' })

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
