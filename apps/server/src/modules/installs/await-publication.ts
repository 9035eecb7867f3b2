import { VARIANTS } from '@marketplace/contracts/variants'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { hasPage, isExpected } from '@marketplace/domain/visibility'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import { insertAwaiting } from './repository.ts'

export type AwaitDependencies = { database: Database; catalogue: LiveCatalogue; clock: Clock }

/**
 * Stores an address for the mail about an application's publication. Only coming-soon applications are accepted, so that nobody
 * can find out which others exist.
 */
export const awaitPublication = async (
  { database, catalogue, clock }: AwaitDependencies,
  applicationId: string,
  email: string,
): Promise<void> => {
  const now = clock.now()
  const entry = catalogue.current().byId.get(applicationId)
  if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
  if (hasPage(entry, now)) throw new ApiError('ALREADY_PUBLISHED')
  const isShownSomewhere = VARIANTS.some(({ lists, product }) => isExpected(entry, { lists, product, beta: false }))
  if (publicationStatus(entry, now) !== 'ACCEPTED' || !isShownSomewhere) throw new ApiError('APPLICATION_NOT_FOUND')
  await insertAwaiting(database, applicationId, email)
}
