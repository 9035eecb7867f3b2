export { beginRecurrent } from './life/begin-recurrent.ts'
export { agreedRate, assertSeesPayment } from './agreement/agreed-rate.ts'
export { assertPublished } from './assert-published.ts'
export { activeLicense } from './life/active-license.ts'
export { type AgreedChange, beginChange } from './changes/begin-change.ts'
export { lockBuyer, stillBills, stillBillsFor } from './life/buyer.ts'
export { discountOf } from './charge-plan.ts'
export { isAgreementOver, netOf } from './records/records.ts'
export { assertBills } from './dependencies.ts'
export { costToday, createChargeForPlan, type PlanPurchase } from './life/create-charge.ts'
export {
  endEntitlement,
  hadTrial,
  isEntitled,
  keepEarlierInstalls,
  type EntitledPurchase,
  readPurchase,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
} from './entitlements/entitle.ts'
export { endOverdue, findOverdue, isClientFrozen } from './entitlements/repository.ts'
export { chargeStep, moveCharge } from './life/move-charge.ts'
export { beginPresenting, presentDirect, presentRecurrent } from './present.ts'
export type { ChargeRecord, RecurrentRecord } from './records/records.ts'
export { findChargesOfCart, lockCharge, lockChargesOfCart, lockUnendedOf, readCharge } from './records/repository.ts'
export { stopOwnCharges, stopPaying, stopRenewal } from './life/stop-renewal.ts'
export { registerChargesRoutes } from './routes.ts'
export { tellOfCharge } from './life/tell-charge.ts'
export type { AssertMayBuy } from './dependencies.ts'
export { lockVisible } from './visible/repository.ts'
export { CHARGES_JOBS, chargesWorkers } from './jobs.ts'
export { chargesSubjects } from './subjects.ts'
export type { TellDependencies } from './renewals/dependencies.ts'
export { payOverdue } from './renewals/renew-due.ts'
