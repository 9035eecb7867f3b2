import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findSession } from '../../accounts/index.ts'
import { isClientFrozen } from '../../charges/index.ts'
import { type TokenBasis, LIFETIMES, newAccess, newCode, newFamily, insertTokens, shareSessionLock } from '../../clients/index.ts'
import { holdCoveringConsents } from '../../installs/index.ts'
import { meetsSecondFactorRule } from '../../organizations/index.ts'
import { decideConsent, type Grant, grantedScopes } from '../rules/decide.ts'
import type { AuthorizeRequest } from '../rules/read-request.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Success } from './answer.ts'

export type Issue = { request: AuthorizeRequest; grant: Grant; sessionHash: string; framed: boolean }

/**
 * Issues a code or a token for a grant. Returns `ask` if consent is missing, and `enrol` if the organization requires a second factor that
 * the account does not have. Locks session and consents until the token is stored, so that they cannot end before.
 */
export const issueGrant = (
  database: Database,
  { request, grant, sessionHash, framed }: Issue,
  now: Date,
): Promise<Success | 'ask' | 'enrol' | Refusal> =>
  inTransaction(database, async (transaction) => {
    const { client, redirectUri, challenge, responseType } = request
    const { identity, organizationId, membership } = grant
    await shareSessionLock(transaction, sessionHash)
    if (!(await findSession(transaction, sessionHash, now))) return { identity_exception: 'unauthorized' }
    const of = { organizationId, accountId: identity.id, clientId: client.id }
    if (!(await meetsSecondFactorRule(transaction, of))) return 'enrol'
    const agreed = await holdCoveringConsents(transaction, of)
    // Must be read after the consents are locked, because freezing a charge takes the same lock.
    if (await isClientFrozen(transaction, organizationId, client.id))
      return { identity_exception: 'access_denied', exception_details: 'payment_needed' }
    const scopes = grantedScopes({ request, framed }, grant, agreed)
    const decided = decideConsent({ request, framed }, scopes, agreed)
    if (decided !== 'answer') return decided

    const basis: TokenBasis = { ...of, familyId: newFamily(), actorId: null, sessionHash, scopes, authorizedAt: now }
    const ids = { account_id: identity.id, organization_id: organizationId, client_id: client.id }
    if (responseType === 'code') {
      const binding = { redirectUri, challenge: challenge?.value ?? null, challengeForm: challenge?.form ?? null }
      const { secret, row } = newCode(basis, binding, now)
      await insertTokens(transaction, [row])
      return { secret: { code: secret }, ids, scopes }
    }
    const { secret, row } = newAccess(basis, membership.region, now)
    await insertTokens(transaction, [row])
    return { secret: { access_token: secret, expires_in: LIFETIMES.access, token_type: 'Bearer' }, ids, scopes }
  })
