import type { Product } from '@marketplace/contracts/core/enumerations'
import { ERRORS, type ErrorCode } from '@marketplace/contracts/core/errors'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

/** The refusal for an organization whose plan is too low, by the plan that the application needs. */
export const PLAN_REFUSALS = {
  team: 'PLAN_TEAM_NEEDED',
  business: 'PLAN_BUSINESS_NEEDED',
  enterprise: 'PLAN_ENTERPRISE_NEEDED',
} as const satisfies Record<string, ErrorCode>

/**
 * The lowest plan that an application needs; null if every plan is high enough: docs/product/installing.md, Who may install. With both
 * isTeamPlan and isPremium the higher one counts.
 */
export const planGateOf = ({
  customProps,
  product,
}: WithCustomProps & { product: Product }): keyof typeof PLAN_REFUSALS | null => {
  if (isFlagSet(customProps, 'isPremium')) return product === 'helpdesk' ? 'enterprise' : 'business'
  return isFlagSet(customProps, 'isTeamPlan') ? 'team' : null
}

/** Sentences for an application's page that limit who may install it; empty if everybody with the right to install may. */
export const installRestrictions = (application: WithCustomProps & { product: Product }): string[] => {
  const gate = planGateOf(application)
  return [
    ...(gate ? [`${ERRORS[PLAN_REFUSALS[gate]].message}.`] : []),
    ...(isFlagSet(application.customProps, 'onlyOwnerCanInstall') ? ['Only the owner of the account can install it.'] : []),
  ]
}
