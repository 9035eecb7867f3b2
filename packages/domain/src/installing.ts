import type { Payment } from '@marketplace/contracts/application'
import type { Product, PublicationStatus } from '@marketplace/contracts/enumerations'
import type { ErrorCode } from '@marketplace/contracts/errors'
import type { InstallBar, InstallRefusal, Subscriptions } from '@marketplace/contracts/installs'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { canBillFor, canInstallFor, hasPermission } from './permissions.ts'
import { PLAN_REFUSALS, planGateOf } from './restrictions.ts'
import { isLicenseActive, reachesPlan } from './subscriptions.ts'

/** What of an application decides who may install it. */
export type Installable = WithCustomProps & {
  product: Product
  status: PublicationStatus
  /** There for the organization that owns it only. */
  private: boolean
  underMaintenance: boolean
  installable: boolean
  payment: Pick<Payment, 'price'> | null
}

/** What of the caller and its organization does. */
export type Installer = {
  scopes: ReadonlySet<string>
  /** The organization that installs owns the application. */
  owns: boolean
  /** The organization in which installing needs a billing permission (section 5, "one specific organization"). */
  billingRule: boolean
  installed: boolean
  subscriptions: Subscriptions
}

/** Whether somebody may change what is installed of this application; the rules are those of section 5. */
export const manageRefusal = (
  application: Pick<Installable, 'customProps' | 'product'>,
  { scopes, billingRule }: Pick<Installer, 'scopes' | 'billingRule'>,
): Extract<InstallRefusal, 'INSTALL_NOT_ALLOWED' | 'INSTALL_OWNER_ONLY' | 'INSTALL_NEEDS_BILLING'> | null => {
  if (!canInstallFor(scopes, application.product)) return 'INSTALL_NOT_ALLOWED'
  if (isFlagSet(application.customProps, 'onlyOwnerCanInstall') && !hasPermission(scopes, 'manageOrganization'))
    return 'INSTALL_OWNER_ONLY'
  return billingRule && !canBillFor(scopes, application.product) ? 'INSTALL_NEEDS_BILLING' : null
}

/**
 * Why an application cannot be installed, or null where it can: the first of INSTALL_REFUSALS that applies (sections 5 and 6). An
 * application that is neither published nor the organization's own does not exist for it.
 */
export const installRefusal = (application: Installable, installer: Installer): InstallRefusal | null => {
  const { status, product, payment, underMaintenance, installable } = application
  if (!isVisibleTo(application, installer)) return 'APPLICATION_NOT_FOUND'
  const notAllowed = manageRefusal(application, installer)
  if (notAllowed) return notAllowed
  if (installer.installed) return 'ALREADY_INSTALLED'
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable || (status !== 'PUBLISHED' && !application.private)) return 'NOT_INSTALLABLE'
  const subscription = installer.subscriptions[product]
  if (!isLicenseActive(subscription)) return 'LICENSE_INACTIVE'
  const gate = planGateOf(application)
  if (gate && !reachesPlan(subscription?.plan ?? null, gate)) return PLAN_REFUSALS[gate]
  return payment !== null && payment.price > 0 ? 'BUYING_NOT_OPEN' : null
}

/** Why nobody can install an application from here, whoever asks; null where it depends on who does. */
export const installBar = ({
  underMaintenance,
  installable,
  payment,
}: Pick<Installable, 'underMaintenance' | 'installable' | 'payment'>): InstallBar | null => {
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable) return 'NOT_INSTALLABLE'
  return payment !== null && payment.price > 0 ? 'BUYING_NOT_OPEN' : null
}

/**
 * Whether an organization may know of an application at all: it is published for everybody, it is its own, or it has it installed and
 * must be able to be rid of it.
 */
export const isVisibleTo = (
  application: Pick<Installable, 'status' | 'private'>,
  { owns, installed }: Pick<Installer, 'owns' | 'installed'>,
): boolean => owns || installed || (application.status === 'PUBLISHED' && !application.private)

/** Only who may not do it asks somebody else (section 6): for these refusals the screen offers the access request. */
export const canRequestAccess = (refusal: ErrorCode | null): boolean =>
  refusal === 'INSTALL_NOT_ALLOWED' || refusal === 'INSTALL_OWNER_ONLY' || refusal === 'INSTALL_NEEDS_BILLING'

/** Where an application is set up, and whether an install leads there (section 4; decisions, "After an install"). */
export const settingsOf = (
  application: WithCustomProps & { widgets: readonly { placement: string; url: string | null }[] },
): { leadsThere: boolean; url: string | null } => {
  const alternative = application.customProps.alternativeSettingUrl
  const own = typeof alternative === 'string' && alternative.trim() !== '' ? alternative.trim() : null
  const url = own ?? application.widgets.find(({ placement }) => placement === 'settings')?.url ?? null
  return { url, leadsThere: url !== null && !isFlagSet(application.customProps, 'isService') }
}

/** What decides which client an application signs people in with, and what it asks for. */
type Authorized = {
  id: string
  authorization: { clientId: string | null; scopes: readonly { name: string; required: boolean }[] } | null
}

/** The client that an install is a consent to: the application's own, or the application itself where the catalogue names none. */
export const clientIdOf = ({ id, authorization }: Authorized): string => authorization?.clientId ?? id

/** What the organization agrees to by installing: what the application cannot do without (decisions, Accounts). */
export const requiredScopes = ({ authorization }: Pick<Authorized, 'authorization'>): string[] =>
  (authorization?.scopes ?? []).filter(({ required }) => required).map(({ name }) => name)

/** Whether there is something to be done after an install: settings, an onboarding, or a step of the application's own. */
export const needsSetup = (application: Parameters<typeof settingsOf>[0] & { onboarding: unknown }): boolean => {
  const { finishInstallUrl } = application.customProps
  return settingsOf(application).url !== null || Boolean(application.onboarding) || Boolean(finishInstallUrl)
}
