import type { Product } from '@marketplace/contracts/core/enumerations'
import { canBillFor } from '@marketplace/domain/permissions'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { LockCaller } from '../clients/index.ts'
import type { LicenseRecord } from '../organizations/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import type { PricedPlan, SoldApplication } from './life/create-charge.ts'

/** The plans of an application that an organization can buy, and the licence for which it buys. */
export type ForSale = {
  application: SoldApplication & { product: Product }
  plans: readonly PricedPlan[]
  license: Pick<LicenseRecord, 'id' | 'seats'>
}

/** Reads the plans that the caller can buy, and locks them until the transaction ends. Throws if the caller can buy none. */
export type AssertMayBuy = (transaction: Transaction, caller: Caller, applicationId: string, at: Date) => Promise<ForSale>

export type ChargesDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  lockCaller: LockCaller
  tellApplication: TellApplication
  assertMayBuy: AssertMayBuy
  /** Whether real money is charged. If so, test charges are refused. */
  live: boolean
  /** Whether a client that is registered for these addresses may redirect people to this address. */
  isReturnAllowed: (address: string, registered: readonly string[]) => boolean
}

/** Throws FORBIDDEN unless the caller may bill for this product. */
export const assertBills = ({ scopes }: Caller, product: Product): void => {
  if (!canBillFor(scopes, product)) throw new ApiError('FORBIDDEN')
}
