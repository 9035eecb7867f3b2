import { z } from 'zod'
import { siteOf } from '@marketplace/domain/network'
import { addSeconds } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { SendJob } from '../../jobs/index.ts'
import { foldEmail, MAX_EMAIL } from '../people/limits.ts'
import { lockRecentLink } from '../mailed-links/repository.ts'
import type { Limiter } from '../sign-in/limiter.ts'
import { insertSignUp } from './repository.ts'
import { SEND_SIGN_UP, SIGN_UP_HOURS } from './send-sign-up.ts'

/** Sign-ups of a network in an hour. */
export const SIGN_UPS_OF_NETWORK = { max: 60, seconds: 3_600 } as const

/** An e-mail for a new account. It is folded, so that the first person to request a link does not choose the account's spelling. */
export const newEmailSchema = z.string().transform(foldEmail).pipe(z.email('This is no e-mail address').max(MAX_EMAIL))

export type BeginResult =
  /** The result does not depend on whether the e-mail has an account, or whether a mail was sent before. */
  { kind: 'begun'; id: string } | { kind: 'invalid'; error: string } | { kind: 'too-often'; waitSeconds: number }

/** Mails a link to a form that makes an account. Works in the same way for an e-mail that has an account. */
export const beginSignUp = async (
  { database, send, signUpLimit }: { database: Database; send: SendJob; signUpLimit: Limiter },
  typed: { email: string; address: string },
  now: Date,
): Promise<BeginResult> => {
  const parsed = newEmailSchema.safeParse(typed.email)
  if (!parsed.success) return { kind: 'invalid', error: parsed.error.issues[0]?.message ?? '' }
  if (!signUpLimit.hit(siteOf(typed.address), now)) return { kind: 'too-often', waitSeconds: SIGN_UPS_OF_NETWORK.seconds }
  const email = parsed.data
  const id = await inTransaction(database, async (transaction) => {
    // A recent mail is enough, even if a stranger requested it: its link works for the owner too, and the inbox cannot be flooded.
    const before = await lockRecentLink(transaction, 'sign-up', email, now)
    if (before !== null) return before
    const asked = newId()
    await insertSignUp(transaction, { id: asked, email, createdAt: now, expiresAt: addSeconds(now, SIGN_UP_HOURS * 3_600) })
    await send(transaction, SEND_SIGN_UP, { signUpId: asked })
    return asked
  })
  return { kind: 'begun', id }
}
