import { type SQL, sql } from 'drizzle-orm'
import type { ListState } from '@marketplace/domain/application-list'
import type { OrganizationId } from '../core/caller.ts'
import { applicationRules, ruledApplications } from './schema.ts'

/** SQL for the state of an organization's list for one application: JSON of a ListState; null if there is no list. */
export const listStateOf = (
  organizationId: SQL | OrganizationId,
  applicationId: SQL,
): SQL<ListState | null> => sql<ListState | null>`(
  select json_build_object('mode', lr.mode, 'reason', lr.reason, 'listed', exists (
    select from ${ruledApplications} la where la.organization_id = lr.organization_id and la.application_id = ${applicationId}))
  from ${applicationRules} lr where lr.organization_id = ${organizationId})`
