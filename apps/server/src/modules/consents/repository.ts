import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import { clientIdOfApplication } from '../../db/client-of-application.ts'
import type { Queryable } from '../../db/client.ts'
import { compiled } from '../../db/compiled.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockRows } from '../../db/locks.ts'
import { applications, consents, installations } from '../../db/schema.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { revokeClientTokens } from '../clients/index.ts'

/** The client of a consent, and the account that gave it. With account null it is the organization's consent (coverage `organization`). */
export type ConsentOf = { organizationId: OrganizationId; accountId: string | null; clientId: string }

type Consent = { clientId: string; accountId: string | null; scopes: string[]; createdAt: Date }

const columns = {
  clientId: consents.clientId,
  accountId: consents.accountId,
  scopes: consents.scopes,
  createdAt: consents.createdAt,
}

const isOf = ({ organizationId, accountId, clientId }: ConsentOf): SQL | undefined =>
  and(
    eq(consents.organizationId, organizationId),
    eq(consents.clientId, clientId),
    accountId === null ? isNull(consents.accountId) : eq(consents.accountId, accountId),
  )

/** The consent with exactly this coverage; null if there is none. */
export const findConsent = async (database: Queryable, of: ConsentOf): Promise<Consent | null> => {
  const [found] = await database.select(columns).from(consents).where(isOf(of))
  return found ?? null
}

type HeldBy = { organizationId: OrganizationId; accountId: string; clientId?: string }

const selectConsents = (database: Queryable, { organizationId, accountId, clientId }: HeldBy) =>
  database
    .select(columns)
    .from(consents)
    .where(
      and(
        eq(consents.organizationId, organizationId),
        or(isNull(consents.accountId), eq(consents.accountId, accountId)),
        clientId === undefined ? undefined : eq(consents.clientId, clientId),
      ),
    )
    .orderBy(asc(consents.clientId), asc(consents.createdAt))

/** The consents that apply to an account: its own, and those of its organization; if a client is given, only those for this client. */
export const findConsents = async (database: Queryable, of: HeldBy): Promise<Consent[]> => selectConsents(database, of)

/** The same, locked, so that none of them can be removed before the transaction ends. */
export const holdConsents = async (transaction: Transaction, of: HeldBy): Promise<Consent[]> =>
  lockRows('consent', selectConsents(transaction, of), 'share')

/** An account's own consents, in every organization. */
export const findOwnConsents = async (
  database: Queryable,
  accountId: string,
): Promise<{ clientId: string; organizationId: OrganizationId; scopes: string[]; createdAt: Date }[]> =>
  database
    .select({
      clientId: consents.clientId,
      organizationId: consents.organizationId,
      scopes: consents.scopes,
      createdAt: consents.createdAt,
    })
    .from(consents)
    .where(eq(consents.accountId, accountId))
    .orderBy(asc(consents.clientId), asc(consents.organizationId))

const addConsent = compiled<never, 'id' | 'organizationId' | 'accountId' | 'clientId' | 'wanted' | 'grantedBy'>(
  (value) => sql`
    insert into ${consents} (id, organization_id, account_id, client_id, scopes, granted_by)
    values (${value('id')}, ${value('organizationId')}, ${value('accountId')}, ${value('clientId')}, ${value('wanted')}::text[], ${value('grantedBy')})
    on conflict (organization_id, client_id, coalesce(account_id, '')) do update set
      scopes = array(select unnest(consents.scopes) union select unnest(excluded.scopes) order by 1),
      granted_by = case when excluded.scopes <@ consents.scopes then consents.granted_by else excluded.granted_by end`,
)

/** Adds these scopes to a consent, or creates it. A grant that adds no scope does not change who consented. */
export const grantConsent = async (
  database: Queryable,
  { scopes, grantedBy, ...of }: ConsentOf & { scopes: readonly string[]; grantedBy: string | null },
): Promise<void> => {
  const { organizationId, accountId, clientId } = of
  const wanted = [...new Set(scopes)].toSorted()
  await addConsent(database, { id: newId(), organizationId, accountId, clientId, wanted, grantedBy })
}

/**
 * Removes a consent, and revokes the tokens that it allowed: the client's tokens of the account, or of all members of the organization.
 * Call it in a transaction. Returns whether there was a consent, and how many tokens were still valid.
 */
export const removeConsent = async (
  transaction: Transaction,
  of: ConsentOf,
  now: Date,
): Promise<{ wasThere: boolean; tokens: number }> => {
  const removed = await transaction.delete(consents).where(isOf(of)).returning({ id: consents.id })
  const { organizationId, clientId, accountId } = of
  const tokens = await revokeClientTokens(
    transaction,
    { organizationId, clientId, ...(accountId !== null && { accountId }) },
    now,
  )
  return { wasThere: removed.length > 0, tokens }
}

/**
 * Removes the consents of organizations to a client that none of their installed applications uses any more, and revokes the tokens. Call
 * it in a transaction. Returns the organizations.
 */
export const removeUnusedConsents = async (transaction: Transaction, clientId: string, now: Date): Promise<OrganizationId[]> => {
  const found = transaction
    .select({ organizationId: consents.organizationId })
    .from(consents)
    .where(
      and(
        eq(consents.clientId, clientId),
        isNull(consents.accountId),
        sql`not exists (
          select from ${installations} i join ${applications} on ${applications.id} = i.application_id
          where i.organization_id = ${consents.organizationId} and i.uninstalled_at is null
            and ${clientIdOfApplication} = ${clientId})`,
      ),
    )
    .orderBy(asc(consents.organizationId))
  const unused = await lockRows('consent', found, 'update')
  for (const { organizationId } of unused) await removeConsent(transaction, { organizationId, accountId: null, clientId }, now)
  return unused.map(({ organizationId }) => organizationId)
}

/**
 * Revokes the tokens of a client in an organization, except those of the accounts in `covered`. Call it in a transaction. Returns how
 * many were still valid.
 */
export const revokeUncovered = (
  transaction: Transaction,
  of: Pick<ConsentOf, 'organizationId' | 'clientId'>,
  covered: readonly string[],
  now: Date,
): Promise<number> => revokeClientTokens(transaction, { ...of, keptAccounts: covered }, now)
