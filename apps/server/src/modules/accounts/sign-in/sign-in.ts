import { siteOf } from '@marketplace/domain/network'
import { MAX_PASSWORD } from '@marketplace/domain/passwords'
import type { Database } from '../../../db/client.ts'
import { recordAudit } from '../../audit/index.ts'
import { isPassword } from '../passwords/passwords.ts'
import { writeNotice } from '../sessions/notices.ts'
import type { QueueMail } from '../../mail/index.ts'
import { type Credentials, findCredentials } from '../people/repository.ts'
import { beginStep } from './sign-in-step.ts'
import type { Device, KnownDevices } from '../sessions/known-device.ts'
import { MAX_EMAIL } from '../people/limits.ts'
import type { Attempt, SignInGate } from './sign-in-gate.ts'
import { type Browser, startSession } from '../sessions/sessions.ts'

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
    /** What the browser says of itself; null if it never signed in. */
    device: Device | null
    /** The session that the browser had before, if it had one. */
    secret: string | null
    refusedPassword: string | null
    browser: Browser
  }
}

export type Checked = { kind: 'right'; account: Credentials & { passwordHash: string }; isKnownBrowser: boolean } | Refused
type Refused = { kind: 'wrong' } | { kind: 'too-often'; waitSeconds: number }
export type SignInResult =
  | { kind: 'signed-in'; secret: string }
  /** The password was right, and the second factor is asked for: the form carries the secret of the step. */
  | { kind: 'second-factor'; accountId: string; step: string }
  | Refused

/** Signs somebody in, or asks for their second factor, and tells them by mail if it is in a browser that they did not sign in with before. */
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
 * Looks whether a password is somebody's. An unknown account and a wrong password get the same answer, after the same time. Rejects with QueueFull while too many
 * passwords wait to be looked at.
 */
export const checkPassword = async (
  { database, gate, devices }: PasswordDeps,
  { email, password, visit }: SignInAttempt,
  now: Date,
): Promise<Checked> => {
  const address = email.trim().toLowerCase()
  if (address === '' || address.length > MAX_EMAIL || password === '' || password.length > MAX_PASSWORD) return { kind: 'wrong' }
  const { device } = visit
  const isKnownBrowser = device !== null && devices.knows(device, address)
  const site = siteOf(visit.address)
  const attempt: Attempt = {
    email: address,
    source: isKnownBrowser ? { kind: 'device', id: device.id } : { kind: 'site', id: site },
  }
  const { waitSeconds, isNews } = gate.enter(attempt, now)
  // Whoever goes on asking while they have to wait costs no work.
  if (waitSeconds > 0 && !isNews) return { kind: 'too-often', waitSeconds }
  const account = await findCredentials(database, address)
  const who = { accountId: account?.id ?? null, organizationId: account?.organizationId ?? null }
  if (waitSeconds > 0) {
    await recordAudit(database, { action: 'session.refused', who, details: { reason: 'too often' } })
    return { kind: 'too-often', waitSeconds }
  }
  const matches = await isPassword(password, account?.passwordHash ?? null, site).catch((error: unknown) => {
    // Nobody looked at it, so that it is not a wrong one.
    gate.withdraw(attempt)
    throw error
  })
  const isRight = matches && password !== visit.refusedPassword
  const { passwordHash = null } = account ?? {}
  if (!account || passwordHash === null || !isRight) {
    await recordAudit(database, { action: 'session.refused', who, details: { reason: account ? 'password' : 'no account' } })
    return { kind: 'wrong' }
  }
  gate.succeed(attempt)
  return { kind: 'right', account: { ...account, passwordHash }, isKnownBrowser }
}
