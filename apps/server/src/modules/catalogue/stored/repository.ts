import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Placement } from '@marketplace/contracts/core/enumerations'
import { noRatings, type OwnRatings, ratingOfVotes } from '@marketplace/domain/ratings'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { applications, categories, developers, plans, ratingTotals, resources } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { OrganizationId } from '../../../core/caller.ts'
import type { createSharing } from './share-values.ts'
import type { ApplicationRecord, CatalogueEntry, CategoryRecord, DeveloperRecord, PlanRecord, ResourceRecord } from './records.ts'

const entryColumns = {
  id: applications.id,
  slug: applications.slug,
  name: applications.name,
  product: applications.product,
  categoryId: applications.categoryId,
  developerId: applications.developerId,
  company: applications.company,
  hidden: applications.hidden,
  underMaintenance: applications.underMaintenance,
  installable: applications.installable,
  private: applications.private,
  installations: applications.installations,
  ratingRate: applications.ratingRate,
  ratingVotes: applications.ratingVotes,
  shortDescription: applications.shortDescription,
  brandColor: applications.brandColor,
  iconId: applications.iconId,
  firstScreenshotId: sql<string | null>`${applications.screenshots} -> 0 ->> 'pictureId'`,
  authorization: applications.authorization,
  placements: sql<Placement[]>`coalesce(jsonb_path_query_array(${applications.widgets}, '$[*].placement'), '[]')`,
  customProps: applications.customProps,
  payment: applications.payment,
  theme: applications.theme,
  country: applications.country,
  languages: applications.languages,
  industries: applications.industries,
  types: applications.types,
  collections: applications.collections,
  tags: applications.tags,
  submittedAt: applications.submittedAt,
  acceptedAt: applications.acceptedAt,
  publishedAt: applications.publishedAt,
  updatedAt: applications.updatedAt,
}

type Sharing = ReturnType<typeof createSharing>

/** The totals of the accounts' votes. They are stored with the application, so single votes are not read here. */
const ownRatings = sql<OwnRatings | null>`(
  select json_build_object('counts', t.counts, 'prior', t.prior,
    'settled', json_build_object('weight', t.settled_weight, 'stars', t.settled_stars),
    'fresh', json_build_object('weight', t.fresh_weight, 'stars', t.fresh_stars))
  from ${ratingTotals} t where t.application_id = applications.id)`

const selectEntries = (database: Queryable) => database.select({ ...entryColumns, ownRatings }).from(applications)

const entriesOf = (rows: Awaited<ReturnType<typeof selectEntries>>, { text, instant, list, share }: Sharing): CatalogueEntry[] =>
  rows.map(({ ratingRate, ratingVotes, ownRatings: own, ...row }) => ({
    ...row,
    product: text(row.product),
    country: text(row.country),
    developerId: text(row.developerId),
    brandColor: text(row.brandColor),
    iconId: text(row.iconId),
    theme: text(row.theme),
    submittedAt: instant(row.submittedAt),
    acceptedAt: instant(row.acceptedAt),
    publishedAt: instant(row.publishedAt),
    updatedAt: instant(row.updatedAt),
    authorization: row.authorization && share({ ...row.authorization, scopes: list(row.authorization.scopes) }),
    company: row.company && share(row.company),
    customProps: share(row.customProps),
    payment: row.payment && share(row.payment),
    placements: list(row.placements),
    languages: list(row.languages),
    industries: list(row.industries),
    types: list(row.types),
    collections: list(row.collections),
    tags: list(row.tags),
    rating: ratingOfVotes({ rate: ratingRate ?? 0, votes: ratingVotes }, own ?? noRatings()),
  }))

/** The list data of the applications with these ids. */
export const loadEntries = async (database: Queryable, ids: readonly string[], sharing: Sharing): Promise<CatalogueEntry[]> =>
  entriesOf(await selectEntries(database).where(inArray(applications.id, [...ids])), sharing)

/** The list data of the next applications after an id, in the order of ids. */
export const loadEntriesAfter = async (
  database: Queryable,
  after: string,
  limit: number,
  sharing: Sharing,
): Promise<CatalogueEntry[]> =>
  entriesOf(await selectEntries(database).where(gt(applications.id, after)).orderBy(asc(applications.id)).limit(limit), sharing)

export const loadCategories = (database: Queryable): Promise<CategoryRecord[]> =>
  database.select().from(categories).orderBy(asc(categories.id))

/** All developers, or those with these ids. */
export const loadDevelopers = (database: Queryable, ids?: readonly string[]): Promise<DeveloperRecord[]> =>
  database
    .select()
    .from(developers)
    .where(ids && inArray(developers.id, [...ids]))

/** The next developers after an id, in the order of ids. */
export const loadDevelopersAfter = (database: Queryable, after: string, limit: number): Promise<DeveloperRecord[]> =>
  database.select().from(developers).where(gt(developers.id, after)).orderBy(asc(developers.id)).limit(limit)

/** Plans on offer, resources and the accounts' ratings, as JSON, so that an application needs one query. */
const children = {
  plans: sql<PlanRecord[]>`(
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'key', p.key, 'name', p.name, 'billingCycle', p.billing_cycle, 'pricingType', p.pricing_type,
      'priceCents', p.price_cents, 'trialDays', p.trial_days) order by p.position), '[]')
    from ${plans} p where p.application_id = applications.id and p.retired_at is null)`,
  resources: sql<ResourceRecord[]>`(
    select coalesce(json_agg(json_build_object(
      'id', r.id, 'applicationId', r.application_id, 'position', r.position, 'name', r.name, 'description', r.description,
      'url', r.url, 'multiplied', r.multiplied, 'priceCents', r.price_cents, 'perAgent', r.per_agent, 'months', r.months)
      order by r.position), '[]')
    from ${resources} r where r.application_id = applications.id)`,
  ownRatings,
}

const selectApplications = async (database: Queryable, where: SQL): Promise<ApplicationRecord[]> => {
  const rows = await database
    .select({ application: applications, ...children })
    .from(applications)
    .where(where)
  return rows.map(({ application, ...rest }) => ({ ...application, ...rest }))
}

/** The applications with these ids, in that order. Unknown ids are skipped. */
export const findApplications = async (database: Queryable, ids: readonly string[]): Promise<ApplicationRecord[]> => {
  if (ids.length === 0) return []
  const found = await selectApplications(database, inArray(applications.id, [...ids]))
  const byId = new Map(found.map((application) => [application.id, application]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const findApplication = async (database: Queryable, id: string): Promise<ApplicationRecord | undefined> => {
  const [found] = await findApplications(database, [id])
  return found
}

/** The applications of an organization's developer, in any status; with `id` only that one. */
export const findOwnApplications = (
  database: Queryable,
  organizationId: OrganizationId,
  id?: string,
): Promise<ApplicationRecord[]> => {
  if (id !== undefined && !isStorable(id)) return Promise.resolve([])
  const own = sql`${applications.developerId} in (select d.id from ${developers} d where d.organization_id = ${organizationId})`
  return selectApplications(database, id === undefined ? own : sql`${own} and ${applications.id} = ${id}`)
}

/** Submitted applications that are not accepted yet; with `id` only that one. */
export const findSubmittedApplications = (database: Queryable, id?: string): Promise<ApplicationRecord[]> => {
  if (id !== undefined && !isStorable(id)) return Promise.resolve([])
  const submitted = sql`${applications.submittedAt} is not null and ${applications.acceptedAt} is null`
  return selectApplications(database, id === undefined ? submitted : sql`${submitted} and ${applications.id} = ${id}`)
}

/** Finds applications by slug, which is how an import matches its lines. */
export const findApplicationsBySlug = (database: Queryable, slugs: readonly string[]): Promise<ApplicationRecord[]> =>
  slugs.length === 0 ? Promise.resolve([]) : selectApplications(database, inArray(applications.slug, [...slugs]))

/** All applications in the order of an export, read in chunks. */
export const readAllApplications = async function* (database: Queryable, chunk = 200): AsyncGenerator<ApplicationRecord> {
  for (let after = ''; ;) {
    const ids = await database
      .select({ id: applications.id, slug: applications.slug })
      .from(applications)
      .where(sql`${applications.slug} collate "C" > ${after}`)
      .orderBy(sql`${applications.slug} collate "C"`)
      .limit(chunk)
    const last = ids.at(-1)
    if (!last) return
    yield* await findApplications(
      database,
      ids.map(({ id }) => id),
    )
    after = last.slug
  }
}

export const countApplications = async (database: Queryable): Promise<number> => await database.$count(applications)

export const listSlugs = async (database: Queryable): Promise<string[]> => {
  const rows = await database.select({ slug: applications.slug }).from(applications)
  return rows.map(({ slug }) => slug)
}

/** The OAuth client that each application names, with the application's developer. */
export const listClientNames = (database: Queryable) =>
  database
    .select({
      id: applications.id,
      slug: applications.slug,
      authorization: applications.authorization,
      developer: developers.name,
    })
    .from(applications)
    .leftJoin(developers, eq(developers.id, applications.developerId))

/** The catalogue's version. It grows with each change. */
export const readCatalogueVersion = async (database: Queryable): Promise<string> => {
  const { rows } = await database.execute<{ last_value: string }>(sql`select last_value::text from catalogue_version`)
  return rows[0]?.last_value ?? '0'
}

export type NewApplication = typeof applications.$inferInsert
export type NewPlan = Omit<PlanRecord, 'id'>
export type NewResource = Omit<ResourceRecord, 'id' | 'applicationId' | 'position'>

export const insertApplication = async (database: Queryable, application: NewApplication): Promise<void> => {
  await database.insert(applications).values(application)
}

export const updateApplication = async (database: Queryable, id: string, changes: Partial<NewApplication>): Promise<void> => {
  await database.update(applications).set(changes).where(eq(applications.id, id))
}

export const insertCategories = async (database: Queryable, rows: readonly CategoryRecord[]): Promise<void> => {
  await database
    .insert(categories)
    .values([...rows])
    .onConflictDoNothing()
}

export const insertDeveloper = async (database: Queryable, developer: typeof developers.$inferInsert): Promise<void> => {
  await database.insert(developers).values(developer)
}

export const updateDeveloper = async (
  database: Queryable,
  id: string,
  changes: Partial<typeof developers.$inferInsert>,
): Promise<void> => {
  await database.update(developers).set(changes).where(eq(developers.id, id))
}

/** For an upsert: sets these columns of an existing row to the values of the row that was to be inserted. */
const asOffered = <Column extends string>(
  table: Readonly<Record<Column, { name: string }>>,
  columns: readonly Column[],
): Record<Column, SQL> =>
  Object.fromEntries(columns.map((column) => [column, sql`excluded.${sql.identifier(table[column].name)}`])) as Record<
    Column,
    SQL
  >

/** Replaces the plans on offer. A plan with an existing key keeps its id; a missing one is retired, not deleted. */
export const replacePlans = async (
  transaction: Transaction,
  applicationId: string,
  offered: readonly NewPlan[],
  { now, newId }: { now: Date; newId: () => string },
): Promise<void> => {
  const keys = offered.map(({ key }) => key)
  await transaction
    .update(plans)
    .set({ retiredAt: now })
    .where(
      and(
        eq(plans.applicationId, applicationId),
        isNull(plans.retiredAt),
        keys.length ? sql`${plans.key} <> all(${sql.param(keys)}::text[])` : undefined,
      ),
    )
  if (offered.length === 0) return
  await transaction
    .insert(plans)
    .values(offered.map((plan, position) => ({ ...plan, id: newId(), applicationId, position })))
    .onConflictDoUpdate({
      target: [plans.applicationId, plans.key],
      set: {
        ...asOffered(plans, ['position', 'name', 'billingCycle', 'pricingType', 'priceCents', 'trialDays']),
        retiredAt: null,
      },
    })
}

/** Replaces the resources of an application. A resource at the same position keeps its id. */
export const replaceResources = async (
  transaction: Transaction,
  applicationId: string,
  offered: readonly NewResource[],
  newId: () => string,
): Promise<void> => {
  await transaction
    .delete(resources)
    .where(and(eq(resources.applicationId, applicationId), sql`${resources.position} >= ${offered.length}`))
  if (offered.length === 0) return
  await transaction
    .insert(resources)
    .values(offered.map((resource, position) => ({ ...resource, id: newId(), applicationId, position })))
    .onConflictDoUpdate({
      target: [resources.applicationId, resources.position],
      set: asOffered(resources, ['name', 'description', 'url', 'multiplied', 'priceCents', 'perAgent', 'months']),
    })
}

/** Some of the texts whose HTML is from an older renderer. */
export const findOutdatedTexts = (database: Queryable, version: number, limit: number) =>
  database
    .select({ id: applications.id, longDescription: applications.longDescription, changelog: applications.changelog })
    .from(applications)
    .where(
      sql`${applications.textVersion} < ${version} and (${applications.longDescription} is not null or ${applications.changelog} is not null)`,
    )
    .orderBy(asc(applications.id))
    .limit(limit)

/** Makes applications private. Only those that were never submitted. */
export const makePrivate = async (database: Queryable, slugs: readonly string[]): Promise<void> => {
  await database
    .update(applications)
    .set({ private: true })
    .where(and(inArray(applications.slug, [...slugs]), isNull(applications.submittedAt)))
}

/**
 * Locks a developer, or that of an application, so that its organization stays the same until the transaction ends. Null if there is
 * none.
 */
export const holdDeveloper = async (transaction: Transaction, of: { id: string } | { applicationId: string }) => {
  const id = 'id' in of ? of.id : of.applicationId
  if (!isStorable(id)) return null
  const found = transaction
    .select({ name: developers.name, organizationId: sql<OrganizationId | null>`${developers.organizationId}` })
    .from(developers)
    .where(
      'id' in of
        ? eq(developers.id, id)
        : sql`${developers.id} = (select a.developer_id from ${applications} a where a.id = ${id})`,
    )
  const [row] = await lockRows('developer', found, 'share')
  return row ?? null
}

/** Assigns a developer to an organization, whose members thereby get the developer program's scopes. */
export const assignDeveloper = async (
  database: Queryable,
  developerName: string,
  organizationId: OrganizationId,
): Promise<void> => {
  await database
    .update(developers)
    .set({ organizationId })
    .where(sql`lower(${developers.name}) = lower(${developerName})`)
}
