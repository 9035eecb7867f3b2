import { BRAND } from '@marketplace/contracts/brand'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/errors'
import type { Installable, Installer } from '@marketplace/domain/installing'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { subscriptionAt } from '@marketplace/domain/subscriptions'
import type { Caller } from '../../http/caller.ts'
import { ApiError } from '../../http/errors.ts'
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

/** A refusal, with the name of the product where its sentence has one. */
export const refusal = (code: ErrorCode, { product }: Pick<Installable, 'product'>): ApiError =>
  new ApiError(code, ERRORS[code].message.includes('{product}') ? { product: BRAND.products[product] } : {})
