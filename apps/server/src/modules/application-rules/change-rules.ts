import type { z } from 'zod'
import type { applicationRulesBodySchema } from '@marketplace/contracts/application-rules/schemas'
import { hasPermission } from '@marketplace/domain/permissions'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import type { LockCaller } from '../clients/index.ts'
import { countVisible, lockList, readRules, type RulesRecord, writeRules } from './repository.ts'

export type RulesDependencies = { database: Database; clock: Clock; publicUrl: string; lockCaller: LockCaller }

/**
 * Sets which applications the caller's organization may install and buy. Simultaneous installs and purchases either end before the change,
 * or see the new list. Throws RULES_CHANGED if the list was changed since the caller read it.
 */
export const changeRules = (
  { database, clock, lockCaller }: RulesDependencies,
  asking: Caller,
  { mode, reason, applications, revision }: z.output<typeof applicationRulesBodySchema>,
): Promise<RulesRecord> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!hasPermission(caller.scopes, 'manageOrganization')) throw new ApiError('FORBIDDEN')
    const { organizationId, accountId } = caller
    await lockList(transaction, organizationId)
    const before = await readRules(transaction, organizationId)
    if (before.revision !== revision) throw new ApiError('RULES_CHANGED')
    const ids = [...new Set(applications)]
    if ((await countVisible(transaction, organizationId, ids)) < ids.length) throw new ApiError('APPLICATION_NOT_FOUND')
    const at = clock.now()
    const rules = { organizationId, mode, reason, revision: revision + 1, changedBy: accountId, changedAt: at }
    await writeRules(transaction, rules, ids)
    const listed = before.applications.map(({ id }) => id)
    await recordAudit(transaction, {
      action: 'organization.application-list-changed',
      at,
      who: caller,
      subject: organizationId,
      details: {
        from: before.mode,
        to: mode,
        added: ids.filter((id) => !listed.includes(id)),
        removed: listed.filter((id) => !ids.includes(id)),
      },
    })
    return readRules(transaction, organizationId)
  })
