import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/enumerations'
import type { Queryable } from '../../db/client.ts'
import { accounts, applications, awaitingApps, consents, developers, installations, licenses } from '../../db/schema.ts'
import { isStorable } from '../../db/storable.ts'
import type { TenantId } from '../../http/caller.ts'
import type { InstallableRecord, InstallationRecord, Standing } from './records.ts'

const applicationColumns = {
  id: applications.id,
  slug: applications.slug,
  name: applications.name,
  product: applications.product,
  private: applications.private,
  underMaintenance: applications.underMaintenance,
  installable: applications.installable,
  payment: applications.payment,
  authorization: applications.authorization,
  widgets: applications.widgets,
  iconId: applications.iconId,
  customProps: applications.customProps,
  onboarding: sql<unknown>`${applications.elements} -> 'onboarding'`,
  submittedAt: applications.submittedAt,
  acceptedAt: applications.acceptedAt,
  publishedAt: applications.publishedAt,
}

/** The client of an application, as clientIdOf has it. */
const clientId = sql`coalesce(${applications.authorization} ->> 'clientId', ${applications.id})`

const installationColumns = {
  installedAt: installations.installedAt,
  setUpAt: installations.setUpAt,
  agents: installations.agents,
  scopes: sql<string[] | null>`(
    select c.scopes from ${consents} c
    where c.organization_id = ${installations.organizationId} and c.account_id is null and c.client_id = ${clientId})`,
}
const installerColumns = { id: accounts.id, name: accounts.name, email: accounts.email }

/** The row of an application that an organization has now. */
const isCurrent = (organizationId: TenantId) =>
  and(eq(installations.organizationId, organizationId), isNull(installations.uninstalledAt))

type InstallationRow = Omit<InstallationRecord, 'scopes' | 'installedBy'> & { scopes: string[] | null }
const recordOf = (row: InstallationRow, installedBy: InstallationRecord['installedBy']): InstallationRecord => ({
  ...row,
  scopes: row.scopes ?? [],
  installedBy,
})

type LicenseRow = Omit<Standing['licenses'][number], 'trialEndsAt' | 'subscribedAt' | 'cancelledAt'> &
  Record<'trialEndsAt' | 'subscribedAt' | 'cancelledAt', string | null>
const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** Everything that an install of this application by this organization depends on; null for an application that there is not. */
export const readStanding = async (
  database: Queryable,
  organizationId: TenantId,
  applicationId: string,
): Promise<Standing | null> => {
  if (!isStorable(applicationId)) return null
  const [row] = await database
    .select({
      application: applicationColumns,
      owns: sql<boolean>`coalesce(${developers.organizationId} = ${organizationId}, false)`,
      installation: installationColumns,
      installedBy: installerColumns,
      licenses: sql<LicenseRow[]>`(
        select coalesce(json_agg(json_build_object('product', l.product, 'plan', l.plan, 'active', l.active,
          'trialEndsAt', l.trial_ends_at, 'subscribedAt', l.subscribed_at, 'cancelledAt', l.cancelled_at)), '[]')
        from ${licenses} l where l.organization_id = ${organizationId})`,
    })
    .from(applications)
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .leftJoin(installations, and(isCurrent(organizationId), eq(installations.applicationId, applications.id)))
    .leftJoin(accounts, eq(accounts.id, installations.installedBy))
    .where(eq(applications.id, applicationId))
  if (!row) return null
  const { application, owns, installation, installedBy } = row
  return {
    application,
    owns,
    installation: installation && recordOf(installation, installedBy),
    licenses: row.licenses.map((license) => ({
      ...license,
      trialEndsAt: dateOf(license.trialEndsAt),
      subscribedAt: dateOf(license.subscribedAt),
      cancelledAt: dateOf(license.cancelledAt),
    })),
  }
}

/** What an organization has, by name; of one product only, where it is named. */
export const findInstalled = async (
  database: Queryable,
  organizationId: TenantId,
  product?: Product,
): Promise<{ application: InstallableRecord; installation: InstallationRecord }[]> => {
  const rows = await database
    .select({ application: applicationColumns, installation: installationColumns, installedBy: installerColumns })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .leftJoin(accounts, eq(accounts.id, installations.installedBy))
    .where(and(isCurrent(organizationId), product && eq(applications.product, product)))
    .orderBy(sql`lower(${applications.name})`, asc(applications.id))
  return rows.map(({ application, installation, installedBy }) => ({
    application,
    installation: recordOf(installation, installedBy),
  }))
}

/** Answers false where the organization has it already, also by an install at the same moment. */
export const insertInstallation = async (
  database: Queryable,
  installation: {
    id: string
    organizationId: TenantId
    applicationId: string
    installedBy: string
    installedAt: Date
    setUpAt: Date | null
  },
): Promise<boolean> => {
  const inserted = await database
    .insert(installations)
    .values(installation)
    .onConflictDoNothing()
    .returning({ id: installations.id })
  return inserted.length > 0
}

/** Changes what an organization has of an application. Answers false where it has it no more. */
export const changeInstallation = async (
  database: Queryable,
  organizationId: TenantId,
  applicationId: string,
  changes: Partial<
    Pick<typeof installations.$inferInsert, 'setUpAt' | 'agents' | 'uninstalledAt' | 'uninstalledBy' | 'uninstallReason'>
  >,
): Promise<boolean> => {
  const changed = await database
    .update(installations)
    .set(changes)
    .where(and(isCurrent(organizationId), eq(installations.applicationId, applicationId)))
    .returning({ id: installations.id })
  return changed.length > 0
}

/**
 * Whether another application that the organization has signs people in with the same client, and so stands on the same consent.
 * Within a transaction: of two such applications that are uninstalled at once, the second one waits here for the first.
 */
export const isClientShared = async (
  database: Queryable,
  organizationId: TenantId,
  application: { id: string; clientId: string },
): Promise<boolean> => {
  await holdConsent(database, organizationId, application.clientId)
  const found = await database
    .select({ id: installations.id })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .where(and(isCurrent(organizationId), ne(applications.id, application.id), sql`${clientId} = ${application.clientId}`))
    .limit(1)
  return found.length > 0
}

/** Until the transaction ends, nobody else gives or takes what the organization has agreed to with this client. */
const holdConsent = async (database: Queryable, organizationId: TenantId, client: string): Promise<void> => {
  await database
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.organizationId, organizationId), isNull(consents.accountId), eq(consents.clientId, client)))
    .for('update')
}

/** What the organization has that stands on its consent to a client, which is held. Within a transaction only. */
export const holdInstalledByClient = async (
  database: Queryable,
  organizationId: TenantId,
  client: string,
): Promise<InstallableRecord[]> => {
  await holdConsent(database, organizationId, client)
  const rows = await database
    .select({ application: applicationColumns })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .where(and(isCurrent(organizationId), sql`${clientId} = ${client}`))
    .orderBy(asc(applications.id))
  return rows.map(({ application }) => application)
}

/** Keeps an address that waits for an application; one that waits already is left as it is. */
export const insertAwaiting = async (database: Queryable, applicationId: string, email: string): Promise<void> => {
  await database.insert(awaitingApps).values({ applicationId, email }).onConflictDoNothing()
}
