import { installerRefusal, type Installable, type Installer } from '@marketplace/domain/installing'
import { scopesOf } from '@marketplace/domain/permissions'
import type { Caller } from '../../core/caller.ts'
import type { MemberRecord } from '../organizations/index.ts'

/**
 * Who of the administrators is to be asked to install an application: those who may. Nobody asks themselves. Where nobody else may,
 * all of them are asked, since they can see to it that somebody does.
 */
export const administratorsFor = (
  administrators: readonly MemberRecord[],
  { accountId }: Pick<Caller, 'accountId'>,
  { application, installer: { billingRule } }: { application: Installable; installer: Pick<Installer, 'billingRule'> },
): MemberRecord[] => {
  const others = administrators.filter(({ id }) => id !== accountId)
  const able = others.filter(({ roles }) => {
    const scopes = new Set<string>(scopesOf({ roles, staff: false, developer: false }))
    return installerRefusal(application, { scopes, billingRule }) === null
  })
  return able.length > 0 ? able : others
}
