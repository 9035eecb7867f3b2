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

/** The origin of the visit, as the browser reports it. */
export const installBodySchema = z.object({
  source_path: z.string().max(500).optional().meta({ description: 'Path of the page on which it is installed' }),
  ...tracking,
})

export type InstallBody = z.output<typeof installBodySchema>

/** The body of the POST that tells another product of an install: docs/product/installing.md, Special installs. */
export type SpecialInstallMetrics = { source_url: string; source_id: string } & Partial<Record<TrackingParameter, string>>

/** The lengths to which the other product's texts are cut. */
export const OUTCOME_LIMITS = { accountStatus: 100, message: 500 } as const

/** The other product's answer. Its texts are plain text, never markup. */
export const specialOutcomeSchema = z.object({
  accountStatus: z.string().nullable().meta({
    description: 'Its word for the state of the account: “created”, “existing”, or another of its own; null without one',
  }),
  message: z.string().nullable().meta({ description: 'What it says to people: plain text; null if it says nothing' }),
})

export type SpecialOutcome = z.output<typeof specialOutcomeSchema>
