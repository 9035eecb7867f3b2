import type { OrganizationId } from '../../../core/caller.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { removeConsent } from '../../consents/index.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import type { SignedIn } from '../sessions/visitor.ts'
import { writeNotice } from '../sessions/notices.ts'
import { findSessions } from '../sessions/repository.ts'
import { type Browser, closeSession, closeSessions } from '../sessions/sessions.ts'

type Deps = Pick<SignInDeps, 'database' | 'queueMail' | 'accountsUrl'>

const whoOf = ({ identity }: SignedIn) => ({
  accountId: identity.id,
  organizationId: identity.memberships[0]?.organizationId ?? null,
})

/** Ends another session of the same account, and revokes its tokens. Does nothing if it ended already, or is somebody else's. */
export const endOneSession = ({ database }: Deps, signedIn: SignedIn, hash: string, now: Date): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const own = await findSessions(transaction, signedIn.identity.id, now)
    if (!own.some((session) => session.hash === hash)) return
    await closeSession(transaction, hash, now)
    const { accountId } = whoOf(signedIn)
    await recordAudit(transaction, { action: 'session.ended', who: whoOf(signedIn), subject: accountId })
  })

/** Ends every other session of the account, and revokes their tokens. */
export const endOtherSessions = (
  { database, queueMail, accountsUrl }: Deps,
  signedIn: SignedIn,
  browser: Browser,
  now: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { identity, sessionHash } = signedIn
    const ended = await closeSessions(transaction, { accountId: identity.id, keep: sessionHash }, now)
    if (ended === 0) return
    await queueMail(transaction, [writeNotice({ kind: 'sessions-ended', browser }, identity, accountsUrl, now)])
    await recordAudit(transaction, { action: 'session.ended', who: whoOf(signedIn), subject: identity.id, details: { ended } })
  })

/** Takes back what the account has allowed a client to do in an organization, and revokes the tokens that stand on it. */
export const takeBackConsent = (
  { database, queueMail, accountsUrl }: Deps,
  signedIn: SignedIn,
  { clientId, organizationId, name }: { clientId: string; organizationId: string; name: string },
  now: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { identity } = signedIn
    // The account is the bound: a consent of this account is its own, whichever organization the form names.
    const of = { organizationId: organizationId as OrganizationId, accountId: identity.id, clientId }
    if (!(await removeConsent(transaction, of, now))) return
    await queueMail(transaction, [writeNotice({ kind: 'access-taken-back', client: name }, identity, accountsUrl, now)])
    await recordAudit(transaction, {
      action: 'consent.removed',
      who: { accountId: identity.id, organizationId },
      subject: clientId,
      details: { coverage: 'account' },
    })
  })
