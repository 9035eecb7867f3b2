import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { clientIdOfApplication } from '../../db/client-of-application.ts'
import type { Queryable } from '../../db/client.ts'
import type { Value } from '../../db/compiled.ts'
import { listStateOf } from '../../db/list-state.ts'
import { lockFreeRows, lockName, lockRows } from '../../db/locks.ts'
import { prepared, preparedFor } from '../../db/prepared.ts'
import { accounts, applications, awaitingApps, consents, developers, installations, licenses } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isStorable } from '../../db/storable.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { holdList } from '../application-rules/index.ts'
import type { InstallableRecord, InstallationRecord, InstallState } from './records.ts'

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
  directInstallUrl: applications.directInstallUrl,
  iconId: applications.iconId,
  customProps: applications.customProps,
  submittedAt: applications.submittedAt,
  acceptedAt: applications.acceptedAt,
  publishedAt: applications.publishedAt,
}

/** The onboarding settings of an application. They are part of a large column that PostgreSQL must unpack, so lists leave them out. */
const onboarding = sql<unknown>`${applications.elements} -> 'onboarding'`

const installationColumns = {
  installedAt: installations.installedAt,
  setUpAt: installations.setUpAt,
  agents: installations.agents,
  scopes: sql<string[] | null>`(
    select c.scopes from ${consents} c
    where c.organization_id = ${installations.organizationId} and c.account_id is null and c.client_id = ${clientIdOfApplication})`,
}
const installerColumns = { id: accounts.id, name: accounts.name, email: accounts.email }

/** The columns of an installed application, for lists of other modules. */
export const installedColumns = {
  application: applicationColumns,
  installation: installationColumns,
  installedBy: installerColumns,
}

/** The current installation of an application in an organization. */
export const isInstalledBy = (organizationId: OrganizationId | SQL) =>
  and(eq(installations.organizationId, organizationId), isNull(installations.uninstalledAt))

type InstallationRow = Omit<InstallationRecord, 'scopes' | 'installedBy'> & { scopes: string[] | null }
const recordOf = (row: InstallationRow, installedBy: InstallationRecord['installedBy']): InstallationRecord => ({
  ...row,
  scopes: row.scopes ?? [],
  installedBy,
})

type LicenseRow = Omit<InstallState['licenses'][number], 'trialEndsAt' | 'subscribedAt' | 'cancelledAt'> &
  Record<'trialEndsAt' | 'subscribedAt' | 'cancelledAt', string | null>
const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const selectState = prepared((database, value: Value<'organization' | 'application'>) =>
  database
    .select({
      application: { ...applicationColumns, onboarding },
      owns: sql<boolean>`coalesce(${developers.organizationId} = ${value('organization')}, false)`,
      installation: installationColumns,
      installedBy: installerColumns,
      list: listStateOf(value('organization'), sql`${applications.id}`),
      licenses: sql<LicenseRow[]>`(
        select coalesce(json_agg(json_build_object('product', l.product, 'plan', l.plan, 'active', l.active,
          'trialEndsAt', l.trial_ends_at, 'subscribedAt', l.subscribed_at, 'cancelledAt', l.cancelled_at)), '[]')
        from ${licenses} l where l.organization_id = ${value('organization')})`,
    })
    .from(applications)
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .leftJoin(installations, and(isInstalledBy(value('organization')), eq(installations.applicationId, applications.id)))
    .leftJoin(accounts, eq(accounts.id, installations.installedBy))
    .where(eq(applications.id, value('application'))),
)

/** Everything that an install of this application by this organization depends on. Null if the application does not exist. */
export const readInstallState = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<Omit<InstallState, 'purchase'> | null> => {
  if (!isStorable(applicationId)) return null
  const [row] = await selectState(database, { organization: organizationId, application: applicationId })
  if (!row) return null
  const { application, owns, installation, installedBy } = row
  return {
    application,
    owns,
    installation: installation && recordOf(installation, installedBy),
    list: row.list,
    licenses: row.licenses.map((license) => ({
      ...license,
      trialEndsAt: dateOf(license.trialEndsAt),
      subscribedAt: dateOf(license.subscribedAt),
      cancelledAt: dateOf(license.cancelledAt),
    })),
  }
}

/**
 * Locks the organization's list, applications and its licences until the transaction ends, because the decision to install depends on
 * them.
 */
export const lockInstallable = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationIds: readonly string[],
): Promise<void> => {
  const ids = applicationIds.filter(isStorable)
  if (ids.length === 0) return
  await holdList(transaction, organizationId)
  const one = sql`1`
  const asked = transaction.select({ one }).from(applications).where(inArray(applications.id, ids))
  await lockRows('application', asked.orderBy(asc(applications.id)), 'share')
  const held = transaction.select({ one }).from(licenses).where(eq(licenses.organizationId, organizationId))
  await lockRows('licence', held.orderBy(asc(licenses.id)), 'share')
}

/** The installed applications of an organization by name, of one product if given. */
export const findInstalled = async (
  database: Queryable,
  organizationId: OrganizationId,
  product?: Product,
): Promise<{ application: InstallableRecord; installation: InstallationRecord }[]> => {
  const rows = await database
    .select(installedColumns)
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .leftJoin(accounts, eq(accounts.id, installations.installedBy))
    .where(and(isInstalledBy(organizationId), product && eq(applications.product, product)))
    .orderBy(sql`lower(${applications.name})`, asc(applications.id))
  return rows.map(({ application, installation, installedBy }) => ({
    application,
    installation: recordOf(installation, installedBy),
  }))
}

const insertRow = preparedFor(installations, (database, row) =>
  database.insert(installations).values(row).onConflictDoNothing().returning({ id: installations.id }),
)

/** Returns false if the application is installed already, even by a simultaneous install. */
export const insertInstallation = async (
  database: Queryable,
  installation: OneInstall & Pick<typeof installations.$inferSelect, 'id' | 'installedBy' | 'setUpAt' | 'answerDueAt' | 'agents'>,
): Promise<boolean> => (await insertRow(database, { ...installation, useRecordedSince: installation.installedAt })).length > 0

/** Changes an installation. Returns its id; null if the application is not installed any more. */
export const changeInstallation = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
  changes: Partial<
    Pick<typeof installations.$inferInsert, 'setUpAt' | 'agents' | 'uninstalledAt' | 'uninstalledBy' | 'uninstallReason'>
  >,
): Promise<string | null> => {
  const [changed] = await database
    .update(installations)
    .set(changes)
    .where(and(isInstalledBy(organizationId), eq(installations.applicationId, applicationId)))
    .returning({ id: installations.id })
  return changed?.id ?? null
}

/** One install of an application by an organization: an application can be installed again later. */
export type OneInstall = { organizationId: OrganizationId; applicationId: string; installedAt: Date }

const isThis = ({ organizationId, applicationId, installedAt }: OneInstall) =>
  and(isInstalledBy(organizationId), eq(installations.applicationId, applicationId), eq(installations.installedAt, installedAt))

/**
 * Records that the other product has agreed to an install. Returns the application's client, and the account that installed it; null if the
 * install has ended meanwhile.
 */
export const markAnswered = async (
  transaction: Transaction,
  install: OneInstall,
): Promise<{ clientId: string; installedBy: string | null } | null> => {
  const [marked] = await transaction
    .update(installations)
    .set({ answerDueAt: null })
    .from(applications)
    .where(and(isThis(install), eq(applications.id, installations.applicationId)))
    .returning({ clientId: clientIdOfApplication, installedBy: installations.installedBy })
  return marked ?? null
}

/** Installs whose answer was due before `now` and has not come. */
export const findUnanswered = async (database: Queryable, now: Date, limit: number): Promise<OneInstall[]> => {
  return database
    .select({
      organizationId: installations.organizationId,
      applicationId: installations.applicationId,
      installedAt: installations.installedAt,
    })
    .from(installations)
    .where(and(lte(installations.answerDueAt, now), isNull(installations.uninstalledAt)))
    .orderBy(asc(installations.answerDueAt))
    .limit(limit)
}

/**
 * The numbers of installs that wait for another product: those of the organization, and those of the account in any organization, except
 * installs of this application. Other installs by either of them wait until the transaction ends, and then count this install too.
 */
export const countWaiting = async (
  transaction: Transaction,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: string },
  { applicationId, now }: { applicationId: string; now: Date },
): Promise<{ ofOrganization: number; ofAccount: number }> => {
  await lockName(transaction, 'install', `of organization ${organizationId}`)
  await lockName(transaction, 'install', `of account ${accountId}`)
  const [of, by] = [eq(installations.organizationId, organizationId), eq(installations.installedBy, accountId)]
  const [waiting] = await transaction
    .select({
      ofOrganization: sql<number>`(count(*) filter (where ${of}))::int`,
      ofAccount: sql<number>`(count(*) filter (where ${by}))::int`,
    })
    .from(installations)
    .where(
      and(
        or(of, by),
        gt(installations.answerDueAt, now),
        isNull(installations.uninstalledAt),
        ne(installations.applicationId, applicationId),
      ),
    )
  return waiting ?? { ofOrganization: 0, ofAccount: 0 }
}

/** Locks an install that still has no answer until the transaction ends. False if it has one, or has ended. */
export const lockUnanswered = async (transaction: Transaction, install: OneInstall): Promise<boolean> => {
  const unanswered = transaction
    .select({ one: sql`1` })
    .from(installations)
    .where(and(isThis(install), isNotNull(installations.answerDueAt)))
  return (await lockRows('install', unanswered, 'no key update')).length > 0
}

/** Ends exactly this install, and not a later one. Returns its id and the application's client; null if it has ended already. */
export const endInstallation = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  { applicationId, installedAt }: { applicationId: string; installedAt: Date },
  uninstalledAt: Date,
): Promise<{ id: string; clientId: string } | null> => {
  const [ended] = await transaction
    .update(installations)
    .set({ uninstalledAt })
    .from(applications)
    .where(
      and(
        isInstalledBy(organizationId),
        eq(installations.applicationId, applicationId),
        eq(installations.installedAt, installedAt),
        eq(applications.id, installations.applicationId),
      ),
    )
    .returning({ id: installations.id, clientId: clientIdOfApplication })
  return ended ?? null
}

/**
 * Whether another installed application of the organization has the same client, and so uses the same consent. Call it in a transaction:
 * if two such applications are uninstalled at once, the second waits for the first.
 */
export const isClientShared = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  application: { id: string; clientId: string },
): Promise<boolean> => (await findSharers(transaction, organizationId, application)).length > 0

/** The names of the other installed applications with the same client. */
export const findSharers = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  application: { id: string; clientId: string },
): Promise<string[]> => {
  await lockConsent(transaction, organizationId, application.clientId)
  const found = await transaction
    .select({ name: applications.name })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .where(
      and(
        isInstalledBy(organizationId),
        ne(applications.id, application.id),
        sql`${clientIdOfApplication} = ${application.clientId}`,
      ),
    )
    .orderBy(asc(applications.name))
    .limit(10)
  return found.map(({ name }) => name)
}

/** Locks the organization's consent to this client until the transaction ends. */
export const lockConsent = async (transaction: Transaction, organizationId: OrganizationId, client: string): Promise<void> => {
  const consent = transaction
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.organizationId, organizationId), isNull(consents.accountId), eq(consents.clientId, client)))
  await lockRows('consent', consent, 'update')
}

/** The organization's installed applications that use its consent to a client; they are locked until the transaction ends. */
export const lockInstalledByClient = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  client: string,
): Promise<InstallableRecord[]> => {
  await lockConsent(transaction, organizationId, client)
  const rows = await transaction
    .select({ application: applicationColumns })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .where(and(isInstalledBy(organizationId), sql`${clientIdOfApplication} = ${client}`))
    .orderBy(asc(applications.id))
  return rows.map(({ application }) => application)
}

/**
 * The members of an organization who may use at least one installed application of a client. Null if everybody may, or if none is
 * installed.
 */
export const findClientUsers = async (
  database: Queryable,
  organizationId: OrganizationId,
  client: string,
): Promise<string[] | null> => {
  const rows = await database
    .select({ agents: installations.agents })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .where(and(isInstalledBy(organizationId), sql`${clientIdOfApplication} = ${client}`))
  const chosen = rows.map(({ agents }) => agents)
  return chosen.length === 0 || chosen.includes(null) ? null : chosen.flatMap((agents) => agents ?? [])
}

/** Stores an address that waits for an application, unless it is stored already. */
export const insertAwaiting = async (database: Queryable, applicationId: string, email: string): Promise<void> => {
  await database.insert(awaitingApps).values({ applicationId, email }).onConflictDoNothing()
}

/** An address that waits for an application. */
export type Awaiting = { applicationId: string; email: string }

/** The ids of the applications that people wait for. */
export const findAwaited = async (database: Queryable): Promise<string[]> => {
  const rows = await database
    .selectDistinct({ id: awaitingApps.applicationId })
    .from(awaitingApps)
    .where(isNull(awaitingApps.toldAt))
  return rows.map(({ id }) => id)
}

/** Locks up to `limit` addresses that wait for one of these applications. Skips those that another process has locked. */
export const lockAwaiting = async (
  transaction: Transaction,
  applicationIds: readonly string[],
  limit: number,
): Promise<Awaiting[]> => {
  if (applicationIds.length === 0) return []
  const waiting = transaction
    .select({ applicationId: awaitingApps.applicationId, email: awaitingApps.email })
    .from(awaitingApps)
    .where(and(isNull(awaitingApps.toldAt), inArray(awaitingApps.applicationId, [...applicationIds])))
    .limit(limit)
  return lockFreeRows('awaiting address', waiting)
}

export const markNotified = async (transaction: Transaction, told: readonly Awaiting[], now: Date): Promise<void> => {
  for (const { applicationId, email } of told)
    await transaction
      .update(awaitingApps)
      .set({ toldAt: now })
      .where(and(eq(awaitingApps.applicationId, applicationId), eq(awaitingApps.email, email)))
}
