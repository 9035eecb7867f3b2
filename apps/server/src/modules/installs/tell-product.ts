import { TRACKING_PARAMETERS } from '@marketplace/contracts/core/tracking-parameters'
import type { InstallBody, SpecialInstallMetrics } from '@marketplace/contracts/installs/special-install'
import { paths } from '@marketplace/contracts/pages/paths'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { clientIdOf, requiredScopes } from '@marketplace/domain/installing'
import { isService } from '@marketplace/domain/visibility'
import { readSpecialAnswer, type SpecialAnswer } from '@marketplace/domain/special-installs'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Transaction } from '../../db/transaction.ts'
import { OutboundError, type OutboundHttp } from '../../ports/outbound-http.ts'
import {
  ensureOwnClient,
  findClient,
  findToken,
  insertTokens,
  LIFETIMES,
  MARKETPLACE_CLIENT,
  newAccess,
  shareSessionLock,
} from '../clients/index.ts'
import { meetsSecondFactorRule } from '../organizations/index.ts'
import type { InstallableRecord } from './records.ts'
import type { SpecialPlaces } from './special-places.ts'

/** How long (ms) to wait for the answer. It is shorter than the time that a stopping server gives its requests. */
const ANSWER_WITHIN_MS = 8_000
const ANSWER_BYTES = 64 * 1024
/** After this time (ms) the answer has come, or the process that waited for it has ended. */
const ANSWER_DUE_AFTER_MS = 60_000

/** The products that are told about installs, the HTTP client for them, and the limit of waiting installs. */
export type SpecialInstalls = { origins: readonly string[]; http: OutboundHttp; places: SpecialPlaces }

export const answerDueAt = (now: Date): Date => new Date(now.getTime() + ANSWER_DUE_AFTER_MS)

/**
 * Locks the rows that a token for another product depends on: the caller's session, because the token ends with it, and the organization's
 * rule about a second factor. Call it right after lockCaller. Throws TOKEN_INVALID if the session has ended or the rule excludes the
 * caller. Staff who browse as somebody else have passed their own second factor.
 */
export const holdRightToTokens = async (transaction: Transaction, caller: Caller, now: Date): Promise<void> => {
  const { sessionHash, tokenHash, actor } = caller
  if (sessionHash !== null) {
    await shareSessionLock(transaction, sessionHash)
    if (!(await findToken(transaction, tokenHash, now))) throw new ApiError('TOKEN_INVALID')
  }
  if (!actor && !(await meetsSecondFactorRule(transaction, caller))) throw new ApiError('TOKEN_INVALID')
}

/**
 * Issues the token that the other product gets; call holdRightToTokens before. It is a token of the application's client, for the scopes
 * that the install consents to. Null if that client is one of the marketplace's own, whose tokens are never given to others. The token ends
 * with the install, whose id is the token's family.
 */
export const issueProductToken = async (
  transaction: Transaction,
  { installId, application }: { installId: string; application: InstallableRecord },
  { accountId, organizationId, region, actor, sessionHash }: Caller,
  now: Date,
): Promise<string | null> => {
  const clientId = clientIdOf(application)
  const scopes = requiredScopes(application)
  await ensureOwnClient(transaction, { id: clientId, name: application.name, scopes })
  const client = await findClient(transaction, clientId)
  if (!client || client.trusted) return null
  const basis = {
    familyId: installId,
    clientId,
    accountId,
    organizationId,
    actorId: actor?.accountId ?? null,
    sessionHash,
    scopes,
    authorizedAt: now,
  }
  const { secret, row } = newAccess(basis, region, now, actor ? LIFETIMES.ghost : LIFETIMES.access)
  await insertTokens(transaction, [row])
  return secret
}

const metricsOf = (application: InstallableRecord, given: InstallBody, publicUrl: string): SpecialInstallMetrics => {
  const { slug } = application
  const ownPage = `${publicUrl}${isService(application) ? paths.service(slug) : paths.underApps(slug)}`
  const page = URL.parse(hostAddress(given.source_path, publicUrl) ?? ownPage)
  const utm = TRACKING_PARAMETERS.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []))
  // Without query and hash, which may contain personal data.
  return { source_url: `${publicUrl}${page?.pathname ?? '/'}`, source_id: MARKETPLACE_CLIENT, ...Object.fromEntries(utm) }
}

type Told = {
  url: URL
  token: string
  application: InstallableRecord
  given: InstallBody
  publicUrl: string
}

/**
 * Tells another product about an install, once. Null if it cannot be reached, takes too long, redirects, or sends an answer that is too
 * long or unreadable. Redirects are not followed, because the token is for this address only.
 */
export const tellProduct = async (
  http: OutboundHttp,
  { url, token, application, given, publicUrl }: Told,
): Promise<SpecialAnswer | null> => {
  const body = JSON.stringify(metricsOf(application, given, publicUrl))
  try {
    const { status, body: answered } = await http.fetch({
      url: url.href,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(body),
      timeoutMs: ANSWER_WITHIN_MS,
      maxBytes: ANSWER_BYTES,
      maxRedirects: 0,
    })
    return readSpecialAnswer(status, answered.toString('utf8'))
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}
