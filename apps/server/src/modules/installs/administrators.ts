import { installerRefusal, type Installable, type Installer } from '@marketplace/domain/installing'
import { hasPermission, scopesOf } from '@marketplace/domain/permissions'
import type { Caller } from '../../core/caller.ts'
import type { MemberRecord } from '../organizations/index.ts'

/**
 * The administrators whom a person can ask for an install: those who may install the application, except the person. If there are none, all
 * administrators, because they can change that.
 */
export const administratorsFor = (
  administrators: readonly MemberRecord[],
  { accountId }: Pick<Caller, 'accountId'>,
  {
    application,
    installer: { billingRule, list },
  }: { application: Installable; installer: Pick<Installer, 'billingRule' | 'list'> },
): MemberRecord[] => {
  const others = administrators.filter(({ id }) => id !== accountId)
  const able = others.filter(({ roles }) => {
    const scopes = new Set<string>(scopesOf({ roles, staff: false, developer: false }))
    // An owner can change the organization's list.
    const passesList = list.allows || hasPermission(scopes, 'manageOrganization')
    return passesList && installerRefusal(application, { scopes, billingRule }) === null
  })
  return able.length > 0 ? able : others
}
