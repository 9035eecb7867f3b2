import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { hasSecondFactor } from '../../organizations/index.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from '../factors/recovery-codes.ts'
import { deleteApp, deletePasskey, replaceRecoveryCodes } from '../factors/repository.ts'
import { hasProved } from '../sessions/limits.ts'
import { type AccountNotice, writeNotice } from '../sessions/notices.ts'
import { updateSession } from '../sessions/repository.ts'
import { type Browser, closeEverything } from '../sessions/sessions.ts'
import { holdSignedIn, type SignedIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'

export type FactorDeps = Pick<SignInDeps, 'database' | 'queueMail' | 'accountsUrl'>
/** The person who makes a change, and their browser. */
export type Changer = { signedIn: SignedIn; browser: Browser }

export const AN_APP = 'An authenticator app'
const passkeyWords = (name: string) => `The passkey “${name}”`

/**
 * Changes an account's second factors while sign-ins to the account wait. Null if the session has ended, or if the account has a second
 * factor but none was used in the session recently.
 */
const changing = <T>(
  { database }: FactorDeps,
  { signedIn }: Changer,
  now: Date,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T | null> =>
  inTransaction(database, async (transaction) => {
    const session = await holdSignedIn(transaction, signedIn, now)
    if (!session) return null
    const isAllowed = hasProved(session, now) || !(await hasSecondFactor(transaction, signedIn.identity.id))
    return isAllowed ? change(transaction) : null
  })

const tell = async (
  transaction: Transaction,
  { queueMail, accountsUrl }: FactorDeps,
  { signedIn: { identity } }: Changer,
  notice: AccountNotice,
  now: Date,
): Promise<void> => {
  await queueMail(transaction, [writeNotice(notice, identity, accountsUrl, now)], now)
}

const whoOf = ({ signedIn: { identity } }: Changer) => ({
  accountId: identity.id,
  organizationId: identity.memberships[0]?.organizationId ?? null,
})

const writeRecoveryCodes = async (transaction: Transaction, accountId: string): Promise<string[]> => {
  const codes = newRecoveryCodes()
  const hashes = codes.map(hashOfRecoveryCode).filter((hash) => hash !== null)
  await replaceRecoveryCodes(transaction, accountId, hashes)
  return codes
}

/**
 * The result of adding a second factor. `recoveryCodes` is empty unless it was the account's first one. `gone`: the function `changing`
 * returned null.
 */
export type Added = { kind: 'added'; recoveryCodes: string[] } | { kind: 'refused' } | { kind: 'gone' }

/**
 * Adds a second factor. With the first one the account gets recovery codes, and every other session and token ends, because they began
 * without a second factor. `insert` returns false if the factor cannot be added.
 */
export const addFactor = async (
  deps: FactorDeps,
  changer: Changer,
  factor: { kind: 'app' } | { kind: 'passkey'; name: string },
  insert: (transaction: Transaction) => Promise<boolean>,
  now: Date,
): Promise<Added> => {
  const { identity, sessionHash } = changer.signedIn
  const added = await changing(deps, changer, now, async (transaction): Promise<Added> => {
    const isFirst = !(await hasSecondFactor(transaction, identity.id))
    if (!(await insert(transaction))) return { kind: 'refused' }
    const recoveryCodes = isFirst ? await writeRecoveryCodes(transaction, identity.id) : []
    // The person has just used the new factor.
    await updateSession(transaction, sessionHash, { secondFactorAt: now })
    if (isFirst) await closeEverything(transaction, { accountId: identity.id, keep: sessionHash }, now)
    const what = factor.kind === 'app' ? AN_APP : passkeyWords(factor.name)
    await tell(transaction, deps, changer, { kind: 'second-factor-added', browser: changer.browser, what }, now)
    await recordAudit(transaction, {
      action: 'account.second-factor-added',
      at: now,
      who: whoOf(changer),
      subject: identity.id,
      details: { kind: factor.kind },
    })
    return { kind: 'added', recoveryCodes }
  })
  return added ?? { kind: 'gone' }
}

/** Removes the account's app or a passkey. Also removes the recovery codes if no factor remains. Returns whether the factor existed. */
export const removeFactor = async (
  deps: FactorDeps,
  changer: Changer,
  factor: { kind: 'app' } | { kind: 'passkey'; id: string },
  now: Date,
): Promise<boolean> => {
  const { identity } = changer.signedIn
  const removed = await changing(deps, changer, now, async (transaction) => {
    const what = await deleteFactor(transaction, identity.id, factor)
    if (what === null) return false
    if (!(await hasSecondFactor(transaction, identity.id))) await replaceRecoveryCodes(transaction, identity.id, [])
    await tell(transaction, deps, changer, { kind: 'second-factor-removed', browser: changer.browser, what }, now)
    await recordAudit(transaction, {
      action: 'account.second-factor-removed',
      at: now,
      who: whoOf(changer),
      subject: identity.id,
      details: { kind: factor.kind },
    })
    return true
  })
  return removed === true
}

const deleteFactor = async (
  transaction: Transaction,
  accountId: string,
  factor: { kind: 'app' } | { kind: 'passkey'; id: string },
): Promise<string | null> => {
  if (factor.kind === 'app') return (await deleteApp(transaction, accountId)) ? AN_APP : null
  const name = await deletePasskey(transaction, accountId, factor.id)
  return name === null ? null : passkeyWords(name)
}

/** Replaces the recovery codes. Null for an account without a second factor, which has no use for them. */
export const renewRecoveryCodes = (deps: FactorDeps, changer: Changer, now: Date): Promise<string[] | null> =>
  changing(deps, changer, now, async (transaction) => {
    const { identity } = changer.signedIn
    if (!(await hasSecondFactor(transaction, identity.id))) return null
    const codes = await writeRecoveryCodes(transaction, identity.id)
    await tell(transaction, deps, changer, { kind: 'recovery-codes-made', browser: changer.browser }, now)
    await recordAudit(transaction, { action: 'account.recovery-codes-made', at: now, who: whoOf(changer), subject: identity.id })
    return codes
  })
