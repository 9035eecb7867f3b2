import type { Database } from '../../../db/client.ts'
import { recordAudit } from '../../audit/index.ts'
import { isPassword } from '../passwords.ts'
import { findCredentials } from '../people/repository.ts'
import { MAX_EMAIL, MAX_PASSWORD } from './limits.ts'
import type { Limiter } from './limiter.ts'
import { startSession } from './sessions.ts'

/** How often somebody may get a password wrong before they have to wait, by e-mail (contract, "Rate limits stand on sign-in"). */
export const FAILURES = { max: 10, seconds: 15 * 60 } as const

export type SignInDeps = {
  database: Database
  failures: Limiter
  /** A password that everybody knows, and that is none here. */
  refusedPassword: string | null
}

export type SignInAttempt = { email: string; password: string; before: string | null }

export type SignedIn = { kind: 'signed-in'; secret: string } | { kind: 'wrong' } | { kind: 'too-often' }

/** Signs somebody in. An account that there is not and a wrong password get the same answer, after the same time. */
export const signInWithPassword = async (
  { database, failures, refusedPassword }: SignInDeps,
  { email, password, before }: SignInAttempt,
  now: Date,
): Promise<SignedIn> => {
  const address = email.trim().toLowerCase()
  if (address === '' || address.length > MAX_EMAIL || password === '' || password.length > MAX_PASSWORD) return { kind: 'wrong' }
  if (failures.isFull(address, now)) return { kind: 'too-often' }
  const account = await findCredentials(database, address)
  const isRight = (await isPassword(password, account?.passwordHash ?? null)) && password !== refusedPassword
  if (!account || !isRight) {
    failures.hit(address, now)
    const who = { accountId: account?.id ?? null, organizationId: account?.organizationId ?? null }
    await recordAudit(database, { action: 'session.refused', who, details: { reason: account ? 'password' : 'no account' } })
    return { kind: 'wrong' }
  }
  failures.forget(address)
  const secret = await startSession(database, { accountId: account.id, organizationId: account.organizationId, before }, now)
  return { kind: 'signed-in', secret }
}
