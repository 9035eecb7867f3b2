import type { FastifyInstance } from 'fastify'
import { changeApplicationRules, getApplicationRules } from '@marketplace/contracts/application-rules/endpoints'
import type { ApplicationRules } from '@marketplace/contracts/application-rules/schemas'
import { hasPermission } from '@marketplace/domain/permissions'
import type { Caller } from '../../core/caller.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { picturePath } from '../pictures/index.ts'
import { changeRules, type RulesDependencies } from './change-rules.ts'
import { readRules, type RulesRecord } from './repository.ts'

const present = (
  { mode, reason, revision, applications, refusedInstalled, changedAt, changedBy }: RulesRecord,
  { scopes }: Caller,
  publicUrl: string,
): ApplicationRules => ({
  mode,
  reason,
  revision,
  applications: applications.map(({ iconId, ...application }) => ({
    ...application,
    icon: iconId && `${publicUrl}${picturePath(iconId, 256)}`,
  })),
  refused_installed: refusedInstalled,
  changed_at: changedAt && new Date(changedAt).toISOString(),
  changed_by: changedBy,
  can: { change: hasPermission(scopes, 'manageOrganization') },
})

/** The list of applications that an organization allows or blocks. */
export const registerApplicationRulesRoutes = (app: FastifyInstance, dependencies: RulesDependencies): void => {
  const { database, publicUrl } = dependencies
  registerEndpoint(app, getApplicationRules, async ({ caller }) =>
    present(await readRules(database, caller.organizationId), caller, publicUrl),
  )
  registerEndpoint(app, changeApplicationRules, async ({ caller, body }) =>
    present(await changeRules(dependencies, caller, body), caller, publicUrl),
  )
}
