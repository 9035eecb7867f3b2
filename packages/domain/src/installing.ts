import type { Payment } from '@marketplace/contracts/application'
import type { Product, PublicationStatus } from '@marketplace/contracts/enumerations'
import type { ErrorCode } from '@marketplace/contracts/errors'
import type { UniversalRefusal, InstallRefusal, Subscriptions } from '@marketplace/contracts/installs'
import { finishStepOf, webAddress } from './application-addresses.ts'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { canBillFor, canInstallFor, hasPermission, allowedScopes } from './permissions.ts'
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
  authorization: { scopes: readonly { name: string; required: boolean }[] } | null
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

/** The scopes that an application requires and somebody cannot agree to for the organization, because they do not have them. */
export const missingScopes = (
  application: Pick<Installable, 'authorization'>,
  { scopes }: Pick<Installer, 'scopes'>,
): string[] => {
  const required = requiredScopes(application)
  const within = new Set(allowedScopes(required, scopes))
  return required.filter((scope) => !within.has(scope))
}

/**
 * Why it is not for this person to install an application, or null where it is: they may not manage it, or cannot agree to what it requires.
 * An install is the organization's consent, and nobody gives for the organization what they do not have.
 */
export const installerRefusal = (
  application: Pick<Installable, 'customProps' | 'product' | 'authorization'>,
  installer: Pick<Installer, 'scopes' | 'billingRule'>,
): ReturnType<typeof manageRefusal> | 'INSTALL_NEEDS_SCOPES' =>
  manageRefusal(application, installer) ?? (missingScopes(application, installer).length > 0 ? 'INSTALL_NEEDS_SCOPES' : null)

/**
 * Why an application cannot be installed, or null where it can: the first of INSTALL_REFUSALS that applies (sections 5 and 6). An
 * application that is neither published nor the organization's own does not exist for it.
 */
export const installRefusal = (application: Installable, installer: Installer): InstallRefusal | null => {
  const { status, product, payment, underMaintenance, installable } = application
  if (!isVisibleTo(application, installer)) return 'APPLICATION_NOT_FOUND'
  if (!isOpenTo(application, installer)) return 'NOT_INSTALLABLE'
  const subscription = installer.subscriptions[product]
  // Before the permission: roles go with a licence, so that nobody has the permission where there is none.
  if (!isLicenseActive(subscription)) return 'LICENSE_INACTIVE'
  const notAllowed = installerRefusal(application, installer)
  if (notAllowed) return notAllowed
  if (installer.installed) return 'ALREADY_INSTALLED'
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable || (status !== 'PUBLISHED' && !application.private)) return 'NOT_INSTALLABLE'
  const gate = planGateOf(application)
  if (gate && !reachesPlan(subscription?.plan ?? null, gate)) return PLAN_REFUSALS[gate]
  return payment !== null && payment.price > 0 ? 'BUYING_NOT_OPEN' : null
}

/** Why nobody can install an application from here, whoever asks; null where it depends on who does. */
export const universalRefusal = ({
  underMaintenance,
  installable,
  payment,
}: Pick<Installable, 'underMaintenance' | 'installable' | 'payment'>): UniversalRefusal | null => {
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable) return 'NOT_INSTALLABLE'
  return payment !== null && payment.price > 0 ? 'BUYING_NOT_OPEN' : null
}

type PublicationState = Pick<Installable, 'status' | 'private'>

/** Published for everybody, the organization's own, or installed by it, which must be able to be rid of it. */
const isOpenTo = (application: PublicationState, { owns, installed }: Pick<Installer, 'owns' | 'installed'>): boolean =>
  owns || installed || (application.status === 'PUBLISHED' && !application.private)

/** Whether somebody sees an application that is not open to their organization, because they decide about it. */
export const isReviewedBy = ({ status }: Pick<PublicationState, 'status'>, scopes: ReadonlySet<string>): boolean =>
  status === 'IN_REVIEW' && hasPermission(scopes, 'operate')

/** Whether somebody may know of an application at all. */
export const isVisibleTo = (
  application: PublicationState,
  installer: Pick<Installer, 'owns' | 'installed' | 'scopes'>,
): boolean => isOpenTo(application, installer) || isReviewedBy(application, installer.scopes)

/** Whether somebody of the organization may use an installed application: `agents` are those who were chosen, null for everybody. */
export const mayUse = (agents: readonly string[] | null, accountId: string): boolean =>
  agents === null || agents.includes(accountId)

/** Only who may not do it asks somebody else (section 6): for these refusals the screen offers the access request. */
export const canRequestAccess = (refusal: ErrorCode | null): boolean =>
  refusal === 'INSTALL_NOT_ALLOWED' ||
  refusal === 'INSTALL_OWNER_ONLY' ||
  refusal === 'INSTALL_NEEDS_BILLING' ||
  refusal === 'INSTALL_NEEDS_SCOPES'

/**
 * Why nobody is asked to install an application, or null where somebody is: it is installed, nobody can install it or receive the
 * request, or whoever asks may install it. `receivers` is how many people can be asked.
 */
export const accessRequestRefusal = (
  application: Installable,
  installer: Installer,
  receivers: number,
): 'ALREADY_INSTALLED' | 'ACCESS_REQUEST_IMPOSSIBLE' | 'ACCESS_REQUEST_NOT_NEEDED' | null => {
  if (installer.installed) return 'ALREADY_INSTALLED'
  const refusal = installRefusal(application, installer)
  if (refusal === 'LICENSE_INACTIVE') return 'ACCESS_REQUEST_IMPOSSIBLE'
  if (!canRequestAccess(refusal)) return 'ACCESS_REQUEST_NOT_NEEDED'
  return receivers === 0 ? 'ACCESS_REQUEST_IMPOSSIBLE' : null
}

/** Where an application is set up, and whether an install leads there (section 4; decisions, "After an install"). */
export const settingsOf = (
  application: WithCustomProps & { widgets: readonly { placement: string; url: string | null }[] },
): { opensAfterInstall: boolean; url: string | null } => {
  const alternative = application.customProps.alternativeSettingUrl
  const own = webAddress(alternative)?.href ?? null
  const url = own ?? application.widgets.find(({ placement }) => placement === 'settings')?.url ?? null
  return { url, opensAfterInstall: url !== null && !isFlagSet(application.customProps, 'isService') }
}

/** What decides which client an application signs people in with, and what it asks for. */
type ConsentClient = {
  id: string
  authorization: { clientId: string | null; scopes: readonly { name: string; required: boolean }[] } | null
}

/** The client that an install is a consent to: the application's own, or the application itself where the catalogue names none. */
export const clientIdOf = ({ id, authorization }: ConsentClient): string => authorization?.clientId ?? id

/** What the organization agrees to by installing: what the application cannot do without (decisions, Accounts). */
export const requiredScopes = ({ authorization }: Pick<Installable, 'authorization'>): string[] =>
  (authorization?.scopes ?? []).filter(({ required }) => required).map(({ name }) => name)

/** Whether there is something to be done after an install: settings, an onboarding, or a step of the application's own. */
export const needsSetup = (application: Parameters<typeof settingsOf>[0] & { onboarding: unknown }): boolean => {
  return settingsOf(application).url !== null || Boolean(application.onboarding) || finishStepOf(application) !== null
}
