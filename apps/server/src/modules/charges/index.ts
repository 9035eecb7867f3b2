export { beginRecurrent } from './begin-recurrent.ts'
export { createChargeForPlan, type PlanPurchase, trialDaysOf } from './create-charge.ts'
export {
  endEntitlement,
  hadTrial,
  isEntitled,
  keepEarlierInstalls,
  type Purchase,
  readPurchase,
  startEntitlement,
  startTrial,
} from './entitlements/entitle.ts'
export { endOverdue, findOverdue, isClientFrozen } from './entitlements/repository.ts'
export { moveCharge } from './move-charge.ts'
export type { ChargeRecord, DirectRecord, RecurrentRecord } from './records.ts'
export { insertCharge, lockCharge, readCharge } from './repository.ts'
export { stopPaying, stopRenewal } from './stop-renewal.ts'
export { registerChargesRoutes } from './routes.ts'
export { type ChargeEvent, tellOfCharge } from './tell-charge.ts'
