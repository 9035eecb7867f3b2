import { BRAND } from '@marketplace/contracts/brand'
import { type ErrorCode, errorMessage, ERRORS } from '@marketplace/contracts/errors'
import { type Installable, type Installer, missingScopes } from '@marketplace/domain/installing'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { nameScopes } from '@marketplace/domain/scopes'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Standing } from './records.ts'

/** What of the settings the rules depend on. */
export type InstallRules = {
  /** The organization in which installing needs a billing permission; null for none. */
  billingRuleOrganization: string | null
}

/** A standing as the rules of the domain want it. */
export const ruled = (
  { application, owns, installation, licenses }: Standing,
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
      subscriptions: { livechat: of('livechat'), helpdesk: of('helpdesk') },
    },
  }
}

type Refused = { application: Pick<Installable, 'product' | 'authorization'>; installer: Pick<Installer, 'scopes'> }

/** What stands in the braces of a refusal's sentence. */
const wordsOf = (code: ErrorCode, { application, installer }: Refused): Record<string, string> => {
  const { message } = ERRORS[code]
  return {
    ...(message.includes('{product}') && { product: BRAND.products[application.product] }),
    ...(message.includes('{permissions}') && { permissions: nameScopes(missingScopes(application, installer)) }),
  }
}

export const refusalMessage = (code: ErrorCode, refused: Refused): string => errorMessage(code, wordsOf(code, refused))
export const refusal = (code: ErrorCode, refused: Refused): ApiError => new ApiError(code, wordsOf(code, refused))
