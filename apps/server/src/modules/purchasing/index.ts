import type { AttemptSubject } from '../billing/index.ts'
import { cartSubject } from './cart-subject.ts'
import { chargeSubject } from './charge-subject.ts'
import type { DeliveryDependencies } from './dependencies.ts'

export { auditBooks, auditDatabase, auditProvider, type Violation } from './audit-books/audit-books.ts'
export { BUYER_WAITS_MS } from './dependencies.ts'
export { registerPurchasingRoutes } from './routes.ts'

/** The subjects that deliver and settle attempts of these kinds. */
export const purchasingSubjects = (
  dependencies: DeliveryDependencies,
): Record<'cart' | 'recurrent_charge' | 'direct_charge', AttemptSubject> => ({
  cart: cartSubject(dependencies),
  recurrent_charge: chargeSubject('recurrent_charge', dependencies),
  direct_charge: chargeSubject('direct_charge', dependencies),
})
