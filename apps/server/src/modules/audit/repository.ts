import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { insertAtEnd } from '../../db/transaction.ts'
import { declareWrite } from '../../db/writes.ts'
import { auditEvents, type paymentAttempts } from '../../db/schema.ts'
import type { Asking, Caller, OrganizationId } from '../../core/caller.ts'

/** What happened, as noun.verb. */
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
  | 'organization.application-list-changed'
  | 'access.requested'
  | `${'review' | 'answer'}.${'verified' | 'rejected' | 'hidden'}`
  | 'answer.written'
  | 'answer.deleted'
  | 'card.changed'
  | 'card.saved'
  | 'billing.address-changed'
  | 'refund.requested'
  | 'refund.pending'
  | 'refund.succeeded'
  | 'refund.failed'
  | 'refund.cancelled'
  | 'dispute.opened'
  | `payment.${'started' | (typeof paymentAttempts.$inferSelect)['state']}`
  | 'charge.created'
  | 'charge.accepted'
  | 'charge.declined'
  | 'charge.expired'
  | 'charge.cancelled'
  | 'charge.activated'
  | 'charge.paid'
  | 'charge.waived'
  | 'charge.payment-failed'
  | 'charge.payment-refused'
  | 'charge.frozen'
  | 'charge.archived'
  | 'charge.renewed'
  | 'charge.periods-waived'
  | 'charge.replaced'
  | 'payout.requested'
  | 'payout.moved'
  | 'statement.issued'
  | 'cart.agents-chosen'
  | 'charge.change-started'
  | 'charge.change-scheduled'
  | 'charge.change-undone'
  | 'charge.change-failed'
  | 'charge.changed'
  | 'charge.refused'
  | 'entitlement.started'
  | 'entitlement.ended'
  | 'cart.created'
  | 'cart.locked'
  | 'cart.opened'
  | 'cart.purchase-started'
  | 'cart.purchased'
  | 'cart.closed'
  | 'cart.refused'
  | `webhook.${'secret-rotated' | 'enabled' | 'disabled' | 'event-replayed' | 'events-replayed'}`
  | 'expert-comment.verified'
  | 'expert-comment.rejected'

/** The person who acted. The ids are null if nobody is signed in yet. */
type AuditActor = { accountId: string | null; organizationId: OrganizationId | null; actor?: Caller['actor'] }

export type AuditEvent = {
  action: AuditAction
  /** The time of the caller's clock. */
  at: Date
  who: AuditActor
  /** The id of what the action changed. */
  subject?: string | null
  /** Never include a secret. Of typed text include only what identifies the subject. */
  details?: Record<string, string | number | boolean | null | string[]>
}

type EventRow = {
  at: Date
  action: AuditAction
  organization_id: string | null
  account_id: string | null
  actor_id: string | null
  subject: string | null
  details: NonNullable<AuditEvent['details']>
}

/** All rows are one parameter, so that the text of the statement is the same for any number of rows. */
const writeEvents = declareWrite<'events'>(
  (value) => sql`insert into ${auditEvents} (at, action, organization_id, account_id, actor_id, subject, details)
    select * from jsonb_to_recordset(${value('events')}::jsonb)
      e (at timestamptz, action text, organization_id text, account_id text, actor_id text, subject text, details jsonb)`,
)
const insertEvents = (_: Queryable, events: EventRow[]) => writeEvents({ events: JSON.stringify(events) })

/** Adds a row to the audit. Inside a transaction, the row is written at the end, and committed together with the change that it reports. */
export const recordAudit = async (
  database: Queryable,
  { action, at, who, subject = null, details = {} }: AuditEvent,
): Promise<void> => {
  const { accountId, organizationId } = who
  await insertAtEnd(database, insertEvents, {
    at,
    action,
    organization_id: organizationId,
    account_id: accountId,
    actor_id: who.actor?.accountId ?? null,
    // JSON cannot hold half of a surrogate pair.
    subject: subject?.toWellFormed() ?? null,
    details,
  })
}

/** Repeated refusals of the same person for the same reason add no row within this time. */
const REFUSED_SECONDS = 600

/**
 * Audits a refusal, unless the same one was audited recently: attempts must be visible, but nobody may fill the audit by
 * repeating them. One statement, so that simultaneous requests hardly ever add two rows.
 */
export const recordRefusal = async (
  database: Queryable,
  { action, at, who: { accountId, organizationId, actor }, subject = null, details = {} }: AuditEvent & { who: Asking },
): Promise<void> => {
  const since = new Date(at.getTime() - REFUSED_SECONDS * 1_000)
  await database.execute(sql`
    insert into audit_events (at, action, account_id, organization_id, actor_id, subject, details)
    select told.* from (select
      ${at}::timestamptz as at, ${action}::text as action, ${accountId}::text as account_id, ${organizationId}::text as organization_id,
      ${actor?.accountId ?? null}::text as actor_id, ${subject}::text as subject, ${JSON.stringify(details)}::jsonb as details
    ) told
    where not exists (
      select 1 from audit_events before
      where before.organization_id = told.organization_id and before.at > ${since}
        and before.action = told.action and before.account_id = told.account_id
        and (before.actor_id, before.subject) is not distinct from (told.actor_id, told.subject) and before.details = told.details
    )`)
}
