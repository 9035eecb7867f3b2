import type { Queryable } from '../../db/client.ts'
import { auditEvents } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'

/** What happened, noun and verb. */
export type AuditAction =
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'account.created'
  | 'token.family-revoked'
  | 'consent.granted'
  | 'consent.refused'
  | 'consent.removed'
  | 'consent.removal-refused'
  | 'endpoint.refused'
  | 'ghost.started'
  | 'ghost.refused'
  | 'application.installed'
  | 'application.uninstalled'
  | 'application.install-refused'
  | 'application.agents-changed'
  | 'access.requested'

/** Who did it: a caller, or somebody who is only about to be one. */
type Who = { accountId: string | null; organizationId: string | null; actor?: Caller['actor'] }

export type AuditEvent = {
  action: AuditAction
  who: Who
  /** What it was done to: an id. */
  subject?: string | null
  /** Never a secret, and nothing that a stranger typed beyond what it is about. */
  details?: Record<string, string | number | boolean | null | string[]>
}

/** Adds a row to the audit; within a transaction it is there with what it tells of, or not at all. */
export const recordAudit = async (
  database: Queryable,
  { action, who, subject = null, details = {} }: AuditEvent,
): Promise<void> => {
  const { accountId, organizationId } = who
  const actorId = who.actor?.accountId ?? null
  await database.insert(auditEvents).values({ action, accountId, organizationId, actorId, subject, details })
}
