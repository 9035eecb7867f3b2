import type { Activity, ActivityQuery } from '@marketplace/contracts/estate/schemas'
import { addUtcDays, parseUtcDay } from '@marketplace/domain/dates'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { type ActivityFilter, type ActivityRow, findActivity } from './repository.ts'
import { actionsOf, describeAction } from './words.ts'

const PAGE = 50

/** The last day that can be selected. The day after it still has a year of four digits, which the database requires. */
const LAST_DAY = '9999-12-30'
/** The database has no year 0. */
const FIRST_DAY = '0001-01-01'

/** Parses a day with a four-digit year, as the query expects it. Null for a day that does not exist; then the filter is ignored. */
const dayOf = (text: string | undefined): Date | null => {
  if (text === undefined) return null
  return parseUtcDay(text < FIRST_DAY ? FIRST_DAY : text > LAST_DAY ? LAST_DAY : text)
}

const filterOf = ({ kind, from, to, ...query }: ActivityQuery): ActivityFilter => {
  const last = dayOf(to)
  return { ...query, actions: kind ? actionsOf(kind) : null, from: dayOf(from), until: last && addUtcDays(last, 1) }
}

const present = (row: ActivityRow): Activity['result'][number] => ({
  id: row.id,
  at: row.at,
  action: row.action,
  ...describeAction(row.action, row.details),
  person: row.accountId === null ? null : { id: row.accountId, name: row.personName },
  staff: row.actorId !== null,
  application: row.applicationId === null ? null : { id: row.applicationId, name: row.applicationName },
  receipt: row.receiptId,
})

/** A page of the organization's audit, as texts for people. */
export const showActivity = async (
  database: Queryable,
  organizationId: OrganizationId,
  query: ActivityQuery,
): Promise<Activity> => {
  const rows = await findActivity(database, organizationId, filterOf(query), PAGE + 1)
  const shown = rows.slice(0, PAGE)
  return { result: shown.map(present), next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null }
}

/** The newest rows that match, for an export file. */
export const readActivity = async (
  database: Queryable,
  organizationId: OrganizationId,
  query: ActivityQuery,
  most: number,
): Promise<Activity['result']> => (await findActivity(database, organizationId, filterOf(query), most)).map(present)
