import { clientIdOf } from '@marketplace/domain/installing'
import { canInstallFor } from '@marketplace/domain/permissions'
import type { Queryable } from '../../db/client.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { isStorable } from '../../db/storable.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { recordAudit } from '../audit/index.ts'
import { revokeUncovered } from '../consents/index.ts'
import { countMembers } from '../organizations/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation, findClientUsers, lockConsent } from './repository.ts'

/** Changes an installation. Everyone who may install applications of the product may change them. */
const change = async (
  { database, clock, rules, lockCaller }: InstallDependencies,
  asking: Caller,
  applicationId: string,
  make: (transaction: Transaction, now: Date, clientId: string) => Promise<boolean>,
): Promise<void> => {
  const now = clock.now()
  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    if (!canInstallFor(caller.scopes, visible.application.product)) throw refusal('INSTALL_NOT_ALLOWED', visible)
    if (!visible.installer.installed || !(await make(transaction, now, clientIdOf(visible.installState.application))))
      throw refusal('NOT_INSTALLED', visible)
  })
}

/** Marks the set-up of an application as done or open. */
export const changeSetup = (
  dependencies: InstallDependencies,
  caller: Caller,
  applicationId: string,
  setup: 'pending' | 'done',
): Promise<void> =>
  change(dependencies, caller, applicationId, async (transaction, now) => {
    const setUpAt = setup === 'done' ? now : null
    return (await changeInstallation(transaction, caller.organizationId, applicationId, { setUpAt })) !== null
  })

/** Chooses the agents who may use an application; null for everybody. Revokes the client's tokens of all others. */
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
    // A sign-in in progress holds a lock on the consent. After waiting for it, its tokens exist and can be revoked.
    await lockConsent(transaction, organizationId, clientId)
    const users = await findClientUsers(transaction, organizationId, clientId)
    if (users) await revokeUncovered(transaction, { organizationId, clientId }, users, now)
    await recordAudit(transaction, {
      action: 'application.agents-changed',
      at: now,
      who: caller,
      subject: applicationId,
      details: { agents: ids },
    })
    return changed !== null
  })

const areMembers = async (database: Queryable, { organizationId }: Caller, ids: readonly string[]): Promise<boolean> =>
  ids.every(isStorable) && (await countMembers(database, organizationId, ids)) === ids.length
