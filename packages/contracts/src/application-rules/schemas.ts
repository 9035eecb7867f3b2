// An organization's list of applications that it allows or blocks: docs/product/my-apps.md, Rules.
import { z } from 'zod'
import { PRODUCTS } from '../core/enumerations.ts'
import { id, instant } from '../core/fields.ts'

/** The most applications on a list. */
export const MOST_RULED = 500
export const MOST_REASON_LETTERS = 300

const mode = z.enum(['off', 'allow', 'block'])

export const applicationRulesBodySchema = z.object({
  mode: mode.meta({ description: 'off: no list; allow: only these may be installed and bought; block: all but these' }),
  reason: z
    .string()
    .trim()
    .max(MOST_REASON_LETTERS)
    .regex(/^[^\p{Cc}]*$/u)
    .default('')
    .meta({ description: 'What people are told whom the list refuses; empty for the usual words' }),
  applications: z.array(id.min(1).max(100)).max(MOST_RULED),
  revision: z.int().min(0).meta({ description: 'The revision of the list that was changed; 0 for the first list' }),
})

export const applicationRulesSchema = z
  .object({
    mode,
    reason: z.string(),
    revision: z.int(),
    applications: z.array(
      z.object({
        id,
        slug: z.string(),
        name: z.string(),
        icon: z.string().nullable(),
        product: z.enum(PRODUCTS),
        installed: z.boolean(),
      }),
    ),
    /** The number of installed applications that the list would now refuse. They stay installed. */
    refused_installed: z.int(),
    changed_at: instant.nullable(),
    changed_by: z.object({ id, name: z.string() }).nullable(),
    can: z.object({ change: z.boolean() }),
  })
  .meta({ id: 'ApplicationRules' })

export type ApplicationRules = z.output<typeof applicationRulesSchema>
