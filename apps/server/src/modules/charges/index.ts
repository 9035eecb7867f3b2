export { beginRecurrent } from './begin-recurrent.ts'
export { activeLicense } from './change-charge.ts'
export { assertBills } from './dependencies.ts'
export { costToday, createChargeForPlan, type PlanPurchase, trialDaysOf } from './create-charge.ts'
export {
  endEntitlement,
  hadTrial,
  isEntitled,
  keepEarlierInstalls,
  type Purchase,
  readPurchase,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
} from './entitlements/entitle.ts'
export { endOverdue, findOverdue, isClientFrozen } from './entitlements/repository.ts'
export { chargeStep, moveCharge } from './move-charge.ts'
export { presentDirect, presentRecurrent, readPresenting } from './present.ts'
export type { ChargeRecord, DirectRecord, RecurrentRecord } from './records.ts'
export { findChargesOfCart, insertCharge, lockCharge, lockChargesOfCart, readCharge } from './repository.ts'
export { stopPaying, stopRenewal } from './stop-renewal.ts'
export { registerChargesRoutes } from './routes.ts'
export { type ChargeEvent, tellOfCharge } from './tell-charge.ts'
export type { AssertMayBuy } from './dependencies.ts'
export { lockVisible } from './visible/repository.ts'
