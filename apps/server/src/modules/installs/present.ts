import type { ErrorCode } from '@marketplace/contracts/core/errors'
import type { InstalledApplication, Instance, MarketProduct, MayDo } from '@marketplace/contracts/installs/schemas'
import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { hostPaths, paths } from '@marketplace/contracts/pages/paths'
import { NO_ACCESS_MAX_AGENTS } from '@marketplace/contracts/core/roles'
import { directInstallOf, finishStepOf, openTargetOf } from '@marketplace/domain/application-addresses'
import { isFlagSet } from '@marketplace/domain/custom-props'
import {
  accessRequestRefusal,
  type Installable,
  type Installer,
  installRefusal,
  manageRefusal,
  mayUse,
  settingsOf,
} from '@marketplace/domain/installing'
import { canInstallFor } from '@marketplace/domain/permissions'
import { describeScopes } from '@marketplace/domain/scopes'
import { specialInstallOf } from '@marketplace/domain/special-installs'
import { isService } from '@marketplace/domain/visibility'
import type { Caller } from '../../core/caller.ts'
import type { MemberRecord } from '../organizations/index.ts'
import { picturePath } from '../pictures/index.ts'
import type { NewReceipt } from './receipts/repository.ts'
import { refusalMessage } from './policy.ts'
import type { InstallableRecord, InstallationRecord, InstallState } from './records.ts'

/** The person for whom the answer is. It depends on what they may use and manage. */
type Viewer = Pick<Caller, 'accountId' | 'scopes'>

/** An installed application, as `viewer` may see it. */
export const presentInstalled = (
  application: InstallableRecord,
  { installedAt, installedBy, setUpAt, agents, scopes }: InstallationRecord,
  viewer: Viewer,
  publicUrl: string,
): InstalledApplication => {
  const { id, slug, name, product, iconId, customProps } = application
  const usable = mayUse(agents, viewer.accountId)
  const manages = canInstallFor(viewer.scopes, product)
  const maySet = usable || manages
  const settings = settingsOf(application)
  const opens = usable ? openTargetOf(application) : null
  const { access, other } = describeScopes(scopes.map((scope) => ({ name: scope, required: true })))
  return {
    id,
    slug,
    name,
    icon: iconId && `${publicUrl}${picturePath(iconId, 256)}`,
    product,
    service: isService(application),
    installedAt: installedAt.toISOString(),
    installedBy,
    access: { groups: access, other },
    setup: setUpAt ? 'done' : 'pending',
    usable,
    openPath: opens?.path ?? null,
    opensIn: opens?.opensIn ?? null,
    reportsPath: usable && isFlagSet(customProps, 'agentAppReport') ? hostPaths.reports() : null,
    settingsUrl: maySet ? settings.url : null,
    settingsPath: maySet && settings.isWidget ? paths.applicationSettings(slug) : null,
    finish: manages && setUpAt === null ? finishStepOf(application) : null,
    agents,
  }
}

/**
 * An installed application as a product of the marketplace. It has no subscription, because subscriptions to applications do not exist yet.
 */
export const presentMarketProduct = (application: InstallableRecord, installation: InstallationRecord): MarketProduct => ({
  id: application.id,
  slug: application.slug,
  name: application.name,
  product: application.product,
  productType: isService(application) ? 'service' : 'application',
  status: 'installed',
  since: installation.installedAt.toISOString(),
})

export const presentReceipt = (
  { id, applicationId, at, facts }: Pick<NewReceipt, 'id' | 'at' | 'facts'> & { applicationId: string | null },
  by: UninstallReceipt['by'],
): UninstallReceipt => ({ ...facts, id, application_id: applicationId, at: at.toISOString(), by })

type InstanceInput = { installState: InstallState; application: Installable; installer: Installer }

export const presentInstance = (
  { installState, application, installer }: InstanceInput,
  administrators: readonly MemberRecord[],
  viewer: Viewer,
  { publicUrl, specialOrigins }: { publicUrl: string; specialOrigins: readonly string[] },
): Instance => {
  const told = specialInstallOf(installState.application, specialOrigins)
  const { installation, owns, purchase } = installState
  const mayDo = (refused: ErrorCode | null): MayDo => ({
    allowed: refused === null,
    code: refused,
    message: refused && refusalMessage(refused, { application, installer }),
  })
  const notInstalled = installer.installed ? null : 'NOT_INSTALLED'
  const notChosen = installation && !mayUse(installation.agents, viewer.accountId) ? 'NOT_AMONG_AGENTS' : null
  const notAllowed = canInstallFor(installer.scopes, application.product) ? null : 'INSTALL_NOT_ALLOWED'
  return {
    id: installState.application.id,
    installed: installer.installed,
    installation: installation && presentInstalled(installState.application, installation, viewer, publicUrl),
    owned: owns,
    onboarding: installState.application.onboarding as Instance['onboarding'],
    directInstall: told ? null : directInstallOf(installState.application),
    specialInstall: told && { origin: told.origin },
    payment: purchase?.paymentNeeded ? 'needed' : null,
    paid: purchase && { once: purchase.once, until: purchase.until?.toISOString() ?? null, renews: purchase.renews },
    can: {
      install: mayDo(installRefusal(application, installer)),
      open: mayDo(notInstalled ?? notChosen),
      uninstall: mayDo(manageRefusal(application, installer) ?? notInstalled),
      requestAccess: mayDo(accessRequestRefusal(application, installer, administrators.length)),
      manageAgents: mayDo(notAllowed ?? notInstalled),
    },
    administrators: {
      names: administrators.slice(0, NO_ACCESS_MAX_AGENTS).map(({ name }) => name),
      more: Math.max(0, administrators.length - NO_ACCESS_MAX_AGENTS),
    },
  }
}
