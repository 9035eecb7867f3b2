import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS, SERVICE_TYPES } from '@marketplace/contracts/core/enumerations'
import { SLUG_PATTERN } from '@marketplace/contracts/core/slug'
import { hasPartners, insertPartners, type NewPartners } from '../modules/partners/index.ts'
import { storePicture } from '../modules/pictures/index.ts'
import { demoId, parseDemo, type SeedStep } from './seed-demo-step.ts'

const FILE = 'partners.json'

const slug = z.string().regex(SLUG_PATTERN)
const words = z.string().trim().min(1)
const website = z.url({ protocol: /^https?$/ }).nullable()
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** The demo's partners.json. Comments have the limits of docs/product/ratings.md. */
const partnersSchema = z.strictObject({
  experts: z.array(
    z.strictObject({
      slug,
      name: words,
      headline: words.nullable(),
      description: words.nullable(),
      website,
      email: z.email(),
      city: words.nullable(),
      country: words.nullable(),
      languages: z.array(words),
      industries: z.array(words),
      services: z.array(z.enum(SERVICE_TYPES)),
      products: z.array(z.enum(PRODUCTS)),
      applications: z.array(slug),
      brandColor: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .nullable(),
      logo: z
        .string()
        .regex(/^pictures\/[\w.-]+$/)
        .nullable(),
      verified: z.boolean(),
      recommended: z.boolean(),
      foundedYear: z.int().nullable(),
      teamSize: words.nullable(),
      comments: z.array(
        z.strictObject({
          name: words.min(2).max(64),
          email: z.email(),
          website,
          comment: words.min(2).max(255),
          createdAt: instant,
        }),
      ),
    }),
  ),
  prospects: z.array(z.strictObject({ name: words, description: words.nullable(), country: words.nullable(), website })),
  campaigns: z.array(
    z.strictObject({
      slug,
      title: words,
      lead: words,
      description: words.nullable(),
      points: z.array(z.strictObject({ title: words, description: words.nullable() })),
      experts: z.array(slug),
    }),
  ),
})
type DemoPartners = z.output<typeof partnersSchema>
type GivenExpert = DemoPartners['experts'][number]

/** An expert joined at the latest with the first comment. */
const sinceOf = ({ comments }: GivenExpert, now: Date): Date =>
  comments.reduce((earliest, { createdAt }) => (createdAt < earliest ? createdAt : earliest), now)

const commentsOf = ({ slug: expert, comments }: GivenExpert): NewPartners['comments'] =>
  comments.map((comment) => ({
    ...comment,
    id: demoId('comment', expert, comment.email),
    expertId: demoId('expert', expert),
    verifiedAt: comment.createdAt,
  }))

/** Adds the demo's experts, prospects and campaigns, unless there are any. Returns the number of experts. */
export const seedPartners = async ({ database, files, folder, now }: SeedStep): Promise<number> => {
  if (await hasPartners(database)) return 0
  const given = parseDemo(partnersSchema, await readFile(join(folder, FILE), 'utf8'), FILE)
  const experts: NewPartners['experts'] = []
  for (const expert of given.experts) {
    const { comments: _, logo, ...columns } = expert
    const logoId = logo && (await storePicture(await readFile(join(folder, logo)), { database, files }))
    const since = sinceOf(expert, now)
    experts.push({ ...columns, id: demoId('expert', expert.slug), logoId, publishedAt: since, createdAt: since })
  }
  await insertPartners(database, {
    experts,
    comments: given.experts.flatMap(commentsOf),
    prospects: given.prospects.map((prospect) => ({ ...prospect, id: demoId('prospect', prospect.name), createdAt: now })),
    campaigns: given.campaigns.map((campaign) => ({ ...campaign, publishedAt: now, createdAt: now })),
  })
  return experts.length
}
