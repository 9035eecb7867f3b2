import { clientIdOf } from '@marketplace/domain/installing'
import { canInstallFor } from '@marketplace/domain/permissions'
import type { Queryable } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isStorable } from '../../db/storable.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { recordAudit } from '../audit/index.ts'
import { revokeUncovered } from '../consents/index.ts'
import { countMembers } from '../organizations/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation, findClientUsers, holdConsent } from './repository.ts'

/** Makes a change of what is installed, where the caller may: who may install applications of the product may change them too. */
const change = async (
  { database, clock, rules, holdCaller }: InstallDependencies,
  asking: Caller,
  applicationId: string,
  make: (transaction: Queryable, now: Date, clientId: string) => Promise<boolean>,
): Promise<void> => {
  const now = clock.now()
  await inTransaction(database, async (transaction) => {
    const caller = await holdCaller(transaction, asking)
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    if (!canInstallFor(caller.scopes, visible.application.product)) throw refusal('INSTALL_NOT_ALLOWED', visible)
    if (!visible.installer.installed || !(await make(transaction, now, clientIdOf(visible.standing.application))))
      throw refusal('NOT_INSTALLED', visible)
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

/** Says which agents may use an application; null for everybody. It ends the tokens that its client has for others. */
export const changeAgents = (
  dependencies: InstallDependencies,
  caller: Caller,
  applicationId: string,
  agents: readonly string[] | null,
): Promise<void> =>
  change(dependencies, caller, applicationId, async (transaction, now, clientId) => {
    const { organizationId } = caller
    const ids = agents && [...new Set(agents)]
    if (ids && !(await areMembers(transaction, caller, ids))) throw new ApiError('AGENT_NOT_FOUND')
    const changed = await changeInstallation(transaction, organizationId, applicationId, { agents: ids })
    // A sign-in that is under way holds the consent: after the wait its tokens are there to be revoked.
    await holdConsent(transaction, organizationId, clientId)
    const users = await findClientUsers(transaction, organizationId, clientId)
    if (users) await revokeUncovered(transaction, { organizationId, clientId }, users, now)
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
