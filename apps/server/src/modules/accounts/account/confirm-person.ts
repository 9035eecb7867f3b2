import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { hashSecret, lockSession, shareSessionLock } from '../../clients/index.ts'
import { claimCode } from '../factors/check-code.ts'
import { askForPasskey, claimPasskey, confirmPurpose } from '../factors/passkeys.ts'
import { countRecoveryCodes, findApp, findPasskeys } from '../factors/repository.ts'
import {
  busyAnswer,
  fullQueue,
  type PageAnswer,
  pageAnswer,
  type Query,
  textField,
  TOO_BUSY,
  tooOften,
} from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import { findPasswordHash, sharePassword } from '../people/repository.ts'
import { hasProved, isStale } from '../sessions/limits.ts'
import { type AccountNotice, writeNotice } from '../sessions/notices.ts'
import { findSession, updateSession } from '../sessions/repository.ts'
import { renewSession } from '../sessions/sessions.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import type { CountedAttempt } from '../sign-in/sign-in-gate.ts'
import { checkPassword } from '../sign-in/sign-in.ts'
import { type AccountVisit, goTo, NOT_YOURS } from './account-forms.ts'
import { type ConfirmErrors, renderConfirm } from './confirm-page.ts'

const WRONG_CODE = 'This code is wrong, or was used already. Wait for the next one, then try again.'
const NOT_THE_PASSKEY = 'This passkey did not work. Try again, or go on in another way.'

export type ConfirmedForm = {
  action: string
  fields: Readonly<Record<string, string>>
  /** The maximum age of the last typed password. */
  seconds: number
  /** Whether people with a second factor must also have used it recently. */
  secondFactor: boolean
}

/**
 * Asks for the password again, and for a second factor, if the last ones are too old. Does the work of the form if neither is needed, or if
 * the form contains valid ones; then the session gets a new secret.
 */
export const confirmPerson = async (
  deps: SignInDeps,
  visit: AccountVisit,
  body: Query,
  form: ConfirmedForm,
  work: (visit: AccountVisit) => Promise<PageAnswer>,
): Promise<PageAnswer> => {
  const { signedIn, browser, now } = visit
  const { identity } = signedIn
  let needsPassword = isStale(signedIn.authenticatedAt, form.seconds, now)
  const needsFactor = form.secondFactor && identity.secondFactor && !hasProved(signedIn, now)
  if (!needsPassword && !needsFactor) return work(visit)
  const page = async (errors: ConfirmErrors) => {
    const secondFactor = needsFactor ? await askedOf(deps, visit) : null
    return renderConfirm(deps.publicUrl, form, { password: needsPassword, secondFactor }, errors)
  }
  const [password, code] = [textField(body, 'password'), textField(body, 'proof')]
  const json = needsFactor ? textField(body, 'proof-passkey') : ''

  let passwordHash: string | null = null
  if (needsPassword && json === '') {
    if (password === '') return pageAnswer(await page({}))
    const checked = await checkPassword(deps, { email: identity.email, password, visit: browser }, now).catch(fullQueue)
    if (checked instanceof QueueFull) return busyAnswer(checked, await page({ error: TOO_BUSY }))
    if (checked.kind === 'too-often')
      return pageAnswer(await page({ error: tooOften(checked.waitSeconds) }), 429, checked.waitSeconds)
    if (checked.kind === 'wrong') return pageAnswer(await page({ error: NOT_YOURS }), 401)
    passwordHash = checked.account.passwordHash
  }

  const attempt = needsFactor && json === '' && code !== '' ? attemptOf(visit) : null
  const { waitSeconds = 0, isNews = false } = attempt ? deps.codeGate.enter(attempt, now) : {}
  if (isNews) await warn(deps, visit)
  const isTried = waitSeconds === 0 && (json !== '' || attempt !== null)
  if (passwordHash === null && !isTried && waitSeconds === 0) return pageAnswer(await page({}))
  const claim = isTried ? claimOf(deps, visit, { code, json }) : null
  const proved = await prove(deps, visit, { passwordHash, claim, isLast: isTried || !needsFactor })
  if (proved === 'gone') return goTo()
  if (proved === 'wrong-password') return pageAnswer(await page({ error: NOT_YOURS }), 401)
  if (typeof proved === 'object') {
    if (attempt) deps.codeGate.succeed(attempt)
    return work(renewed(visit, proved))
  }
  // A correct password is not requested again when the code is wrong.
  needsPassword &&= passwordHash === null
  if (waitSeconds > 0) return pageAnswer(await page({ error: tooOften(waitSeconds) }), 429, waitSeconds)
  if (proved === 'right') return pageAnswer(await page({}))
  await recordAudit(deps.database, {
    action: 'session.refused',
    at: now,
    who: { accountId: identity.id, organizationId: identity.memberships[0]?.organizationId ?? null },
    details: { reason: 'second factor' },
  })
  return pageAnswer(await page(json === '' ? { proof: WRONG_CODE } : { error: NOT_THE_PASSKEY }), 401)
}

const askedOf = async (deps: SignInDeps, { signedIn: { identity, sessionHash }, now }: AccountVisit) => {
  const passkeys = await findPasskeys(deps.database, identity.id)
  const asked = { purpose: confirmPurpose(identity.id, sessionHash), only: passkeys }
  return {
    hasApp: (await findApp(deps.database, identity.id)) !== null,
    passkey: passkeys.length === 0 ? null : askForPasskey(deps, now, asked),
  }
}

/** Counts attempts per session, so that wrong codes in one session do not slow down the person's other sessions. */
const attemptOf = ({ signedIn: { identity, sessionHash } }: AccountVisit): CountedAttempt => ({
  email: identity.id,
  source: { kind: 'device', id: `session ${sessionHash}` },
})

type Claim = (transaction: Transaction) => Promise<'app' | 'recovery' | 'passkey' | null>
const claimOf =
  (deps: SignInDeps, { signedIn, now }: AccountVisit, { code, json }: { code: string; json: string }): Claim =>
  async (transaction) => {
    const accountId = signedIn.identity.id
    if (json === '') return claimCode(transaction, deps.vault, { accountId, code }, now)
    const purpose = confirmPurpose(accountId, signedIn.sessionHash)
    return (await claimPasskey(transaction, deps, { json, purpose, accountId }, now)) && 'passkey'
  }

class SessionEnded extends Error {}

/** The new secret of the session, and when its password and second factor were given. */
type Renewed = { secret: string; times: { authenticatedAt?: Date; secondFactorAt?: Date } }

/** The visit with the session's new secret, which the browser gets as its cookie. */
const renewed = (visit: AccountVisit, { secret, times }: Renewed): AccountVisit => {
  visit.keepSecret(secret)
  const signedIn = { ...visit.signedIn, ...times, sessionHash: hashSecret(secret) }
  return { ...visit, signedIn, browser: { ...visit.browser, secret } }
}

/**
 * Records in the session that the checked password and the second factor were valid, and uses up the second factor. With the last proof that
 * was requested (`isLast`) the session gets a new secret.
 */
const prove = (
  deps: SignInDeps,
  { signedIn: { identity, sessionHash }, browser: { browser }, now }: AccountVisit,
  { passwordHash, claim, isLast }: { passwordHash: string | null; claim: Claim | null; isLast: boolean },
): Promise<Renewed | 'right' | 'wrong' | 'wrong-password' | 'gone'> =>
  inTransaction(deps.database, async (transaction) => {
    await sharePassword(transaction, identity.id)
    if (passwordHash !== null && (await findPasswordHash(transaction, identity.id)) !== passwordHash)
      return (await findSession(transaction, sessionHash, now)) ? 'wrong-password' : 'gone'
    // The second factor is locked before the session, in the same order as at sign-in.
    const used = claim && (await claim(transaction))
    const isDone = isLast && (claim === null || used !== null)
    await (isDone ? lockSession : shareSessionLock)(transaction, sessionHash)
    // The exception rolls back, so that no code is used up for a session that has ended.
    if (!(await findSession(transaction, sessionHash, now))) throw new SessionEnded()
    const isPassword = passwordHash !== null || used === 'passkey'
    const times = { ...(isPassword && { authenticatedAt: now }), ...(used && { secondFactorAt: now }) }
    if (used === 'recovery') {
      const left = await countRecoveryCodes(transaction, identity.id)
      const notice: AccountNotice = { kind: 'recovery-code-used', browser, left }
      await deps.queueMail(transaction, [writeNotice(notice, identity, deps.accountsUrl, now)], now)
    }
    if (isDone) return { secret: await renewSession(transaction, sessionHash, times), times }
    if (isPassword) await updateSession(transaction, sessionHash, times)
    return claim && !used ? 'wrong' : 'right'
  }).catch((error: unknown) => {
    if (error instanceof SessionEnded) return 'gone'
    throw error
  })

/** Mails the owner, at most once an hour, that wrong codes are typed in a signed-in browser. */
const warn = async (deps: SignInDeps, { signedIn: { identity }, browser: { browser }, now }: AccountVisit): Promise<void> => {
  if (!deps.warnings.hit(`${identity.id} proof`, now)) return
  const mail = writeNotice({ kind: 'proof-refused', browser }, identity, deps.accountsUrl, now)
  await inTransaction(deps.database, (transaction) => deps.queueMail(transaction, [mail], now))
}
