import { VARIANTS } from '@marketplace/contracts/core/variants'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { hasPage, wouldBeListed } from '@marketplace/domain/visibility'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import { insertAwaiting } from './repository.ts'

export type AwaitDependencies = { database: Database; catalogue: LiveCatalogue; clock: Clock }

/**
 * Stores an address for the mail that announces the application's publication. Works only for applications that are shown as coming soon,
 * so that nobody can find out which others exist. Returns the seconds to wait before the next try; 0 means that the address was stored.
 */
export const awaitPublication = async (
  { database, catalogue, clock }: AwaitDependencies,
  { applicationId, email }: { applicationId: string; email: string },
  enter: (now: Date) => number,
): Promise<number> => {
  const now = clock.now()
  const entry = catalogue.current().byId.get(applicationId)
  if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
  if (hasPage(entry, now)) throw new ApiError('ALREADY_PUBLISHED')
  const isShownSomewhere = VARIANTS.some(({ lists, product }) => wouldBeListed(entry, { lists, product, beta: false }))
  if (publicationStatus(entry, now) !== 'ACCEPTED' || !isShownSomewhere) throw new ApiError('APPLICATION_NOT_FOUND')
  const wait = enter(now)
  if (wait === 0) await insertAwaiting(database, applicationId, email)
  return wait
}
