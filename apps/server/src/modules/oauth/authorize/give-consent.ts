import { isSameSecret } from '../../../core/is-same-secret.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { type PageAnswer, findIdentity, findSession, writeNotice } from '../../accounts/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { lockRights, shareSessionLock } from '../../clients/index.ts'
import { findConsent, grantConsent } from '../../consents/index.ts'
import { decide, type Grant } from '../rules/decide.ts'
import { authorizationQuery } from '../rules/query.ts'
import type { Prompt } from '../rules/read-request.ts'
import { authorize, consentToken } from './authorize.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Visit } from './visit.ts'

export type ConsentForm = { decision: string | null; token: string | null }

/** Handles the person's answer to the question for consent. Shows the question if the form has no proof that it was shown. */
export const answerConsent = async (deps: AuthorizeDeps, visit: Visit, { decision, token }: ConsentForm): Promise<PageAnswer> => {
  const { request, query, framed, signedIn, secret, now } = visit
  const again = () => authorize(deps, visit, 'authorize')
  if (!signedIn || secret === null || framed) return again()
  const decided = decide({ request, entry: 'authorize', framed, identity: signedIn.identity })
  if (decided.kind !== 'grant' || !isSameSecret(token ?? '', consentToken(secret, visit, decided.grant))) return again()
  const { identity, organizationId, membership, scopes } = decided.grant
  const { client } = request
  const who = { accountId: identity.id, organizationId }
  if (decision === 'refuse') {
    const isRefused = await inTransaction(deps.database, async (transaction) => {
      if (!(await isStillAsked(transaction, visit, decided.grant))) return false
      const details = { scopes: [...scopes] }
      await recordAudit(transaction, { action: 'consent.refused', at: now, who, subject: client.id, details })
      return true
    })
    return isRefused ? visit.refuse({ oauth_exception: 'access_denied' }, true) : decidedAgain(query)
  }
  if (decision !== 'agree') return again()

  const isGiven = await inTransaction(deps.database, async (transaction) => {
    const of = { organizationId, accountId: identity.id, clientId: client.id }
    if (!(await isStillAsked(transaction, visit, decided.grant))) return false
    const agreed = new Set((await findConsent(transaction, of))?.scopes)
    await grantConsent(transaction, { ...of, scopes, grantedBy: identity.id })
    // A repeated consent to the same scopes sends no mail. Neither do the marketplace's own clients, which need no consent.
    if (!client.trusted && (agreed.size === 0 || scopes.some((scope) => !agreed.has(scope)))) {
      const notice = { kind: 'access-given', client: client.name, organization: membership.name } as const
      await deps.queueMail(transaction, [writeNotice(notice, identity, deps.accountsUrl, now)], now)
    }
    await recordAudit(transaction, {
      action: 'consent.granted',
      at: now,
      who,
      subject: client.id,
      details: { coverage: 'account', scopes: [...scopes] },
    })
    return true
  })
  return decidedAgain(query, isGiven ? ['consent', 'login', 'select_account'] : [])
}

/** Redirects to the authorization, which decides the request again with the person's current rights. */
const decidedAgain = (query: Visit['query'], done: Prompt[] = []): PageAnswer => ({
  kind: 'redirect',
  location: `/?${authorizationQuery(query, done)}`,
})

/**
 * Whether the person is still signed in and still has the rights that the consent needs. Locks session and roles until the transaction ends,
 * so that a consent cannot rely on rights that were just lost.
 */
const isStillAsked = async (
  transaction: Transaction,
  { request, signedIn, framed, now }: Visit,
  asked: Grant,
): Promise<boolean> => {
  if (!signedIn) return false
  const { identity, organizationId } = asked
  await lockRights(transaction, { organizationId, accountId: identity.id, clientId: request.client.id, actorId: null })
  await shareSessionLock(transaction, signedIn.sessionHash)
  if (!(await findSession(transaction, signedIn.sessionHash, now))) return false
  const current = await findIdentity(transaction, identity.id)
  const decided = decide({ request, entry: 'authorize', framed, identity: current })
  return (
    decided.kind === 'grant' &&
    decided.grant.organizationId === organizationId &&
    asked.scopes.every((scope) => decided.grant.scopes.includes(scope))
  )
}
