import { z } from 'zod'

export * from './limits.ts'

/** A text in pieces; those that match the query are marked. Screens render the pieces as text, so no HTML is needed. */
export const textPartsSchema = z
  .array(z.object({ text: z.string(), matched: z.boolean() }))
  .meta({ id: 'TextParts', description: 'A text in pieces; together they are the whole text.' })
export type TextParts = z.output<typeof textPartsSchema>

const monogramSchema = z.object({ letters: z.string(), colour: z.string(), ink: z.string() }).nullable()

export const applicationHitSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    /** Path within the variant. */
    href: z.string(),
    name: textPartsSchema,
    developer: z.string().nullable().meta({ description: 'Its developer, which tells two applications of the same name apart' }),
    shortDescription: textPartsSchema,
    category: z.string().nullable(),
    icon: z.string().nullable().meta({ description: 'Path of the picture' }),
    monogram: monogramSchema.meta({ description: 'The tile shown instead of a missing icon' }),
    service: z.boolean(),
  })
  .meta({ id: 'ApplicationHit' })
export type ApplicationHit = z.output<typeof applicationHitSchema>

export const partnerHitSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['expert', 'developer']),
    /** Path within the variant. */
    href: z.string(),
    name: textPartsSchema,
    description: textPartsSchema,
    icon: z.string().nullable(),
    monogram: monogramSchema,
  })
  .meta({ id: 'PartnerHit' })
export type PartnerHit = z.output<typeof partnerHitSchema>

const total = z.int().min(0)
const nearest = z.boolean().meta({ description: 'True if nothing has all words as typed, and the hits come closest' })

/** The hits that the search field shows while a person types. */
export const searchAnswerSchema = z
  .object({
    query: z.string(),
    apps: z.object({ total, nearest, hits: z.array(applicationHitSchema) }),
    partners: z.object({ total, nearest, hits: z.array(partnerHitSchema) }),
  })
  .meta({ id: 'SearchAnswer' })
export type SearchAnswer = z.output<typeof searchAnswerSchema>
