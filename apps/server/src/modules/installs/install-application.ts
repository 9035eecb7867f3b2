import { ERRORS } from '@marketplace/contracts/core/errors'
import type { InstallAnswer } from '@marketplace/contracts/installs/schemas'
import type { InstallBody, SpecialOutcome } from '@marketplace/contracts/installs/special-install'
import { directInstallOf } from '@marketplace/domain/application-addresses'
import { clientIdOf, installRefusal, settingsOf } from '@marketplace/domain/installing'
import { specialInstallOf } from '@marketplace/domain/special-installs'
import type { Database } from '../../db/client.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { recordRefusal } from '../audit/index.ts'
import { type InstallRules, refusal } from './policy.ts'
import { grantConsent } from '../consents/index.ts'
import type { LockCaller } from '../clients/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import { performInstall } from './perform-install.ts'
import { presentInstalled } from './present.ts'
import { readVisible } from './read-visible.ts'
import type { InstallableRecord } from './records.ts'
import { countWaiting, lockInstallable, markAnswered, type OneInstall } from './repository.ts'
import { MOST_OF_ONE, NoPlace } from './special-places.ts'
import { takeBackInstall } from './take-back-unanswered.ts'
import { answerDueAt, holdRightToTokens, issueProductToken, type SpecialInstalls, tellProduct } from './tell-product.ts'

export type InstallDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  rules: InstallRules
  lockCaller: LockCaller
  tellApplication: TellApplication
  special: SpecialInstalls
}

/** Installs an application for the caller's organization. Throws NoPlace if too many installs already wait for another product. */
export const installApplication = async (
  dependencies: InstallDependencies,
  asking: Caller,
  applicationId: string,
  given: InstallBody = {},
): Promise<InstallAnswer> => {
  let leave = () => {}
  const takePlace = (origin: string): void => {
    leave = dependencies.special.places.take(asking, origin)
  }
  try {
    return await install(dependencies, asking, { applicationId, given, takePlace })
  } finally {
    leave()
  }
}

type Asked = { applicationId: string; given: InstallBody; takePlace: (origin: string) => void }

/**
 * Installs an application for the caller's organization, which consents to the scopes that the application requires. All or nothing; of
 * simultaneous installs one succeeds, and the others get "already installed". Everything that the decision depends on is read and locked
 * in the same transaction, so a simultaneous change of a role, a licence or the application is either committed before, or waits. An
 * install that another product is told about stays only if that product agrees (docs/product/installing.md, Special installs).
 */
const install = async (
  dependencies: InstallDependencies,
  asking: Caller,
  { applicationId, given, takePlace }: Asked,
): Promise<InstallAnswer> => {
  const { database, clock, publicUrl, rules, lockCaller, tellApplication, special } = dependencies
  const now = clock.now()
  const { organizationId, accountId } = asking
  const done = await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (special.origins.length > 0) await holdRightToTokens(transaction, caller, now)
    await lockInstallable(transaction, organizationId, [applicationId])
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    const { application, installer } = visible
    const refused = installRefusal(application, installer)
    if (refused) return refusal(refused, visible)

    const { application: record } = visible.installState
    const url = specialInstallOf(record, special.origins)
    if (url) await assertMayWait(transaction, caller, { applicationId, now })
    const id = newId()
    const token = url && (await issueProductToken(transaction, { installId: id, application: record }, caller, now))
    if (url && token === null) throw refusal('NOT_INSTALLABLE', visible)
    const performed = { id, visible, who: caller, tellApplication, now, answerDueAt: url && answerDueAt(now) }
    const installed = await performInstall(transaction, performed)
    if (!installed) throw refusal('ALREADY_INSTALLED', visible)
    // Checked last: if no place is free, the transaction undoes the install. Of simultaneous installs, only one gets the last place.
    if (url) takePlace(url.origin)
    return { ...installed, told: url && token !== null ? { url, token } : null }
  })
  if (done instanceof ApiError) {
    // Audit refusals for a missing permission. Other refusals are not audited.
    if (ERRORS[done.code].status === 403)
      await recordRefusal(database, {
        action: 'application.install-refused',
        at: now,
        who: asking,
        subject: applicationId,
        details: { code: done.code },
      })
    throw done
  }

  const { record, scopes, setUpAt, told } = done
  const specialOutcome =
    told && (await agree(dependencies, asking, { ...told, application: record, scopes, given, installedAt: now }))
  const installedBy = { id: accountId, name: asking.name, email: asking.email }
  const installation = { installedAt: now, setUpAt, agents: null, installedBy, scopes }
  const directInstall = told ? null : directInstallOf(record)
  const settings = settingsOf(record)
  return {
    status: 'installed',
    error: null,
    installation: presentInstalled(record, installation, asking, publicUrl),
    directInstall,
    specialOutcome,
    redirectTo: settings.opensAfterInstall && !directInstall ? settings.url : null,
  }
}

/**
 * Throws NoPlace if the organization or the account has already reached the limit of installs that wait for another product, counted over
 * all processes.
 */
const assertMayWait = async (
  transaction: Transaction,
  caller: Caller,
  of: { applicationId: string; now: Date },
): Promise<void> => {
  const { ofOrganization, ofAccount } = await countWaiting(transaction, caller, of)
  if (Math.max(ofOrganization, ofAccount) >= MOST_OF_ONE) throw new NoPlace('TOO_MANY_REQUESTS')
}

type Told = { url: URL; token: string; application: InstallableRecord; scopes: string[]; given: InstallBody; installedAt: Date }

/** Tells the other product about an install. If that product does not agree, the install is taken back. */
const agree = async (
  dependencies: InstallDependencies,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { installedAt, scopes, ...told }: Told,
): Promise<SpecialOutcome> => {
  const { database, publicUrl, special } = dependencies
  const install = { organizationId, applicationId: told.application.id, installedAt }
  const answer = await tellProduct(special.http, { ...told, publicUrl })
  if (!answer?.done) {
    await takeBackInstall(dependencies, install)
    if (!answer) throw new ApiError('SPECIAL_INSTALL_UNANSWERED')
    throw new ApiError('SPECIAL_INSTALL_REFUSED', { reason: answer.reason ?? 'Unknown error' })
  }
  // The application may have been uninstalled meanwhile.
  const confirmed = await inTransaction(database, (transaction) => confirmInstall(transaction, install, told.application, scopes))
  if (!confirmed) throw new ApiError('NOT_INSTALLED')
  return { accountStatus: answer.accountStatus, message: answer.message }
}

/** Keeps an install, with the consent to its scopes. False if the install has ended meanwhile. */
const confirmInstall = async (
  transaction: Transaction,
  install: OneInstall,
  application: InstallableRecord,
  scopes: readonly string[],
): Promise<boolean> => {
  const { organizationId, applicationId } = install
  await lockInstallable(transaction, organizationId, [applicationId])
  const stays = await markAnswered(transaction, install)
  if (!stays) return false
  const { clientId, installedBy } = stays
  // If an import has given the application another client, the consent to the former one is gone, and the organization must agree again.
  if (clientId === clientIdOf(application))
    await grantConsent(transaction, { organizationId, accountId: null, clientId, scopes, grantedBy: installedBy })
  return true
}
