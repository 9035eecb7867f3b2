import type { OrganizationId } from '../../../core/caller.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { removeConsent } from '../../consents/index.ts'
import { writeNotice } from '../sessions/notices.ts'
import { findSessions } from '../sessions/repository.ts'
import { type Browser, closeOthers, closeSession } from '../sessions/sessions.ts'
import { holdSignedIn, type SignedIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'

type Deps = Pick<SignInDeps, 'database' | 'queueMail' | 'accountsUrl'>

const whoOf = ({ identity }: SignedIn) => ({
  accountId: identity.id,
  organizationId: identity.memberships[0]?.organizationId ?? null,
})

/** Ends the session of this browser, and revokes its tokens. */
export const signOut = ({ database }: Deps, signedIn: SignedIn, now: Date): Promise<void> =>
  inTransaction(database, async (transaction) => {
    if (!(await closeSession(transaction, signedIn.sessionHash, now))) return
    const { accountId } = whoOf(signedIn)
    await recordAudit(transaction, { action: 'session.ended', at: now, who: whoOf(signedIn), subject: accountId })
  })

/** Ends another session of the same account, and revokes its tokens. Does nothing if the session has ended or belongs to another account. */
export const endOneSession = (
  { database, queueMail, accountsUrl }: Deps,
  signedIn: SignedIn,
  hash: string,
  browser: Browser,
  now: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { identity } = signedIn
    if (!(await holdSignedIn(transaction, signedIn, now))) return
    const ended = (await findSessions(transaction, identity.id, now)).find((session) => session.hash === hash)
    if (!ended) return
    await closeSession(transaction, hash, now)
    const notice = writeNotice({ kind: 'session-ended', browser, ended: ended.device ?? 'A browser' }, identity, accountsUrl, now)
    await queueMail(transaction, [notice], now)
    const { accountId } = whoOf(signedIn)
    await recordAudit(transaction, { action: 'session.ended', at: now, who: whoOf(signedIn), subject: accountId })
  })

/** Ends every other session of the account, and revokes their tokens and the tokens of expired sessions. */
export const endOtherSessions = (
  { database, queueMail, accountsUrl }: Deps,
  signedIn: SignedIn,
  browser: Browser,
  now: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { identity, sessionHash } = signedIn
    if (!(await holdSignedIn(transaction, signedIn, now))) return
    const ended = await closeOthers(transaction, { accountId: identity.id, keep: sessionHash }, now)
    if (ended.sessions + ended.tokens === 0) return
    await queueMail(transaction, [writeNotice({ kind: 'sessions-ended', browser }, identity, accountsUrl, now)], now)
    await recordAudit(transaction, {
      action: 'session.ended',
      at: now,
      who: whoOf(signedIn),
      subject: identity.id,
      details: { ended: ended.sessions },
    })
  })

/** Removes the account's consent to a client in an organization, and revokes the tokens that depend on it. */
export const removeOwnConsent = (
  { database, queueMail, accountsUrl }: Deps,
  signedIn: SignedIn,
  { clientId, organizationId, name }: { clientId: string; organizationId: OrganizationId; name: string },
  now: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { identity } = signedIn
    if (!(await holdSignedIn(transaction, signedIn, now))) return
    const of = { organizationId, accountId: identity.id, clientId }
    if (!(await removeConsent(transaction, of, now)).wasThere) return
    await queueMail(transaction, [writeNotice({ kind: 'access-taken-back', client: name }, identity, accountsUrl, now)], now)
    await recordAudit(transaction, {
      action: 'consent.removed',
      at: now,
      who: { accountId: identity.id, organizationId },
      subject: clientId,
      details: { coverage: 'account' },
    })
  })
