import type { Product } from '@marketplace/contracts/core/enumerations'
import { ERRORS, type ErrorCode } from '@marketplace/contracts/core/errors'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

/** The refusals for an organization whose plan is too low, by the plan that the application requires. */
export const PLAN_REFUSALS = {
  team: 'PLAN_TEAM_NEEDED',
  business: 'PLAN_BUSINESS_NEEDED',
  enterprise: 'PLAN_ENTERPRISE_NEEDED',
} as const satisfies Record<string, ErrorCode>

/**
 * The lowest plan that an application requires; null if every plan is high enough: docs/product/installing.md, Who may install. If both
 * isTeamPlan and isPremium are set, the higher plan counts.
 */
export const planGateOf = ({
  customProps,
  product,
}: WithCustomProps & { product: Product }): keyof typeof PLAN_REFUSALS | null => {
  if (isFlagSet(customProps, 'isPremium')) return product === 'helpdesk' ? 'enterprise' : 'business'
  return isFlagSet(customProps, 'isTeamPlan') ? 'team' : null
}

/** Sentences for an application's page about who may install it; empty if everybody with the permission to install may. */
export const installRestrictions = (application: WithCustomProps & { product: Product }): string[] => {
  const gate = planGateOf(application)
  return [
    ...(gate ? [`${ERRORS[PLAN_REFUSALS[gate]].message}.`] : []),
    ...(isFlagSet(application.customProps, 'onlyOwnerCanInstall') ? ['Only the owner of the account can install it.'] : []),
  ]
}
