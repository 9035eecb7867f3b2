import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import {
  type AgreedChange,
  assertBills,
  beginChange,
  lockVisible,
  payOverdue,
  type RecurrentRecord,
  type TellDependencies,
} from '../charges/index.ts'
import type { PurchasingDependencies } from './dependencies.ts'
import { assertStillBills, type PaymentProgress, type PaymentWait, waitForPayment } from './wait-for-payment.ts'

type Dependencies = Pick<PurchasingDependencies, 'database' | 'clock' | 'lockCaller'> & PaymentWait
type Address = { id: string; product: Product }
type Begin = (transaction: Transaction, caller: Caller, charge: RecurrentRecord, at: Date) => Promise<string | null>

/** Runs `work` with a locked subscription of the caller, and waits for the payment that it starts, if any. */
const payFor = async (
  dependencies: Dependencies,
  asking: Caller,
  { id, product }: Address,
  begin: Begin,
): Promise<PaymentProgress> => {
  const { database, clock, lockCaller } = dependencies
  const attemptId = await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    assertBills(caller, product)
    const charge = await lockVisible(transaction, caller, { kind: 'recurrent_charge', product, id })
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    return begin(transaction, caller, charge, clock.now())
  })
  if (attemptId === null) return { payment: 'done', clientSecret: null }
  const { notDelivered, ...progress } = await waitForPayment(dependencies, attemptId)
  if (!notDelivered) return progress
  await assertStillBills(dependencies, asking, [product])
  throw new ApiError('PAYMENTS_UNAVAILABLE')
}

/** Changes plan or seats of a subscription in the way that the buyer has seen, and pays for the part that begins at once. */
export const changeSubscription = (
  dependencies: Dependencies,
  asking: Caller,
  { id, ...agreed }: Omit<AgreedChange, 'at'> & Address,
): Promise<PaymentProgress> =>
  payFor(dependencies, asking, { id, product: agreed.product }, (transaction, caller, charge, at) =>
    beginChange(transaction, caller, charge, { ...agreed, at }),
  )

/** Pays a failed renewal while a person is present who can confirm at the bank. `said` is the total that the client says it has shown. */
export const payOverdueRenewal = (
  dependencies: Dependencies & { telling: TellDependencies },
  asking: Caller,
  address: Address,
  said: number | undefined,
): Promise<PaymentProgress> =>
  payFor(dependencies, asking, address, (transaction, caller, charge, at) =>
    payOverdue(transaction, dependencies.telling, charge, { at, payer: caller.accountId, said }),
  )
