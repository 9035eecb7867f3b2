import type { Instance } from '@marketplace/contracts/installs/schemas'
import { ADMINISTRATOR_ROLES } from '@marketplace/domain/permissions'
import type { Caller } from '../../core/caller.ts'
import { findPeople } from '../organizations/index.ts'
import { administratorsFor } from './administrators.ts'
import type { InstallDependencies } from './install-application.ts'
import { presentInstance } from './present.ts'
import { readVisible } from './read-visible.ts'

/**
 * An application's state in the caller's organization, the actions that the caller may take, and the people whom the caller can ask
 * otherwise.
 */
export const readInstance = async (
  { database, clock, publicUrl, rules, special }: InstallDependencies,
  caller: Caller,
  applicationId: string,
): Promise<Instance> => {
  const { organizationId } = caller
  const seen = await readVisible({ database, rules }, caller, applicationId, clock.now())
  const { product } = seen.application
  const people = await findPeople(database, organizationId, { product, roles: ADMINISTRATOR_ROLES })
  return presentInstance(seen, administratorsFor(people, caller, seen), caller, { publicUrl, specialOrigins: special.origins })
}
