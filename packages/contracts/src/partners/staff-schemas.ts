import { z } from 'zod'
import { instant } from '../core/fields.ts'

export const COMMENT_STATES = ['waiting', 'verified', 'rejected'] as const

export const heldCommentSchema = z
  .object({
    id: z.string(),
    expert_id: z.string(),
    expert_name: z.string(),
    name: z.string(),
    email: z.string(),
    website: z.string().nullable(),
    comment: z.string(),
    state: z.enum(COMMENT_STATES),
    created_at: instant,
  })
  .meta({ id: 'HeldComment' })

export type HeldComment = z.output<typeof heldCommentSchema>

const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'unknown'] as const

export const inquirySchema = z
  .object({
    id: z.string(),
    campaign: z.string().nullable().meta({ description: 'The campaign’s slug; null for a message from an expert’s page' }),
    name: z.string(),
    surname: z.string().nullable(),
    email: z.string(),
    website: z.string().nullable(),
    message: z.string(),
    created_at: instant,
    recipients: z.array(
      z.object({
        expert_id: z.string(),
        expert_name: z.string(),
        state: z
          .enum(DELIVERY_STATES)
          .meta({ description: 'What became of the mail. unknown: it is not in the outbox any more' }),
      }),
    ),
  })
  .meta({ id: 'Inquiry' })

export type Inquiry = z.output<typeof inquirySchema>
