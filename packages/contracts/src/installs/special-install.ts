import { z } from 'zod'
import type { TrackingParameter } from '../core/tracking-parameters.ts'

const word = z.string().max(200).optional()
const tracking = {
  utm_source: word,
  utm_medium: word,
  utm_campaign: word,
  utm_content: word,
  utm_term: word,
} satisfies Record<TrackingParameter, unknown>

/** Where a person comes from who installs, as their browser says. */
export const installBodySchema = z.object({
  source_path: z.string().max(500).optional().meta({ description: 'Path of the page on which it is installed' }),
  ...tracking,
})

export type InstallBody = z.output<typeof installBodySchema>

/** What another product is told of an install: the body of the POST to its install address. docs/product/installing.md, Special installs. */
export type SpecialInstallMetrics = { source_url: string; source_id: string } & Partial<Record<TrackingParameter, string>>

/** Lengths at which the words of another product are cut. */
export const OUTCOME_LIMITS = { accountStatus: 100, message: 500 } as const

/** What the other product answered. Its words are plain text, never markup. */
export const specialOutcomeSchema = z.object({
  accountStatus: z.string().nullable().meta({
    description: 'Its word for the state of the account: “created”, “existing”, or another of its own; null without one',
  }),
  message: z.string().nullable().meta({ description: 'What it says to people: plain text; null if it says nothing' }),
})

export type SpecialOutcome = z.output<typeof specialOutcomeSchema>
