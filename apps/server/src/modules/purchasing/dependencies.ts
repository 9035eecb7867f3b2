import type { PaymentRunner } from '../billing/index.ts'
import type { CartDependencies } from '../carts/index.ts'
import type { InstallRules } from '../installs/index.ts'
import type { TellApplication } from '../webhooks/index.ts'

/** The dependencies of a delivery besides its transaction. */
export type DeliveryDependencies = { rules: InstallRules; tellApplication: TellApplication }

/** How long (ms) a buyer waits for the provider before the answer says that the payment is under way. */
export const BUYER_WAITS_MS = 2_000

export type PurchasingDependencies = CartDependencies & {
  runner: PaymentRunner
  /** BUYER_WAITS_MS; longer in tests, whose machines may stall. */
  buyerWaitsMs: number
}
