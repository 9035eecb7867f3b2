import type { Database } from '../../db/client.ts'
import { deleteTokensBefore } from '../clients/index.ts'
import { deleteChallengesBefore, deleteStepsBefore } from './factors/repository.ts'
import { deleteResetsBefore } from './reset/repository.ts'
import { deleteSessionsBefore } from './sessions/repository.ts'
import { deleteSignUpsBefore } from './sign-up/repository.ts'

/** Expired tokens are kept for a day, so that a second use of a code or refresh token can still end its family. */
const KEPT_MS = 86_400_000

/** Deletes rows that expired more than a day ago, in small parts so that requests do not wait. Returns the number of deleted tokens. */
export const tidy = async (database: Database, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  await deleteSessionsBefore(database, before)
  await deleteResetsBefore(database, before)
  await deleteSignUpsBefore(database, before)
  await deleteChallengesBefore(database, before)
  await deleteStepsBefore(database, before)
  let deleted = 0
  for (;;) {
    const some = await deleteTokensBefore(database, before)
    deleted += some
    if (some === 0) return deleted
  }
}
