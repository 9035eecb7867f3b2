import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SLUG_PATTERN } from '@marketplace/contracts/core/slug'
import { findApplicationsBySlug } from '../modules/catalogue/index.ts'
import { insertRatings, recountSome } from '../modules/ratings/index.ts'
import { demoId, parseDemo, type SeedStep } from './seed-demo-step.ts'

const FILE = 'reviews.jsonl'

/** A line of the demo's reviews.jsonl. Reviews have the limits of docs/product/ratings.md. */
const reviewSchema = z.strictObject({
  application: z.string().regex(SLUG_PATTERN),
  rate: z.int().min(1).max(5),
  name: z.string().trim().min(3).max(64),
  review: z.string().trim().min(10).max(2000).nullable(),
  createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const readReviews = async (folder: string) => {
  const lines = (await readFile(join(folder, FILE), 'utf8')).split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseDemo(reviewSchema, line, `${FILE}, line ${index + 1}`)]))
}

/** Adds the ratings of those demo applications that still exist. Returns their number. */
export const seedReviews = async ({ database, folder, now }: SeedStep): Promise<number> => {
  const given = await readReviews(folder)
  const slugs = [...new Set(given.map(({ application }) => application))]
  const applications = await findApplicationsBySlug(database, slugs)
  const idOf = new Map(applications.map(({ id, slug }) => [slug, id]))
  const ratings = given.flatMap(({ application, createdAt, ...rating }) => {
    const applicationId = idOf.get(application)
    if (!applicationId) return []
    const id = demoId('rating', application, rating.name, createdAt.toISOString())
    return [
      {
        ...rating,
        id,
        applicationId,
        accountId: null,
        writtenAt: createdAt,
        verifiedAt: createdAt,
        createdAt,
        updatedAt: createdAt,
      },
    ]
  })
  await insertRatings(database, ratings)
  await recountSome(database, new Set(idOf.values()), now)
  return ratings.length
}
