import type { PaymentRunner } from '../billing/index.ts'
import type { CartDependencies } from '../carts/index.ts'
import type { InstallRules } from '../installs/index.ts'
import type { TellApplication } from '../webhooks/index.ts'

/** The dependencies of a delivery besides its transaction. */
export type DeliveryDependencies = { rules: InstallRules; tellApplication: TellApplication }

export type PurchasingDependencies = CartDependencies & { runner: PaymentRunner }
