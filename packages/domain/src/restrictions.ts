import type { Product } from '@marketplace/contracts/enumerations'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

/** The specification's sentences (section 6), by what restricts the application. */
export const PLAN_SENTENCES = {
  team: 'This app is currently available only for Team and higher plans',
  business: 'This app is currently available only for Business and Enterprise plans',
  enterprise: 'This app is currently available only for the Enterprise plan',
} as const

/**
 * Which plans an application is kept for, or null: isTeamPlan the Team ones; isPremium on live chat Business and Enterprise, on the
 * help desk Enterprise alone (decisions, Accounts). Where both are set the narrower one holds.
 */
export const planGateOf = ({
  customProps,
  product,
}: WithCustomProps & { product: Product }): keyof typeof PLAN_SENTENCES | null => {
  if (isFlagSet(customProps, 'isPremium')) return product === 'helpdesk' ? 'enterprise' : 'business'
  return isFlagSet(customProps, 'isTeamPlan') ? 'team' : null
}

/** Who may install it, where that is not everybody with the right to install applications: in plain words, none where all may. */
export const installRestrictions = (application: WithCustomProps & { product: Product }): string[] => {
  const gate = planGateOf(application)
  return [
    ...(gate ? [`${PLAN_SENTENCES[gate]}.`] : []),
    ...(isFlagSet(application.customProps, 'onlyOwnerCanInstall') ? ['Only the owner of the account can install it.'] : []),
  ]
}
