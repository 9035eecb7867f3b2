import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SLUG_PATTERN } from '@marketplace/contracts/core/slug'
import { ANSWER_LENGTH } from '@marketplace/contracts/ratings/review-rules'
import { addUtcDays } from '@marketplace/domain/dates'
import { findApplicationsBySlug } from '../modules/catalogue/index.ts'
import { insertRatings, recountSome, setReviewTalk } from '../modules/ratings/index.ts'
import { demoId, parseDemo, type SeedStep } from './seed-demo-step.ts'

const FILE = 'review-talk.json'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** A review of reviews.jsonl, by its application and author. */
const of = { application: z.string().regex(SLUG_PATTERN), name: z.string() }
const evidence = { installedSince: instant, plan: z.string().nullable() }
const schema = z.strictObject({
  answers: z.array(
    z.strictObject({
      ...of,
      ...evidence,
      days: z.int().min(1),
      answer: z.string().min(ANSWER_LENGTH.min).max(ANSWER_LENGTH.max),
    }),
  ),
  evidence: z.array(z.strictObject({ ...of, ...evidence })),
  waiting: z.array(
    z.strictObject({
      ...of,
      rate: z.int().min(1).max(5),
      review: z.string().trim().min(10).max(2000),
      daysAgo: z.int().min(1),
    }),
  ),
})

/** Completes the demo's reviews: developers' answers, the month of the install, and texts that wait for the operator. */
export const seedReviewTalk = async ({ database, folder, now }: SeedStep): Promise<number> => {
  const { answers, evidence: told, waiting } = parseDemo(schema, await readFile(join(folder, FILE), 'utf8'), FILE)
  for (const { application, name, ...talk } of [...answers, ...told])
    await setReviewTalk(database, { slug: application, name }, talk)
  const found = await findApplicationsBySlug(database, [...new Set(waiting.map(({ application }) => application))])
  const idOf = new Map(found.map(({ id, slug }) => [slug, id]))
  const rows = waiting.flatMap(({ application, name, rate, review, daysAgo }) => {
    const applicationId = idOf.get(application)
    if (!applicationId) return []
    const at = addUtcDays(now, -daysAgo)
    const id = demoId('waiting rating', application, name)
    return [{ id, applicationId, rate, name, review, writtenAt: at, createdAt: at, updatedAt: at }]
  })
  await insertRatings(database, rows)
  await recountSome(database, new Set(rows.map(({ applicationId }) => applicationId)), now)
  return answers.length + rows.length
}
