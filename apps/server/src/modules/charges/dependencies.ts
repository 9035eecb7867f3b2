import type { Product } from '@marketplace/contracts/core/enumerations'
import { canBillFor } from '@marketplace/domain/permissions'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import type { LockCaller } from '../clients/index.ts'
import type { TellApplication } from '../webhooks/index.ts'

export type ChargesDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  lockCaller: LockCaller
  tellApplication: TellApplication
  /** Whether money moves: test charges are refused then. */
  live: boolean
  /** Whether a client that is registered for these addresses may send people to this one. */
  isReturnAllowed: (address: string, registered: readonly string[]) => boolean
}

/** Throws FORBIDDEN unless the caller may bill for this product. */
export const assertBills = ({ scopes }: Caller, product: Product): void => {
  if (!canBillFor(scopes, product)) throw new ApiError('FORBIDDEN')
}

/** Throws FORBIDDEN unless the caller may pay for this product, with the marketplace's own client: no application agrees for a buyer. */
export const assertAgrees = (caller: Caller, product: Product): void => {
  if (!caller.trusted) throw new ApiError('FORBIDDEN')
  assertBills(caller, product)
}
