import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { auditEvents } from '../../db/schema.ts'
import type { Caller } from '../../core/caller.ts'

/** What happened, noun and verb. */
export type AuditAction =
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'account.created'
  | 'account.password-changed'
  | 'account.password-reset-asked'
  | 'account.password-reset'
  | 'account.second-factor-added'
  | 'account.second-factor-removed'
  | 'account.recovery-codes-made'
  | 'organization.second-factor-rule-changed'
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

/** How long a refusal stands for whatever the same person is refused for the same reason. */
const REFUSED_SECONDS = 600

/**
 * Adds a row for somebody who was refused, unless there is one already: that somebody tries is to be known, and nobody shall fill the
 * audit as fast as they can ask. One statement, so that of many requests at once hardly two find nothing.
 */
export const recordRefusal = async (
  database: Queryable,
  { action, who: { accountId, organizationId, actor }, subject = null, details = {} }: AuditEvent & { who: Caller },
): Promise<void> => {
  await database.execute(sql`
    insert into audit_events (action, account_id, organization_id, actor_id, subject, details)
    select told.* from (select
      ${action}::text as action, ${accountId}::text as account_id, ${organizationId}::text as organization_id,
      ${actor?.accountId ?? null}::text as actor_id, ${subject}::text as subject, ${JSON.stringify(details)}::jsonb as details
    ) told
    where not exists (
      select 1 from audit_events before
      where before.organization_id = told.organization_id and before.at > now() - make_interval(secs => ${REFUSED_SECONDS})
        and before.action = told.action and before.account_id = told.account_id
        and (before.actor_id, before.subject) is not distinct from (told.actor_id, told.subject) and before.details = told.details
    )`)
}
