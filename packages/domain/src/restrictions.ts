import type { Product } from '@marketplace/contracts/enumerations'
import { ERRORS, type ErrorCode } from '@marketplace/contracts/errors'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

/** What is said to who has a lower plan, by what restricts the application: the specification's sentences (section 6). */
export const PLAN_REFUSALS = {
  team: 'PLAN_TEAM_NEEDED',
  business: 'PLAN_BUSINESS_NEEDED',
  enterprise: 'PLAN_ENTERPRISE_NEEDED',
} as const satisfies Record<string, ErrorCode>

/**
 * Which plans an application is kept for, or null: isTeamPlan the Team ones; isPremium on live chat Business and Enterprise, on the
 * help desk Enterprise alone (decisions, Accounts). Where both are set the narrower one holds.
 */
export const planGateOf = ({
  customProps,
  product,
}: WithCustomProps & { product: Product }): keyof typeof PLAN_REFUSALS | null => {
  if (isFlagSet(customProps, 'isPremium')) return product === 'helpdesk' ? 'enterprise' : 'business'
  return isFlagSet(customProps, 'isTeamPlan') ? 'team' : null
}

/** Who may install it, where that is not everybody with the right to install applications: in plain words, none where all may. */
export const installRestrictions = (application: WithCustomProps & { product: Product }): string[] => {
  const gate = planGateOf(application)
  return [
    ...(gate ? [`${ERRORS[PLAN_REFUSALS[gate]].message}.`] : []),
    ...(isFlagSet(application.customProps, 'onlyOwnerCanInstall') ? ['Only the owner of the account can install it.'] : []),
  ]
}
