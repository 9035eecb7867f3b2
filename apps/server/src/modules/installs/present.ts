import { BRAND } from '@marketplace/contracts/brand'
import { errorMessage, type ErrorCode } from '@marketplace/contracts/errors'
import type { InstalledApplication, Instance, MarketProduct, MayDo } from '@marketplace/contracts/installs'
import { paths } from '@marketplace/contracts/paths'
import { NO_ACCESS_MAX_AGENTS } from '@marketplace/contracts/roles'
import {
  canRequestAccess,
  type Installable,
  type Installer,
  installRefusal,
  manageRefusal,
  settingsOf,
} from '@marketplace/domain/installing'
import { canInstallFor } from '@marketplace/domain/permissions'
import { describeScopes } from '@marketplace/domain/scopes'
import { isService } from '@marketplace/domain/visibility'
import type { MemberRecord } from '../organizations/index.ts'
import { picturePath } from '../pictures/index.ts'
import type { InstallableRecord, InstallationRecord, Standing } from './records.ts'

export const presentInstalled = (
  application: InstallableRecord,
  { installedAt, installedBy, setUpAt, agents, scopes }: InstallationRecord,
  publicUrl: string,
): InstalledApplication => {
  const { id, slug, name, product, iconId, widgets } = application
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
    openPath: widgets.some(({ placement }) => placement === 'fullscreen') ? paths.openApplication(slug) : null,
    settingsUrl: settingsOf(application).url,
    agents,
  }
}

/** What the organization has of the marketplace. Without subscriptions to applications there is nothing but what is installed. */
export const presentMarketProduct = (application: InstallableRecord, installation: InstallationRecord): MarketProduct => ({
  id: application.id,
  slug: application.slug,
  name: application.name,
  product: application.product,
  productType: isService(application) ? 'service' : 'application',
  status: 'installed',
  since: installation.installedAt.toISOString(),
})

type Seen = { standing: Standing; application: Installable; installer: Installer }

export const presentInstance = (
  { standing, application, installer }: Seen,
  administrators: readonly MemberRecord[],
  publicUrl: string,
): Instance => {
  const { installation, owns } = standing
  const mayDo = (refused: ErrorCode | null): MayDo => ({
    allowed: refused === null,
    code: refused,
    message: refused && errorMessage(refused, { product: BRAND.products[application.product] }),
  })
  const notInstalled = installer.installed ? null : 'NOT_INSTALLED'
  const notAllowed = canInstallFor(installer.scopes, application.product) ? null : 'INSTALL_NOT_ALLOWED'
  return {
    id: standing.application.id,
    installed: installer.installed,
    installation: installation && presentInstalled(standing.application, installation, publicUrl),
    owned: owns,
    onboarding: standing.application.onboarding as Instance['onboarding'],
    can: {
      install: mayDo(installRefusal(application, installer)),
      uninstall: mayDo(manageRefusal(application, installer) ?? notInstalled),
      requestAccess: mayDo(accessRequestRefusal(application, installer)),
      manageAgents: mayDo(notAllowed ?? notInstalled),
    },
    administrators: {
      names: administrators.slice(0, NO_ACCESS_MAX_AGENTS).map(({ name }) => name),
      more: Math.max(0, administrators.length - NO_ACCESS_MAX_AGENTS),
    },
  }
}

/** Why there is nothing to ask the administrators for: it is there already, or whoever asks may see to it. */
export const accessRequestRefusal = (
  application: Installable,
  installer: Installer,
): 'ALREADY_INSTALLED' | 'ACCESS_REQUEST_NOT_NEEDED' | null => {
  if (installer.installed) return 'ALREADY_INSTALLED'
  return canRequestAccess(installRefusal(application, installer)) ? null : 'ACCESS_REQUEST_NOT_NEEDED'
}
