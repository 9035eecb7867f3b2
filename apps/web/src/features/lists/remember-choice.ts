import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { rememberCompatibility } from '../../lib/compatibility.ts'

/**
 * The person goes from one query of a list to the next: where that changes the compatibility in a list of applications or services,
 * it is what the lists opened after it begin with.
 */
export const rememberChoice = (page: ListPage, before: ListQuery, next: ListQuery): void => {
  const chosen = next.filters.compatibility ?? []
  if ('of' in page && chosen.join() !== (before.filters.compatibility ?? []).join()) rememberCompatibility(chosen)
}
