import { keptName } from '@marketplace/contracts/core/written-text'
import { nameProblem, REVIEW_RULES } from '@marketplace/contracts/ratings/review-rules'
import type { RatingBody } from '@marketplace/contracts/ratings/schemas'
import { ratingRefusal } from '@marketplace/domain/rating-rules'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { LockCaller } from '../../clients/index.ts'
import { type InstallRules, readVisible } from '../../installs/index.ts'
import type { QueueMail } from '../../mail/index.ts'
import { countVote, currentPrior } from './count-vote.ts'
import {
  deleteVote,
  findVote,
  holdInstall,
  isClientOfDeveloper,
  lockTotals,
  readUse,
  updateTotals,
  writeVote,
} from './repository.ts'

export type RatingDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  rules: InstallRules
  lockCaller: LockCaller
  queueMail: QueueMail
}

/** The name of a review of this account if the account states none. */
export const nameOfAccount = ({ name }: Pick<Caller, 'name'>): string =>
  [...keptName(name)].slice(0, REVIEW_RULES.application.name.max).join('')

/**
 * Rates an application: the account's only vote is written or replaced, and counts at once. A new or changed text has to be verified by the
 * operator. The right to rate is checked in the transaction, with the install locked.
 */
export const rateApplication = async (
  { database, clock, rules, lockCaller }: RatingDependencies,
  asking: Caller,
  applicationId: string,
  { rate, review: text, name: given, mail }: RatingBody,
): Promise<void> => {
  const now = clock.now()
  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const { accountId, organizationId, roles, actor } = caller
    await holdInstall(transaction, organizationId, applicationId)
    const { application, installer } = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    // Without this check, an application could rate itself with the token of one of its users.
    const owns = installer.owns || (!caller.trusted && (await isClientOfDeveloper(transaction, caller.clientId, applicationId)))
    const refused = ratingRefusal(application.product, { ...installer, owns, roles, isGhost: actor !== null })
    if (refused) throw new ApiError(refused)

    const totals = await lockTotals(transaction, applicationId, await currentPrior(transaction))
    const before = await findVote(transaction, applicationId, accountId)
    const review = text || null
    const ownName = nameOfAccount(caller)
    const name = given || (review === null || nameProblem(ownName, REVIEW_RULES.application) ? null : ownName)
    const isSame = before !== null && before.review === review && before.name === name
    const { since, plan } = await readUse(transaction, organizationId, applicationId, now)
    await writeVote(transaction, {
      id: before?.id ?? newId(),
      applicationId,
      accountId,
      organizationId,
      rate,
      review,
      name,
      installedSince: since,
      plan,
      wantsMail: mail,
      writtenAt: isSame ? before.writtenAt : review === null ? null : now,
      verifiedAt: isSame ? before.verifiedAt : null,
      rejectedAt: isSame ? before.rejectedAt : null,
      rejection: isSame ? before.rejection : null,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    })
    const after = { rate, organizationId }
    await updateTotals(transaction, applicationId, await countVote(transaction, applicationId, totals, { before, after, now }))
  })
}

/** Withdraws the caller's vote with its review. This is allowed even after the organization has uninstalled the application. */
export const deleteRating = async (
  { database, clock, lockCaller }: RatingDependencies,
  asking: Caller,
  applicationId: string,
): Promise<void> => {
  const now = clock.now()
  await inTransaction(database, async (transaction) => {
    const { accountId, actor } = await lockCaller(transaction, asking)
    if (actor) throw new ApiError('RATING_BY_SUPPORT')
    if (!(await findVote(transaction, applicationId, accountId))) throw new ApiError('RATING_NOT_FOUND')
    const totals = await lockTotals(transaction, applicationId, await currentPrior(transaction))
    const before = await findVote(transaction, applicationId, accountId)
    if (!before) throw new ApiError('RATING_NOT_FOUND')
    await deleteVote(transaction, before.id)
    const counted = await countVote(transaction, applicationId, totals, { before, after: null, now })
    await updateTotals(transaction, applicationId, counted)
  })
}
