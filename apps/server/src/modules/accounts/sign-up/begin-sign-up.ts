import { addSeconds } from '../../../core/clock.ts'
import { siteOf } from '@marketplace/domain/network'
import { newId } from '../../../core/ids.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { hashSecret, newSecret } from '../../clients/index.ts'
import type { SendJob } from '../../jobs/index.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { createLimiter, type Limiter } from '../sign-in/limiter.ts'
import { newAccountSchema } from './create-owner.ts'
import { insertSignUp } from './repository.ts'
import { SEND_SIGN_UP, SIGN_UP_HOURS } from './send-sign-up.ts'

/** Sign-ups of a network in an hour. */
const OF_NETWORK = { max: 60, seconds: 3_600 } as const
/** Mails to an address in an hour: from one network, and from all. So a stranger alone cannot use up the limit of its owner. */
const OF_SITE = { max: 3, seconds: 3_600 } as const
const OF_EMAIL = { max: 10, seconds: 3_600 } as const

export type SignUpLimits = { networks: Limiter; mailsOfSite: Limiter; mailsOfEmail: Limiter }
export const createSignUpLimits = (): SignUpLimits => ({
  networks: createLimiter(OF_NETWORK),
  mailsOfSite: createLimiter(OF_SITE),
  mailsOfEmail: createLimiter(OF_EMAIL),
})

export const SIGN_UP_FIELDS = ['name', 'email', 'organization', 'password'] as const
export type SignUpField = (typeof SIGN_UP_FIELDS)[number]
export type SignUpErrors = Readonly<Partial<Record<SignUpField, string>>>

export type BeginResult =
  /** The same whether the e-mail has an account or not. */
  | { kind: 'begun'; id: string; browserSecret: string }
  | { kind: 'invalid'; errors: SignUpErrors }
  | { kind: 'too-often'; waitSeconds: number }

/**
 * Stores a form to sign up until the mailed link is opened. Does the same for an e-mail with an account and for one without. Rejects with
 * QueueFull while too many passwords wait to be hashed.
 */
export const beginSignUp = async (
  { database, send, limits }: { database: Database; send: SendJob; limits: SignUpLimits },
  fields: Readonly<Record<SignUpField, string>>,
  { address, refusedPassword, query }: { address: string; refusedPassword: string | null; query: string },
  now: Date,
): Promise<BeginResult> => {
  const parsed = newAccountSchema.safeParse(fields)
  if (!parsed.success) {
    const errors = parsed.error.issues.toReversed().map(({ path: [name], message }) => [String(name), message])
    return { kind: 'invalid', errors: Object.fromEntries(errors) }
  }
  const { name, email, organization, password } = parsed.data
  if (password === refusedPassword)
    return { kind: 'invalid', errors: { password: 'Everybody knows this password. Take another one.' } }
  const problem = await newPasswordProblem(password, parsed.data)
  if (problem !== null) return { kind: 'invalid', errors: { password: problem } }
  const site = siteOf(address)
  if (!limits.networks.hit(site, now)) return { kind: 'too-often', waitSeconds: OF_NETWORK.seconds }

  const [id, browserSecret] = [newId(), newSecret()]
  const passwordHash = await hashPassword(password, site)
  const mailbox = email.toLowerCase()
  const isMailed = limits.mailsOfSite.hit(JSON.stringify([mailbox, site]), now) && limits.mailsOfEmail.hit(mailbox, now)
  if (isMailed)
    await inTransaction(database, async (transaction) => {
      const [browserHash, expiresAt] = [hashSecret(browserSecret), addSeconds(now, SIGN_UP_HOURS * 3_600)]
      const typed = { name, email, organization, passwordHash, query }
      await insertSignUp(transaction, { id, ...typed, browserHash, createdAt: now, expiresAt })
      await send(transaction, SEND_SIGN_UP, { signUpId: id })
    })
  return { kind: 'begun', id, browserSecret }
}
