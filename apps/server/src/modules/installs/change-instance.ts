import { canInstallFor } from '@marketplace/domain/permissions'
import type { Queryable } from '../../db/client.ts'
import { isStorable } from '../../db/storable.ts'
import type { Caller } from '../../http/caller.ts'
import { ApiError } from '../../http/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { countMembers } from '../organizations/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation } from './repository.ts'

/** Makes a change of what is installed, where the caller may: who may install applications of the product may change them too. */
const change = async (
  { database, clock, rules }: InstallDependencies,
  caller: Caller,
  applicationId: string,
  make: (transaction: Queryable, now: Date) => Promise<boolean>,
): Promise<void> => {
  const now = clock.now()
  const { application, installer } = await readVisible({ database, rules }, caller, applicationId, now)
  if (!canInstallFor(caller.scopes, application.product)) throw refusal('INSTALL_NOT_ALLOWED', application)
  if (!installer.installed) throw refusal('NOT_INSTALLED', application)
  await database.transaction(async (transaction) => {
    if (!(await make(transaction, now))) throw refusal('NOT_INSTALLED', application)
  })
}

/** Says that an application is set up, or is to be set up again. */
export const changeSetup = (
  dependencies: InstallDependencies,
  caller: Caller,
  applicationId: string,
  setup: 'pending' | 'done',
): Promise<void> =>
  change(dependencies, caller, applicationId, (transaction, now) =>
    changeInstallation(transaction, caller.organizationId, applicationId, { setUpAt: setup === 'done' ? now : null }),
  )

/** Says which agents may use an application; null for everybody. */
export const changeAgents = (
  dependencies: InstallDependencies,
  caller: Caller,
  applicationId: string,
  agents: readonly string[] | null,
): Promise<void> =>
  change(dependencies, caller, applicationId, async (transaction) => {
    const ids = agents && [...new Set(agents)]
    if (ids && !(await areMembers(transaction, caller, ids))) throw new ApiError('AGENT_NOT_FOUND')
    const changed = await changeInstallation(transaction, caller.organizationId, applicationId, { agents: ids })
    await recordAudit(transaction, {
      action: 'application.agents-changed',
      who: caller,
      subject: applicationId,
      details: { agents: ids },
    })
    return changed
  })

const areMembers = async (database: Queryable, { organizationId }: Caller, ids: readonly string[]): Promise<boolean> =>
  ids.every(isStorable) && (await countMembers(database, organizationId, ids)) === ids.length
