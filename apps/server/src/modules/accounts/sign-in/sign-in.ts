import { siteOf } from '@marketplace/domain/network'
import { MAX_TYPED_PASSWORD } from '@marketplace/domain/passwords'
import type { Database } from '../../../db/client.ts'
import { recordAudit } from '../../audit/index.ts'
import type { QueueMail } from '../../mail/index.ts'
import { isPassword } from '../passwords/passwords.ts'
import { foldEmail, MAX_EMAIL } from '../people/limits.ts'
import { type Credentials, findCredentials } from '../people/repository.ts'
import type { Device, KnownDevices } from '../sessions/known-device.ts'
import { writeNotice } from '../sessions/notices.ts'
import { type Browser, startSession } from '../sessions/sessions.ts'
import type { CountedAttempt, SignInGate } from './sign-in-gate.ts'
import { beginStep } from './sign-in-step.ts'

export type PasswordDeps = {
  database: Database
  gate: SignInGate
  devices: Pick<KnownDevices, 'knows'>
}

export type SignInAttempt = {
  email: string
  password: string
  visit: {
    address: string
    /** Null if no account has signed in with this browser before. */
    device: Device | null
    /** The session that the browser had before, if any. */
    secret: string | null
    refusedPassword: string | null
    browser: Browser
  }
}

export type Checked = { kind: 'right'; account: Credentials & { passwordHash: string }; isKnownBrowser: boolean } | Refused
type Refused = { kind: 'wrong' } | { kind: 'too-often'; waitSeconds: number }
export type SignInResult =
  | { kind: 'signed-in'; secret: string }
  /** The password is correct, and the second factor is next. The form contains `secret`, which identifies the step. */
  | { kind: 'second-factor'; accountId: string; step: string }
  | Refused

/** Signs in with a password, or begins the second step. After a sign-in with an unknown browser the owner gets a mail. */
export const signInWithPassword = async (
  deps: PasswordDeps & { queueMail: QueueMail; accountsUrl: string },
  attempt: SignInAttempt,
  now: Date,
): Promise<SignInResult> => {
  const checked = await checkPassword(deps, attempt, now)
  if (checked.kind !== 'right') return checked
  const { account, isKnownBrowser } = checked
  const { visit } = attempt
  if (account.secondFactor)
    return { kind: 'second-factor', accountId: account.id, step: await beginStep(deps.database, checked, now) }
  const secret = await startSession(
    deps,
    {
      accountId: account.id,
      organizationId: account.organizationId,
      browser: visit.browser,
      passwordHash: account.passwordHash,
      before: visit.secret,
      notice: isKnownBrowser ? null : writeNotice({ kind: 'signed-in', browser: visit.browser }, account, deps.accountsUrl, now),
    },
    now,
  )
  return secret === null ? { kind: 'wrong' } : { kind: 'signed-in', secret }
}

/**
 * Checks a password. An unknown account and a wrong password get the same answer after the same time. Rejects with QueueFull while too many
 * passwords wait to be checked.
 */
export const checkPassword = async (
  { database, gate, devices }: PasswordDeps,
  { email, password, visit }: SignInAttempt,
  now: Date,
): Promise<Checked> => {
  const address = foldEmail(email)
  if (address === '' || address.length > MAX_EMAIL || password === '' || password.length > MAX_TYPED_PASSWORD)
    return { kind: 'wrong' }
  const { device } = visit
  const isKnownBrowser = device !== null && devices.knows(device, address)
  const site = siteOf(visit.address)
  const attempt: CountedAttempt = {
    email: address,
    source: isKnownBrowser ? { kind: 'device', id: device.id } : { kind: 'site', id: site },
  }
  const { waitSeconds, isNews } = gate.enter(attempt, now)
  // Repeated attempts during the waiting time are refused without a query or an audit event, so that they cost no work.
  if (waitSeconds > 0 && !isNews) return { kind: 'too-often', waitSeconds }
  const account = await findCredentials(database, address)
  const who = { accountId: account?.id ?? null, organizationId: account?.organizationId ?? null }
  const auditRefusal = (reason: string) => recordAudit(database, { action: 'session.refused', at: now, who, details: { reason } })
  if (waitSeconds > 0) {
    await auditRefusal('too often')
    return { kind: 'too-often', waitSeconds }
  }
  const matches = await isPassword(password, account?.passwordHash ?? null, site).catch((error: unknown) => {
    // The password was not checked, so it does not count as wrong.
    gate.withdraw(attempt)
    throw error
  })
  const isRight = matches && password !== visit.refusedPassword
  const { passwordHash = null } = account ?? {}
  if (!account || passwordHash === null || !isRight) {
    await auditRefusal(account ? 'password' : 'no account')
    return { kind: 'wrong' }
  }
  gate.succeed(attempt)
  return { kind: 'right', account: { ...account, passwordHash }, isKnownBrowser }
}
