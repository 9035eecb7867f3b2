import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import { clientIdOfApplication } from '../../db/client-of-application.ts'
import type { Queryable } from '../../db/client.ts'
import { lockRows } from '../../db/locks.ts'
import { applications, consents, installations } from '../../db/schema.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { revokeClientTokens } from '../clients/index.ts'

/** Which client a consent is for, and whose it is. Without an account it is the organization's (coverage `organization`). */
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

type HeldBy = { organizationId: OrganizationId; accountId: string; clientId?: string; hold?: boolean }

/**
 * The consents that apply to an account: its own, and those of its organization. Only of one client, if it is named. With `hold`, in a
 * transaction, none of them can be removed before it ends.
 */
export const findConsents = async (
  database: Queryable,
  { organizationId, accountId, clientId, hold = false }: HeldBy,
): Promise<Consent[]> => {
  const found = database
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
  return hold ? lockRows('consent', found, 'share') : found
}

/** An account's own consents, in every organization. */
export const findOwnConsents = async (
  database: Queryable,
  accountId: string,
): Promise<{ clientId: string; organizationId: string; scopes: string[]; createdAt: Date }[]> =>
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

/** Adds these scopes to a consent, or makes it. Whoever adds none is not the one who consented. */
export const grantConsent = async (
  database: Queryable,
  { scopes, grantedBy, ...of }: ConsentOf & { scopes: readonly string[]; grantedBy: string | null },
): Promise<void> => {
  const { organizationId, accountId, clientId } = of
  const wanted = sql.param([...new Set(scopes)].toSorted())
  await database.execute(sql`
    insert into ${consents} (id, organization_id, account_id, client_id, scopes, granted_by)
    values (${newId()}, ${organizationId}, ${accountId}, ${clientId}, ${wanted}::text[], ${grantedBy})
    on conflict (organization_id, client_id, coalesce(account_id, '')) do update set
      scopes = array(select unnest(consents.scopes) union select unnest(excluded.scopes) order by 1),
      granted_by = case when excluded.scopes <@ consents.scopes then consents.granted_by else excluded.granted_by end`)
}

/**
 * Removes a consent, and revokes the tokens that were given by it: the client's tokens of the account, or of everybody in the organization.
 * Only in a transaction. Returns whether there was a consent, and how many tokens were still valid.
 */
export const removeConsent = async (
  database: Queryable,
  of: ConsentOf,
  now: Date,
): Promise<{ wasThere: boolean; tokens: number }> => {
  const removed = await database.delete(consents).where(isOf(of)).returning({ id: consents.id })
  const { organizationId, clientId, accountId } = of
  const tokens = await revokeClientTokens(database, { organizationId, clientId, ...(accountId !== null && { accountId }) }, now)
  return { wasThere: removed.length > 0, tokens }
}

/**
 * Removes the consents of organizations to a client that none of their installed applications uses any more, and revokes their tokens. Only
 * in a transaction. Returns the organizations.
 */
export const removeUnusedConsents = async (database: Queryable, clientId: string, now: Date): Promise<string[]> => {
  const found = database
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
  for (const { organizationId } of unused)
    await removeConsent(database, { organizationId: organizationId as OrganizationId, accountId: null, clientId }, now)
  return unused.map(({ organizationId }) => organizationId)
}

/**
 * Revokes the tokens of a client in an organization, except those of the accounts in `covered`. Only in a transaction. Returns how many were
 * still valid.
 */
export const revokeUncovered = (
  database: Queryable,
  of: Pick<ConsentOf, 'organizationId' | 'clientId'>,
  covered: readonly string[],
  now: Date,
): Promise<number> => revokeClientTokens(database, { ...of, keptAccounts: covered }, now)
