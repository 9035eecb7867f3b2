import { z } from 'zod'
import { keptName, keptText, lengthOf } from '../core/written-text.ts'
import { COMMENT, EMAIL_MAX, MESSAGE, NAME, PROBLEMS, WEBSITE_MAX } from './limits.ts'

/** Control characters except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\t]/u
const isReadable = (text: string): boolean => !CONTROL.test(text)

const UNREADABLE = { error: 'has characters that cannot be read' }

type Limits = { min: number; max: number }
type Words = { short: string; long: string }

/** Limits the length of the text in its stored form: docs/product/ratings.md, Reviews. */
const within =
  ({ min, max }: Limits, { short, long }: Words) =>
  (text: string, context: z.RefinementCtx<string>) => {
    const length = lengthOf(text)
    if (length < min || length > max) context.addIssue({ code: 'custom', message: length < min ? short : long })
  }

/** Text of several lines. Line breaks are normalized to those that a browser counts, so that form and server count the same length. */
const paragraphs = (limits: Limits, words: Words) =>
  z
    .string({ error: words.short })
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .refine(isReadable, UNREADABLE)
    .overwrite(keptText)
    .superRefine(within(limits, words))
    .meta({ minLength: limits.min, maxLength: limits.max })

/** Text of one line, because a line break in a name would add a line to the subject of a mail. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ')

const name = z
  .string({ error: PROBLEMS.name.short })
  .overwrite(line)
  .refine(isReadable, UNREADABLE)
  .overwrite(keptName)
  .superRefine(within(NAME, PROBLEMS.name))
  .meta({ minLength: NAME.min, maxLength: NAME.max })

const surname = z
  .string()
  .overwrite(line)
  .refine(isReadable, UNREADABLE)
  .overwrite(keptName)
  .superRefine(within({ min: 0, max: NAME.max }, { ...PROBLEMS.surname, short: '' }))
  .meta({ maxLength: NAME.max })
  .nullish()

/** `https://bank.example@phish.example` leads to the second host, but people read the first. */
const NAMES_USER = /^https?:[/\\]*[^/\\?#]*@/i

const address = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: PROBLEMS.website })
  .max(WEBSITE_MAX)
  .refine((text) => !NAMES_USER.test(text), { error: PROBLEMS.website })

/** An empty text means no website. */
const website = z.union([z.literal(''), address]).nullish()

export const visitorEmail = z.email({ error: PROBLEMS.email }).max(EMAIL_MAX, { error: PROBLEMS.email })

/** The sender. The published payload also has `email`, which is ignored, because the sender's address is in `userEmail`. */
const sender = {
  email: z.string().max(EMAIL_MAX).nullish().meta({ description: 'Accepted and not used; the sender is userEmail' }),
  userEmail: visitorEmail.meta({ description: 'The sender’s address' }),
  name,
  website: website.meta({ description: 'The sender’s own website' }),
  fax: z
    .string()
    .max(EMAIL_MAX)
    .nullish()
    .meta({ description: 'Leave it out. People cannot see this field; what a robot writes here is dropped' }),
}

const message = paragraphs(MESSAGE, PROBLEMS.message)

export const expertMessageSchema = z.object({ ...sender, surname, message })

export const expertCommentSchema = z.object({ ...sender, comment: paragraphs(COMMENT, PROBLEMS.comment) })

/** The most experts that a request can name. */
const MOST_EXPERTS = 20

export const campaignRequestSchema = z.object({
  ...sender,
  surname,
  message,
  experts: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(MOST_EXPERTS)
    .optional()
    .meta({ description: 'Ids of experts of the campaign; all of them if it is left out' }),
})

export const waitingEntrySchema = z.object({ email: visitorEmail, fax: sender.fax })

const visitedAt = z.iso.datetime({ offset: true }).max(40)

export const expertVisitSchema = z.object({ expert_id: z.string().min(1).max(100), visited_at: visitedAt })
export const prospectVisitSchema = z.object({ prospect_id: z.string().min(1).max(100), visited_at: visitedAt })
