import { addSeconds } from '../../../core/clock.ts'
import { siteOf } from '@marketplace/domain/network'
import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { hashSecret, newSecret } from '../../clients/index.ts'
import type { QueueMail } from '../../mail/index.ts'
import {
  countAttempt,
  countRecoveryCodes,
  deleteStep,
  findStep,
  insertStep,
  lockStep,
  type SignInStep,
} from '../factors/repository.ts'
import { foldEmail } from '../people/limits.ts'
import { type Credentials, findCredentialsOf, sharePassword } from '../people/repository.ts'
import type { Device, KnownDevices } from '../sessions/known-device.ts'
import { type AccountNotice, writeNotice } from '../sessions/notices.ts'
import { type Browser, openSession } from '../sessions/sessions.ts'
import type { Limiter, Pacer } from './limiter.ts'
import type { CountedAttempt, SignInGate } from './sign-in-gate.ts'

export const STEP_MINUTES = 10
/** After this number of wrong codes the password has to be typed again. */
const ATTEMPTS = 5
/** The limit for codes of an account's app from unknown browsers: a stranger may know the password. One code in a million is correct. */
export const APP_CODES = { burst: 20, everySeconds: 600 } as const
export const WARNINGS = { max: 1, seconds: 3_600 } as const

/** Begins the second step after a correct password. Returns the secret that identifies the step in the form. */
export const beginStep = async (
  database: Database,
  { account, isKnownBrowser }: { account: { id: string; passwordHash: string }; isKnownBrowser: boolean },
  now: Date,
): Promise<string> => {
  const secret = newSecret()
  await insertStep(database, {
    hash: hashSecret(secret),
    accountId: account.id,
    passwordProof: hashSecret(account.passwordHash),
    knownBrowser: isKnownBrowser,
    expiresAt: addSeconds(now, STEP_MINUTES * 60),
  })
  return secret
}

export type StepDeps = {
  database: Database
  queueMail: QueueMail
  accountsUrl: string
  devices: Pick<KnownDevices, 'knows'>
  /** Slows down wrong codes in the same way as wrong passwords. */
  codeGate: SignInGate
  appCodes: Pacer
  /** Limits the mails about wrong codes after a correct password. */
  warnings: Limiter
}

export type StepAttempt = {
  /** The secret in the form. */
  step: string
  /** Whether the second factor is a code that can be guessed. */
  isGuessable: boolean
  /** Uses up the second factor and returns its kind; null if it is wrong. */
  use: (transaction: Transaction, accountId: string) => Promise<'app' | 'recovery' | 'passkey' | null>
  visit: { address: string; device: Device | null; secret: string | null; browser: Browser }
}

export type StepResult =
  | { kind: 'signed-in'; secret: string; email: string }
  | { kind: 'wrong'; accountId: string }
  | { kind: 'too-often'; waitSeconds: number; accountId: string }
  /** The step is over: the password has to be typed again. */
  | { kind: 'gone' }

/** Signs in a person who has also passed the second factor. Counts the attempt before it is checked. */
export const passStep = async (
  deps: StepDeps,
  { step: given, isGuessable, use, visit }: StepAttempt,
  now: Date,
): Promise<StepResult> => {
  const { database } = deps
  const hash = hashSecret(given)
  const step = await findStep(database, hash, now)
  const account = step && (await findCredentialsOf(database, step.accountId))
  if (!step || !account || !isSamePassword(step, account)) return { kind: 'gone' }
  const attempt = attemptOf(deps, account, visit)
  const isCounted = isGuessable && attempt.source.kind === 'site'
  const appWait = isCounted ? deps.appCodes.wait(account.id, now) : 0
  const waitSeconds = appWait > 0 ? appWait : deps.codeGate.enter(attempt, now).waitSeconds
  if (waitSeconds > 0) {
    await warn(deps, account, visit, now)
    return { kind: 'too-often', waitSeconds, accountId: account.id }
  }
  if (isCounted) deps.appCodes.count(account.id, now)
  const counted = await countAttempt(database, hash, { most: ATTEMPTS, now })
  if (!counted) return { kind: 'gone' }

  const passed = await inTransaction(database, async (transaction) => {
    await sharePassword(transaction, account.id)
    const current = await findCredentialsOf(transaction, account.id)
    if (!current || !isSamePassword(step, current)) return 'gone'
    // Of two simultaneous requests for the same step, the second one finds that the step was deleted, and uses up no code.
    if (!(await lockStep(transaction, hash))) return 'gone'
    const used = await use(transaction, account.id)
    if (used === null) return 'wrong'
    await deleteStep(transaction, hash)
    const notices: AccountNotice[] = []
    if (!step.knownBrowser) notices.push({ kind: 'signed-in', browser: visit.browser })
    if (used === 'recovery') {
      const left = await countRecoveryCodes(transaction, account.id)
      notices.push({ kind: 'recovery-code-used', browser: visit.browser, left })
    }
    const mails = notices.map((notice) => writeNotice(notice, account, deps.accountsUrl, now))
    await deps.queueMail(transaction, mails, now)
    const { id: accountId, organizationId } = account
    const arrival = { accountId, organizationId, browser: visit.browser, before: visit.secret, secondFactor: used }
    return { secret: await openSession(transaction, arrival, now) }
  })
  if (passed === 'gone') return { kind: 'gone' }
  if (passed !== 'wrong') {
    deps.codeGate.succeed(attempt)
    return { kind: 'signed-in', secret: passed.secret, email: account.email }
  }
  const who = { accountId: account.id, organizationId: account.organizationId }
  await recordAudit(database, { action: 'session.refused', at: now, who, details: { reason: 'second factor' } })
  if (counted.attempts === ATTEMPTS) await warn(deps, account, visit, now)
  return { kind: 'wrong', accountId: account.id }
}

/** Mails the account's owner, at most once an hour, that wrong codes followed the correct password. */
const warn = async (
  { database, queueMail, warnings, accountsUrl }: StepDeps,
  account: Credentials,
  { browser }: StepAttempt['visit'],
  now: Date,
): Promise<void> => {
  if (!warnings.hit(account.id, now)) return
  const mail = writeNotice({ kind: 'second-factor-refused', browser }, account, accountsUrl, now)
  await inTransaction(database, (transaction) => queueMail(transaction, [mail], now))
}

const isSamePassword = ({ passwordProof }: SignInStep, { passwordHash }: Credentials): boolean =>
  passwordHash !== null && hashSecret(passwordHash) === passwordProof

/** The proof in the browser's cookie is verified for each code, because a request could contain an invented id of a known browser. */
const attemptOf = (
  { devices }: StepDeps,
  { id, email }: Credentials,
  { address, device }: StepAttempt['visit'],
): CountedAttempt => ({
  email: id,
  source:
    device && devices.knows(device, foldEmail(email)) ? { kind: 'device', id: device.id } : { kind: 'site', id: siteOf(address) },
})
