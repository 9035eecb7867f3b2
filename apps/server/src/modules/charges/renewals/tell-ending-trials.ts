import { addUtcDays } from '@marketplace/domain/dates'
import { inTransaction } from '../../../db/transaction.ts'
import { readCard } from '../../billing/index.ts'
import { changeRecurrent } from '../records/repository.ts'
import type { RenewalDependencies } from './dependencies.ts'
import { tellPayers, TRIAL_NOTICE_DAYS } from './notices.ts'
import { lockEndingTrials } from './repository.ts'
import { costOf } from './start-renewal.ts'

const MOST_AT_ONCE = 100

/** Mails each buyer whose trial ends within three days, once. */
export const tellEndingTrials = async (dependencies: RenewalDependencies, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await tellSome(dependencies)) === MOST_AT_ONCE);
}

/** Resolves with the number of trials that were handled. */
const tellSome = (dependencies: RenewalDependencies): Promise<number> =>
  inTransaction(dependencies.database, async (transaction) => {
    const now = dependencies.clock.now()
    const until = addUtcDays(now, TRIAL_NOTICE_DAYS)
    const ending = await lockEndingTrials(transaction, { now, until, limit: MOST_AT_ONCE })
    for (const charge of ending) {
      const { total } = await costOf(transaction, charge, now)
      const hasCard = (await readCard(transaction, charge.organizationId)) !== null
      const notice = { kind: 'trial-ends', at: charge.trialEndsAt ?? until, total, hasCard } as const
      await tellPayers(transaction, dependencies, charge, notice, now)
      await changeRecurrent(transaction, charge, { trialEndToldAt: now })
    }
    return ending.length
  })
