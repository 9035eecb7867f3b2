import { expect, test } from 'vitest'
import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { installRestrictions, planGateOf } from './restrictions.ts'

test.each<[CustomProps, Product, string | null, string[]]>([
  [{}, 'livechat', null, []],
  [{ isTeamPlan: 'false', isPremium: 'false' }, 'livechat', null, []],
  [{ isTeamPlan: 'true' }, 'livechat', 'team', ['This app is currently available only for Team and higher plans.']],
  [{ isTeamPlan: 'true' }, 'helpdesk', 'team', ['This app is currently available only for Team and higher plans.']],
  [{ isPremium: 'true' }, 'livechat', 'business', ['This app is currently available only for Business and Enterprise plans.']],
  [
    { isPremium: 'true', isTeamPlan: 'true' },
    'helpdesk',
    'enterprise',
    ['This app is currently available only for the Enterprise plan.'],
  ],
  [{ onlyOwnerCanInstall: 'true' }, 'livechat', null, ['Only the owner of the account can install it.']],
])('%j on %s', (customProps, product, gate, sentences) => {
  expect(planGateOf({ customProps, product })).toBe(gate)
  expect(installRestrictions({ customProps, product })).toEqual(sentences)
})
