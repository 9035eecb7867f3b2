import { BRAND } from '@marketplace/contracts/core/brand'
import { type ErrorCode, errorMessage, ERRORS } from '@marketplace/contracts/core/errors'
import { listRuleOf } from '@marketplace/domain/application-list'
import { type Installable, type Installer, missingScopes } from '@marketplace/domain/installing'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { nameScopes } from '@marketplace/domain/scopes'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { InstallState } from './records.ts'

/** The settings that the rules depend on. */
export type InstallRules = {
  /** The organization in which an install needs a billing permission; null for none. */
  billingRuleOrganization: string | null
}

/** Prepares the input of the domain's rules. */
export const ruleInput = (
  { application, owns, installation, licenses, purchase, list }: InstallState,
  { scopes, organizationId }: Pick<Caller, 'scopes' | 'organizationId'>,
  { billingRuleOrganization }: InstallRules,
  now: Date,
): { application: Installable; installer: Installer } => {
  const of = (product: 'livechat' | 'helpdesk') => {
    const license = licenses.find((one) => one.product === product)
    return license ? subscriptionAt(license, { has: false, details: null }, now) : null
  }
  return {
    application: { ...application, status: publicationStatus(application, now) },
    installer: {
      scopes,
      owns,
      billingRule: organizationId === billingRuleOrganization,
      installed: installation !== null,
      entitled: purchase?.paymentNeeded === false,
      subscriptions: { livechat: of('livechat'), helpdesk: of('helpdesk') },
      list: listRuleOf(list),
    },
  }
}

type RefusedInstall = {
  application: Pick<Installable, 'product' | 'authorization'>
  installer: Pick<Installer, 'scopes'> & Partial<Pick<Installer, 'list'>>
}

/** Values for the placeholders of an error message. */
const placeholdersOf = (code: ErrorCode, { application, installer }: RefusedInstall): Record<string, string> => {
  const { message } = ERRORS[code]
  return {
    ...(message.includes('{product}') && { product: BRAND.products[application.product] }),
    ...(message.includes('{reason}') && { reason: installer.list?.reason ?? '' }),
    ...(message.includes('{permissions}') && { permissions: nameScopes(missingScopes(application, installer)) }),
  }
}

export const refusalMessage = (code: ErrorCode, refused: RefusedInstall): string =>
  errorMessage(code, placeholdersOf(code, refused))
export const refusal = (code: ErrorCode, refused: RefusedInstall): ApiError => new ApiError(code, placeholdersOf(code, refused))
