import type { Attack } from './lib/attack.ts'
import { browserTests } from './attacks/browser-tests.ts'
import { cartStorms } from './attacks/cart-storms.ts'
import { cutTraffic, cutTransactions } from './attacks/cut-sessions.ts'
import { fuzzOperations } from './attacks/fuzz-operations.ts'
import { fullDisk } from './attacks/full-disk.ts'
import { hostileImports } from './attacks/hostile-imports.ts'
import { interruptedImport } from './attacks/interrupted-import.ts'
import { killDatabase, killServer } from './attacks/kills.ts'
import { purchaseKills, purchaseStorms } from './attacks/purchases.ts'
import { mailKills } from './attacks/mail-kills.ts'
import { slowClients } from './attacks/slow-clients.ts'
import { purchaseDatabaseKills } from './attacks/purchase-database-kills.ts'
import { renewalKills } from './attacks/renewals.ts'
import { subscriptionChanges } from './attacks/changes.ts'
import { stoppedDatabase } from './attacks/stopped-database.ts'

/** All attacks, in the order of `npm run prove`. */
export const ATTACKS: readonly Attack[] = [
  cutTransactions,
  cutTraffic,
  killDatabase,
  killServer,
  mailKills,
  stoppedDatabase,
  fullDisk,
  interruptedImport,
  fuzzOperations,
  hostileImports,
  slowClients,
  purchaseStorms,
  purchaseKills,
  renewalKills,
  purchaseDatabaseKills,
  subscriptionChanges,
  cartStorms,
  browserTests,
]
