import type { Database } from '../../db/client.ts'
import { findApplication } from '../catalogue/index.ts'
import { readReviews } from '../ratings/index.ts'
import { type ReadApplication, REVIEWS_STEP } from './resolve-page.ts'

/** The reviews on the first page of an application's reviews. */
export const FIRST_REVIEWS = { sort: 'newest', limit: REVIEWS_STEP, offset: 0 } as const

/** Reads an application and a page of its reviews. */
export const applicationReader =
  (database: Database): ReadApplication =>
  async (id, asked) => {
    const read = (reviewPage: number) =>
      readReviews(database, id, { ...FIRST_REVIEWS, offset: (reviewPage - 1) * FIRST_REVIEWS.limit })
    const [record, reviews] = await Promise.all([findApplication(database, id), read(asked)])
    if (!record) return undefined
    // There are fewer reviews than votes, so this page of reviews may be empty.
    if (asked > 1 && reviews.reviews.length === 0) return { record, reviews: await read(1), reviewPage: 1 }
    return { record, reviews, reviewPage: asked }
  }
