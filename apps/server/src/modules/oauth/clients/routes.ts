import type { FastifyInstance } from 'fastify'
import { ERRORS } from '@marketplace/contracts/core/errors'
import { getConsentStatus, getPublicClient, removeConsent as removeConsentEndpoint } from '@marketplace/contracts/oauth/endpoints'
import { hasPermission } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { writeNotice } from '../../accounts/index.ts'
import { recordAudit, recordRefusal } from '../../audit/index.ts'
import { type LockCaller } from '../../clients/index.ts'
import { type ConsentOf, findConsent, removeConsent } from '../../consents/index.ts'
import { consentRefusal, findCoveringConsents, type InstallRules } from '../../installs/index.ts'
import type { QueueMail } from '../../mail/index.ts'
import { type ClientDeps, knownClient } from './known-client.ts'

type Coverage = 'account' | 'organization'
const consentOf = ({ organizationId, accountId }: Caller, clientId: string, coverage: Coverage): ConsentOf => ({
  organizationId,
  clientId,
  accountId: coverage === 'account' ? accountId : null,
})

/**
 * Whether a caller may read and remove consents to a client: only with tokens of that client or of the marketplace's own clients.
 */
const isForClient = ({ trusted, clientId }: Caller, id: string): boolean => trusted || clientId === id

/** An organization's consent may be removed by people who manage the organization or install its applications. */
const mayRemove = (caller: Caller, id: string, coverage: Coverage): boolean =>
  isForClient(caller, id) &&
  (coverage === 'account' ||
    hasPermission(caller.scopes, 'manageOrganization') ||
    hasPermission(caller.scopes, 'installApplications'))

export const registerClientRoutes = (
  app: FastifyInstance,
  deps: ClientDeps & { rules: InstallRules; lockCaller: LockCaller; queueMail: QueueMail; accountsUrl: string },
): void => {
  const { database, clock, rules, lockCaller, queueMail, accountsUrl } = deps

  registerEndpoint(app, getPublicClient, async ({ params: { id }, reply }) => {
    const client = await knownClient(deps, id)
    if (!client) throw new ApiError('CLIENT_NOT_FOUND', { id })
    const { trusted: _, ...shown } = client
    return reply.header('cache-control', 'public, max-age=300').send(shown)
  })

  registerEndpoint(app, getConsentStatus, async ({ caller, params: { id }, query: { coverage } }) => {
    const client = await knownClient(deps, id)
    if (!client) throw new ApiError('CLIENT_NOT_FOUND', { id })
    if (!isForClient(caller, id)) throw new ApiError('FORBIDDEN')
    const of = consentOf(caller, id, coverage)
    const holding =
      coverage === 'account'
        ? await findCoveringConsents(database, { ...of, accountId: caller.accountId })
        : [await findConsent(database, of)].filter((consent) => consent !== null)
    const agreed = new Set(client.trusted ? client.scopes : holding.flatMap(({ scopes }) => scopes))
    const missing = client.scopes.filter((scope) => !agreed.has(scope))
    const consented = missing.length === 0 && (client.trusted || holding.length > 0)
    return { client_id: id, coverage, consented, scopes: [...agreed].toSorted(), missing }
  })

  registerEndpoint(app, removeConsentEndpoint, async ({ caller, params: { id }, body: { coverage } }) => {
    const now = clock.now()
    const of = consentOf(caller, id, coverage)
    // A consent can be removed even if its client no longer exists.
    const client = await knownClient(deps, id)
    if (!client && !(await findConsent(database, of))) throw new ApiError('CLIENT_NOT_FOUND', { id })
    const refused = await inTransaction(database, async (transaction) => {
      const held = await lockCaller(transaction, caller)
      if (!mayRemove(held, id, coverage)) return new ApiError('FORBIDDEN')
      const stands = coverage === 'organization' ? await consentRefusal(transaction, held, id, rules) : null
      if (stands) return stands
      const { wasThere } = await removeConsent(transaction, of, now)
      if (!wasThere) return null
      await recordAudit(transaction, { action: 'consent.removed', at: now, who: caller, subject: id, details: { coverage } })
      if (coverage === 'account' && !client?.trusted) {
        const notice = writeNotice({ kind: 'access-taken-back', client: client?.name ?? id }, held, accountsUrl, now)
        await queueMail(transaction, [notice], now)
      }
      return null
    })
    if (refused) {
      if (ERRORS[refused.code].status === 403)
        await recordRefusal(database, {
          action: 'consent.removal-refused',
          at: now,
          who: caller,
          subject: id,
          details: { coverage, code: refused.code },
        })
      throw refused
    }
    return {}
  })
}
