import { clientIdOf, needsSetup, requiredScopes } from '@marketplace/domain/installing'
import type { Caller } from '../../core/caller.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { grantConsent } from '../consents/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import type { Visible } from './read-visible.ts'
import type { InstallableRecord } from './records.ts'
import { insertInstallation } from './repository.ts'

type Performed = {
  /** The id of the new installation. */
  id: string
  /** The application's state; its install has passed all checks. */
  visible: Visible
  who: Pick<Caller, 'accountId' | 'organizationId'> & { actor?: Caller['actor'] }
  tellApplication: TellApplication
  now: Date
  /** The accounts that may use it; everybody if absent or null. */
  agents?: string[] | null
  /** The time by which another product has to agree to the install; null if none has to. */
  answerDueAt?: Date | null
}

/** Writes an install with all rows that belong to it. Null if the application is already installed, even by a simultaneous install. */
export const performInstall = async (
  transaction: Transaction,
  { id, visible, who, tellApplication, now, agents = null, answerDueAt = null }: Performed,
): Promise<{ record: InstallableRecord; scopes: string[]; setUpAt: Date | null } | null> => {
  const { application: record } = visible.installState
  const { status, private: isPrivate } = visible.application
  const { organizationId, accountId } = who
  const applicationId = record.id
  const scopes = requiredScopes(record)
  const clientId = clientIdOf(record)
  const setUpAt = needsSetup(record) ? null : now
  const installed = { installedBy: accountId, installedAt: now, setUpAt, answerDueAt, agents }
  const added = { id, organizationId, applicationId, ...installed }
  if (!(await insertInstallation(transaction, added))) return null
  // If another product has to agree, the consent is stored only after its agreement. So if the install is taken back, nothing has to be
  // removed from a consent that other applications share.
  const granted = answerDueAt ? [] : scopes
  await grantConsent(transaction, { organizationId, accountId: null, clientId, scopes: granted, grantedBy: accountId })
  await recordAudit(transaction, {
    action: 'application.installed',
    at: now,
    who,
    subject: applicationId,
    // An application may leave the marketplace later, so what allowed this install is written down.
    details: { clientId, scopes, publication: status, ...(isPrivate && { private: true, owned: visible.installer.owns }) },
  })
  const payload = { applicationID: applicationId }
  await tellApplication(transaction, { applicationId, organizationId, accountId, event: 'application_installed', payload }, now)
  return { record, scopes, setUpAt }
}
