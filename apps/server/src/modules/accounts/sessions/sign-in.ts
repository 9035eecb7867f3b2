import type { Database } from '../../../db/client.ts'
import { recordAudit } from '../../audit/index.ts'
import { isPassword } from '../passwords.ts'
import { findCredentials } from '../people/repository.ts'
import { MAX_EMAIL, MAX_PASSWORD } from './limits.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { startSession } from './sessions.ts'

const QUARTER = 15 * 60
/**
 * How often somebody may get a password wrong before they have to wait (contract, "Rate limits stand on sign-in"): by e-mail and address,
 * so that no stranger locks anybody out, and by e-mail alone for who has many addresses.
 */
export type Failures = { here: Limiter; anywhere: Limiter }
export const countFailures = (): Failures => ({
  here: createLimiter({ max: 10, seconds: QUARTER }),
  anywhere: createLimiter({ max: 100, seconds: QUARTER }),
})

export type SignInDeps = {
  database: Database
  failures: Failures
  /** A password that everybody knows, and that is none here. */
  refusedPassword: string | null
}

/** `from` is the address that it comes from. */
export type SignInAttempt = { email: string; password: string; from: string; before: string | null }

export type SignedIn = { kind: 'signed-in'; secret: string } | { kind: 'wrong' } | { kind: 'too-often' }

/** Signs somebody in. An account that there is not and a wrong password get the same answer, after the same time. */
export const signInWithPassword = async (
  { database, failures, refusedPassword }: SignInDeps,
  { email, password, from, before }: SignInAttempt,
  now: Date,
): Promise<SignedIn> => {
  const address = email.trim().toLowerCase()
  if (address === '' || address.length > MAX_EMAIL || password === '' || password.length > MAX_PASSWORD) return { kind: 'wrong' }
  const here = JSON.stringify([address, from])
  // Before anything is waited for: a hundred at once are a hundred.
  const isAllowed = failures.here.hit(here, now) && failures.anywhere.hit(address, now)
  const account = await findCredentials(database, address)
  const who = { accountId: account?.id ?? null, organizationId: account?.organizationId ?? null }
  if (!isAllowed) {
    await recordAudit(database, { action: 'session.refused', who, details: { reason: 'too often' } })
    return { kind: 'too-often' }
  }
  const isRight = (await isPassword(password, account?.passwordHash ?? null)) && password !== refusedPassword
  if (!account || !isRight) {
    await recordAudit(database, { action: 'session.refused', who, details: { reason: account ? 'password' : 'no account' } })
    return { kind: 'wrong' }
  }
  failures.here.forget(here)
  failures.anywhere.forget(address)
  const secret = await startSession(database, { accountId: account.id, organizationId: account.organizationId, before }, now)
  return { kind: 'signed-in', secret }
}
