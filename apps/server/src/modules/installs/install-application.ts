import { ERRORS } from '@marketplace/contracts/errors'
import type { InstallAnswer } from '@marketplace/contracts/installs'
import { clientIdOf, installRefusal, needsSetup, requiredScopes, settingsOf } from '@marketplace/domain/installing'
import { newId } from '../../adapters/ids.ts'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import { recordAudit, recordRefusal } from '../audit/index.ts'
import { grantConsent } from '../consents/index.ts'
import { type InstallRules, refusal } from './policy.ts'
import { presentInstalled } from './present.ts'
import { readVisible } from './read-visible.ts'
import { insertInstallation } from './repository.ts'

export type InstallDependencies = { database: Database; clock: Clock; publicUrl: string; rules: InstallRules }

/**
 * Installs an application for the caller's organization, which is its consent to the scopes that the application requires. All of it
 * is there, or none; of any number at once one succeeds, and the others find it installed.
 */
export const installApplication = async (
  { database, clock, publicUrl, rules }: InstallDependencies,
  caller: Caller,
  applicationId: string,
): Promise<InstallAnswer> => {
  const now = clock.now()
  const { organizationId, accountId } = caller
  const { standing, application, installer } = await readVisible({ database, rules }, caller, applicationId, now)
  const refused = installRefusal(application, installer)
  if (refused) {
    // Who tries what is not theirs to do is somebody to account for; what is merely not possible is not.
    if (ERRORS[refused].status === 403)
      await recordRefusal(database, {
        action: 'application.install-refused',
        who: caller,
        subject: applicationId,
        details: { code: refused },
      })
    throw refusal(refused, application)
  }

  const scopes = requiredScopes(standing.application)
  const clientId = clientIdOf(standing.application)
  const setUpAt = needsSetup(standing.application) ? null : now
  await database.transaction(async (transaction) => {
    const isNew = await insertInstallation(transaction, {
      id: newId(),
      organizationId,
      applicationId,
      installedBy: accountId,
      installedAt: now,
      setUpAt,
    })
    if (!isNew) throw refusal('ALREADY_INSTALLED', application)
    await grantConsent(transaction, { organizationId, accountId: null, clientId, scopes, grantedBy: accountId })
    await recordAudit(transaction, {
      action: 'application.installed',
      who: caller,
      subject: applicationId,
      details: { clientId, scopes },
    })
  })

  const installedBy = { id: accountId, name: caller.name, email: caller.email }
  const installation = { installedAt: now, setUpAt, agents: null, installedBy, scopes }
  const settings = settingsOf(standing.application)
  return {
    status: 'installed',
    error: null,
    installation: presentInstalled(standing.application, installation, publicUrl),
    redirectTo: settings.leadsThere ? settings.url : null,
  }
}
