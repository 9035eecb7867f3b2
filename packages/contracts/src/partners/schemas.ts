import { z } from 'zod'
import { PRODUCTS, SERVICE_TYPES } from '../core/enumerations.ts'

export const instant = z.string().meta({ format: 'date-time' })

/** A customer's comment on an expert that the operator has verified. */
export const testimonialSchema = z
  .object({ id: z.string(), name: z.string(), website: z.string().nullable(), comment: z.string(), created_at: instant })
  .meta({ id: 'Testimonial' })

/** A partner expert. No answer contains the expert's e-mail address: messages go through the marketplace (docs/product/experts.md). */
export const expertSchema = z
  .object({
    expert_id: z.string(),
    slug: z.string(),
    name: z.string(),
    headline: z.string().nullable(),
    description: z.string().nullable().meta({ description: 'Markdown, as it was given' }),
    website: z.string().nullable(),
    logo: z.string().nullable().meta({ description: 'Absolute address of the picture' }),
    city: z.string().nullable(),
    country: z.string().nullable(),
    languages: z.array(z.string()),
    industries: z.array(z.string()),
    services: z.array(z.enum(SERVICE_TYPES)),
    products: z.array(z.enum(PRODUCTS)),
    applications: z.array(z.string()).meta({ description: 'Slugs of applications that the expert sets up' }),
    verified: z.boolean(),
    recommended: z.boolean(),
    testimonials: z.array(testimonialSchema),
  })
  .meta({ id: 'Expert' })

export type Expert = z.output<typeof expertSchema>

/** An expert who is not in the program yet. */
export const prospectSchema = z
  .object({
    prospect_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    country: z.string().nullable(),
    website: z.string().nullable(),
    claimed: z.boolean(),
  })
  .meta({ id: 'Prospect' })

export type Prospect = z.output<typeof prospectSchema>

export const share = z.object({ percent: z.int().min(0).max(100), votes: z.int().min(0) })
