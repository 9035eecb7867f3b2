import { siteOf } from '@marketplace/domain/network'
import { newId } from '../../../core/ids.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { SendJob } from '../../jobs/index.ts'
import { SEND_SIGN_UP } from '../jobs.ts'
import { hashPassword } from '../passwords.ts'
import type { NewOwner } from '../people/sign-up.ts'
import { hashSecret, newSecret, after } from '../../clients/index.ts'
import type { Limiter } from '../sessions/limiter.ts'
import { insertSignUp } from './repository.ts'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

/** How often an e-mail is mailed in an hour: for one site, and for all. A stranger alone does not use up what its owner has. */
export const OF_SITE = { max: 3, seconds: 3_600 } as const
export const OF_EMAIL = { max: 10, seconds: 3_600 } as const

export type BeginDeps = { database: Database; send: SendJob; mailsOfSite: Limiter; mailsOfEmail: Limiter }

export type Begun = { id: string; browserSecret: string }

/**
 * Keeps what somebody has filled in until they open the mailed link. The same is done for an e-mail that has an account and for one that
 * has none. Rejects with QueueFull while too many passwords wait to be hashed.
 */
export const beginSignUp = async (
  { database, send, mailsOfSite, mailsOfEmail }: BeginDeps,
  { name, email, organization, password }: NewOwner,
  { address, query }: { address: string; query: string },
  now: Date,
): Promise<Begun> => {
  const [id, browserSecret, site] = [newId(), newSecret(), siteOf(address)]
  const passwordHash = await hashPassword(password, site)
  const mailbox = email.toLowerCase()
  if (!mailsOfSite.hit(JSON.stringify([mailbox, site]), now) || !mailsOfEmail.hit(mailbox, now)) return { id, browserSecret }
  await inTransaction(database, async (transaction) => {
    const [browserHash, expiresAt] = [hashSecret(browserSecret), after(now, SIGN_UP_HOURS * 3_600)]
    const typed = { name, email, organization, passwordHash, query }
    await insertSignUp(transaction, { id, ...typed, browserHash, createdAt: now, expiresAt })
    await send(transaction, SEND_SIGN_UP, { signUpId: id })
  })
  return { id, browserSecret }
}
