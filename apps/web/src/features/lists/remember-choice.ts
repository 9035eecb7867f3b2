import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { rememberCompatibility } from '../../lib/compatibility.ts'

/**
 * Remembers the compatibility filter when it changes between two queries of a list of applications or services. Lists opened later start
 * with it.
 */
export const rememberChoice = (page: ListPage, before: ListQuery, next: ListQuery): void => {
  const chosen = next.filters.compatibility ?? []
  if ('of' in page && chosen.join() !== (before.filters.compatibility ?? []).join()) rememberCompatibility(chosen)
}
