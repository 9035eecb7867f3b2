export { beginRecurrent } from './begin-recurrent.ts'
export { activeLicense } from './change-charge.ts'
export { assertBills, type ChargesDependencies } from './dependencies.ts'
export { costToday, createChargeForPlan, type PlanPurchase, trialDaysOf } from './create-charge.ts'
export {
  endEntitlement,
  hadTrial,
  isEntitled,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
} from './entitlements/entitle.ts'
export { chargeStep, moveCharge } from './move-charge.ts'
export { presentDirect, presentRecurrent, readPresenting } from './present.ts'
export type { ChargeRecord, DirectRecord, RecurrentRecord } from './records.ts'
export { insertCharge, findChargesOfCart, lockCharge, lockChargesOfCart, readCharge } from './repository.ts'
export { stopRenewal } from './stop-renewal.ts'
export { registerChargesRoutes } from './routes.ts'
export { type ChargeAddress, lockVisible } from './visible/repository.ts'
