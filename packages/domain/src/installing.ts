import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import type { Product, PublicationStatus } from '@marketplace/contracts/core/enumerations'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import type { UniversalRefusal, InstallRefusal } from '@marketplace/contracts/installs/schemas'
import type { Subscriptions } from '@marketplace/contracts/organizations/schemas'
import type { ListRule } from './application-list.ts'
import { finishStepOf, webAddress } from './application-addresses.ts'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { canBillFor, canInstallFor, hasPermission, allowedScopes } from './permissions.ts'
import { PLAN_REFUSALS, planGateOf } from './restrictions.ts'
import { isLicenseActive, reachesPlan } from './subscriptions.ts'

/** The fields of an application that decide who may install it. */
export type Installable = WithCustomProps & {
  product: Product
  status: PublicationStatus
  /** Whether only the organization that owns it sees and installs it. */
  private: boolean
  underMaintenance: boolean
  installable: boolean
  payment: Pick<Payment, 'price'> | null
  authorization: { scopes: readonly { name: string; required: boolean }[] } | null
}

/** The facts about the caller and the caller's organization that decide what they may install. */
export type Installer = {
  scopes: ReadonlySet<string>
  /** Whether the caller's organization develops the application. */
  owns: boolean
  /** Whether it is the organization in which installing needs a billing permission (BILLING_RULE_ORGANIZATION). */
  billingRule: boolean
  installed: boolean
  /** Whether the organization has the right to use the application without another payment. */
  entitled: boolean
  subscriptions: Subscriptions
  /** The rule of the organization's own list for the application. */
  list: ListRule
}

/** Why the caller may not install, uninstall or set up this application; null if they may. docs/product/installing.md, Who may install. */
export const manageRefusal = (
  application: Pick<Installable, 'customProps' | 'product'>,
  { scopes, billingRule }: Pick<Installer, 'scopes' | 'billingRule'>,
): Extract<InstallRefusal, 'INSTALL_NOT_ALLOWED' | 'INSTALL_OWNER_ONLY' | 'INSTALL_NEEDS_BILLING'> | null => {
  if (!canInstallFor(scopes, application.product)) return 'INSTALL_NOT_ALLOWED'
  if (isFlagSet(application.customProps, 'onlyOwnerCanInstall') && !hasPermission(scopes, 'manageOrganization'))
    return 'INSTALL_OWNER_ONLY'
  return billingRule && !canBillFor(scopes, application.product) ? 'INSTALL_NEEDS_BILLING' : null
}

/** The required scopes to which the caller cannot consent for the organization, because they do not have them themselves. */
export const missingScopes = (
  application: Pick<Installable, 'authorization'>,
  { scopes }: Pick<Installer, 'scopes'>,
): string[] => {
  const required = requiredScopes(application)
  const within = new Set(allowedScopes(required, scopes))
  return required.filter((scope) => !within.has(scope))
}

/**
 * Why this person may not install the application; null if they may. They may lack the permission to manage it, or one of its required
 * scopes: an install is the organization's consent, and people cannot consent to scopes that they do not have (docs/decisions/0031).
 */
export const installerRefusal = (
  application: Pick<Installable, 'customProps' | 'product' | 'authorization'>,
  installer: Pick<Installer, 'scopes' | 'billingRule'>,
): ReturnType<typeof manageRefusal> | 'INSTALL_NEEDS_SCOPES' =>
  manageRefusal(application, installer) ?? (missingScopes(application, installer).length > 0 ? 'INSTALL_NEEDS_SCOPES' : null)

/**
 * Why the caller cannot install the application: the first of INSTALL_REFUSALS that applies; null if the caller can. The order is that of
 * docs/product/installing.md. An application that the caller may not see is refused as not found.
 */
export const installRefusal = (application: Installable, installer: Installer): InstallRefusal | null => {
  const { status, product, payment, underMaintenance, installable } = application
  if (!isVisibleTo(application, installer)) return 'APPLICATION_NOT_FOUND'
  if (!isOpenTo(application, installer)) return 'NOT_INSTALLABLE'
  const subscription = installer.subscriptions[product]
  // Checked before the permissions: roles depend on a licence, so without one everybody would be told that they lack a permission.
  if (!isLicenseActive(subscription)) return 'LICENSE_INACTIVE'
  const notAllowed = installerRefusal(application, installer)
  if (notAllowed) return notAllowed
  if (installer.installed) return 'ALREADY_INSTALLED'
  if (!installer.list.allows) return 'APPLICATION_NOT_ALLOWED'
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable || (status !== 'PUBLISHED' && !application.private)) return 'NOT_INSTALLABLE'
  const gate = planGateOf(application)
  if (gate && !reachesPlan(subscription?.plan ?? null, gate)) return PLAN_REFUSALS[gate]
  return payment !== null && payment.price > 0 && !installer.entitled ? 'PAYMENT_DUE' : null
}

/** The refusal that every caller gets for this application; null if it depends on the caller. */
export const universalRefusal = ({
  underMaintenance,
  installable,
  payment,
}: Pick<Installable, 'underMaintenance' | 'installable' | 'payment'>): UniversalRefusal | null => {
  if (underMaintenance) return 'UNDER_MAINTENANCE'
  if (!installable) return 'NOT_INSTALLABLE'
  return payment !== null && payment.price > 0 ? 'PAYMENT_DUE' : null
}

type PublicationState = Pick<Installable, 'status' | 'private'>

/**
 * Whether an organization may see an application: it is published, belongs to the organization, or is installed there, so that it can be
 * uninstalled.
 */
const isOpenTo = (application: PublicationState, { owns, installed }: Pick<Installer, 'owns' | 'installed'>): boolean =>
  owns || installed || (application.status === 'PUBLISHED' && !application.private)

/** Whether a person may see an application because they review it as an operator. */
export const isReviewedBy = ({ status }: Pick<PublicationState, 'status'>, scopes: ReadonlySet<string>): boolean =>
  status === 'IN_REVIEW' && hasPermission(scopes, 'operate')

/** Whether the caller may see an application. For everybody else it must look as if it did not exist. */
export const isVisibleTo = (
  application: PublicationState,
  installer: Pick<Installer, 'owns' | 'installed' | 'scopes'>,
): boolean => isOpenTo(application, installer) || isReviewedBy(application, installer.scopes)

/** Whether an account of the organization may use an installed application. `agents` are the chosen account ids; null means everybody. */
export const mayUse = (agents: readonly string[] | null, accountId: string): boolean =>
  agents === null || agents.includes(accountId)

/**
 * Whether a screen offers an access request after this refusal: only if another person of the organization could install the application.
 */
export const canRequestAccess = (refusal: ErrorCode | null): boolean =>
  refusal === 'INSTALL_NOT_ALLOWED' ||
  refusal === 'INSTALL_OWNER_ONLY' ||
  refusal === 'INSTALL_NEEDS_BILLING' ||
  refusal === 'INSTALL_NEEDS_SCOPES'

/**
 * Why an access request is refused; null if it can be sent. It is refused if the application is installed, nobody could install it or receive
 * the request, or the caller may install it. `receivers` is the number of people who would get the request.
 */
export const accessRequestRefusal = (
  application: Installable,
  installer: Installer,
  receivers: number,
): 'ALREADY_INSTALLED' | 'ACCESS_REQUEST_IMPOSSIBLE' | 'ACCESS_REQUEST_NOT_NEEDED' | null => {
  if (installer.installed) return 'ALREADY_INSTALLED'
  const refusal = installRefusal(application, installer)
  if (refusal === 'LICENSE_INACTIVE') return 'ACCESS_REQUEST_IMPOSSIBLE'
  // Owners can change the list themselves. All others can ask an owner.
  const asksOwner = refusal === 'APPLICATION_NOT_ALLOWED' && !hasPermission(installer.scopes, 'manageOrganization')
  if (!canRequestAccess(refusal) && !asksOwner) return 'ACCESS_REQUEST_NOT_NEEDED'
  return receivers === 0 ? 'ACCESS_REQUEST_IMPOSSIBLE' : null
}

/** Address of an application's settings, and whether they open after an install: docs/product/installing.md, After an install. */
export const settingsOf = (
  application: WithCustomProps & { widgets: readonly { placement: string; url: string | null }[] },
): { opensAfterInstall: boolean; url: string | null; isWidget: boolean } => {
  const alternative = application.customProps.alternativeSettingUrl
  const own = webAddress(alternative)?.href ?? null
  const url = own ?? application.widgets.find(({ placement }) => placement === 'settings')?.url ?? null
  const opensAfterInstall = url !== null && !isFlagSet(application.customProps, 'isService')
  return { url, opensAfterInstall, isWidget: own === null && webAddress(url) !== null }
}

/** Id of the client to which an install consents: the one that the catalogue names, else the application's own id. */
export const clientIdOf = ({ id, authorization }: { id: string; authorization: { clientId: string | null } | null }): string =>
  authorization?.clientId ?? id

/** The scopes that an organization consents to with an install: those that the application requires. */
export const requiredScopes = ({ authorization }: Pick<Installable, 'authorization'>): string[] =>
  (authorization?.scopes ?? []).filter(({ required }) => required).map(({ name }) => name)

/** Whether a step follows the install: settings, an onboarding, or a last step on the developer's site. */
export const needsSetup = (application: Parameters<typeof settingsOf>[0] & { onboarding: unknown }): boolean => {
  return settingsOf(application).url !== null || Boolean(application.onboarding) || finishStepOf(application) !== null
}
