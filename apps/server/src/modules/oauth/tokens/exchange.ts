import type { Token } from '@marketplace/contracts/oauth/schemas'
import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { findSession } from '../../accounts/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { isClientFrozen } from '../../charges/index.ts'
import {
  callerOf,
  type OAuthClient,
  hashSecret,
  type TokenBasis,
  expiryOf,
  LIFETIMES,
  newAccess,
  newRefresh,
  extendToken,
  findLineage,
  lockToken,
  insertTokens,
  type KeptToken,
  lockFamily,
  markUsed,
  revokeFamily,
  findToken,
} from '../../clients/index.ts'
import { meetsSecondFactorRule } from '../../organizations/index.ts'
import { provesChallenge } from '../rules/challenge.ts'

/** The values that a client sends with a code. */
export type Proof = { redirectUri: string | undefined; verifier: string | undefined }

/**
 * Exchanges a code for a token. Null if the code is unknown, expired, or belongs to another client or proof. A second use of a code revokes
 * all tokens of the first use.
 */
export const exchangeCode = (
  database: Database,
  client: OAuthClient,
  code: string,
  { redirectUri, verifier }: Proof,
  now: Date,
): Promise<Token | null> =>
  inTransaction(database, async (transaction) => {
    const held = await lockExchangeable(transaction, client, 'code', code, now)
    if (!held) return null
    if (held.redirectUri !== redirectUri || !provesChallenge(verifier, held.challenge)) return null
    return issueTokens(transaction, held, null, now)
  })

/**
 * Exchanges a refresh token for a new token. A JavaScript application gets a new refresh token each time, and a second use of the old one
 * counts as theft. A server application keeps its refresh token, whose lifetime restarts with each use. Both end 90 days after the
 * authorization.
 */
export const refreshToken = (database: Database, client: OAuthClient, refresh: string, now: Date): Promise<Token | null> =>
  inTransaction(database, async (transaction) => {
    const held = await lockExchangeable(transaction, client, 'refresh', refresh, now)
    if (!held) return null
    return issueTokens(transaction, held, client.type === 'server_side_app' ? refresh : null, now)
  })

/** A code or a refresh token that may be exchanged, and whether its account has a second factor, which the organization may require. */
type Exchangeable = KeptToken & { meetsRule: boolean }

/** Locks a code or a refresh token that the client may exchange. Null if it may not. */
const lockExchangeable = async (
  transaction: Transaction,
  client: OAuthClient,
  kind: 'code' | 'refresh',
  secret: string,
  now: Date,
): Promise<Exchangeable | null> => {
  const hash = hashSecret(secret)
  const lineage = await findLineage(transaction, kind, hash)
  if (!lineage) return null
  await lockFamily(transaction, lineage)
  // The organization is locked before its tokens, in the same order as in all code that revokes them.
  const meetsRule = await meetsSecondFactorRule(transaction, lineage)
  const held = await lockToken(transaction, kind, hash)
  // A token of another client counts as unknown, so that a client cannot revoke tokens that are not its own.
  if (!held || held.clientId !== client.id || held.revokedAt) return null
  if (!held.usedAt)
    return held.expiresAt > now && (await isSessionOpen(transaction, client, held, now)) ? { ...held, meetsRule } : null
  const revoked = await revokeFamily(transaction, held.familyId, now)
  await recordAudit(transaction, {
    action: 'token.family-revoked',
    at: now,
    who: held,
    subject: held.familyId,
    details: { client: client.id, reused: kind, revoked },
  })
  return null
}

/**
 * Whether the session allows a renewal. The marketplace's own clients in browsers get no new token once the session has ended, so that
 * inactivity signs them out too. All other clients may work in the absence of the person (docs/SECURITY.md, the table of lifetimes).
 */
const isSessionOpen = async (
  transaction: Transaction,
  { trusted, type }: OAuthClient,
  { sessionHash }: KeptToken,
  now: Date,
): Promise<boolean> =>
  !trusted || type !== 'javascript_app' || sessionHash === null || (await findSession(transaction, sessionHash, now)) !== null

/** Issues the tokens in the transaction that locks the code or refresh token, so that a second request sees its use and these tokens. */
const issueTokens = async (
  transaction: Transaction,
  held: Exchangeable,
  kept: string | null,
  now: Date,
): Promise<Token | null> => {
  const record = await findToken(transaction, held.hash, now)
  const caller = record && callerOf(record)
  if (!caller) return null
  // Staff who browse as another person have passed their own second factor.
  if (held.actorId === null && !held.meetsRule) return null
  const { familyId, clientId, accountId, organizationId, actorId, sessionHash, scopes, authorizedAt } = held
  if (await isClientFrozen(transaction, organizationId, clientId)) return null
  const basis: TokenBasis = { familyId, clientId, accountId, organizationId, actorId, sessionHash, scopes, authorizedAt }
  if (expiryOf(basis, now, LIFETIMES.access) <= now) return null
  const access = newAccess(basis, caller.region, now)
  const refresh = kept === null ? newRefresh(basis, now) : null
  if (refresh) await markUsed(transaction, held.hash, now)
  else await extendToken(transaction, held.hash, expiryOf(basis, now, LIFETIMES.refresh))
  await insertTokens(transaction, [access.row, ...(refresh ? [refresh.row] : [])])
  return {
    access_token: access.secret,
    account_id: accountId,
    expires_in: Math.floor((access.row.expiresAt.getTime() - now.getTime()) / 1_000),
    organization_id: organizationId,
    refresh_token: refresh?.secret ?? kept,
    scope: [...caller.scopes].join(','),
    token_type: 'Bearer',
  }
}
