import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import { clientIdOfApplication } from '../../../db/client-of-application.ts'
import type { Queryable } from '../../../db/client.ts'
import { applications, installations } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'

/** The installs whose use is recorded: of one application, or of every application with this client. */
export type Used = { organizationId: OrganizationId } & ({ applicationId: string } | { clientId: string })

/** Records a use, unless one on this day is recorded already. So a row is written at most once a day. */
export const markUsed = async (database: Queryable, used: Used, day: Date, at: Date): Promise<void> => {
  const which =
    'applicationId' in used ? sql`${applications.id} = ${used.applicationId}` : sql`${clientIdOfApplication} = ${used.clientId}`
  await database
    .update(installations)
    .set({ lastUsedAt: at })
    .from(applications)
    .where(
      and(
        eq(installations.organizationId, used.organizationId),
        isNull(installations.uninstalledAt),
        eq(applications.id, installations.applicationId),
        which,
        or(isNull(installations.lastUsedAt), lt(installations.lastUsedAt, day)),
      ),
    )
}

/** The accounts that may use an installed application (null for everybody); undefined if it is not installed. */
export const findUsers = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<string[] | null | undefined> => {
  if (!isStorable(applicationId)) return undefined
  const [found] = await database
    .select({ agents: installations.agents })
    .from(installations)
    .where(
      and(
        eq(installations.organizationId, organizationId),
        eq(installations.applicationId, applicationId),
        isNull(installations.uninstalledAt),
      ),
    )
  return found && found.agents
}
