// npm run reconcile -- [--since 2026-01-31]
import { parseArgs } from 'node:util'
import { parseUtcDay } from '@marketplace/domain/dates'
import { openStripePayments } from '../adapters/stripe-payments.ts'
import { systemClock } from '../core/clock.ts'
import { describeDifference, reconcile } from '../modules/billing/index.ts'
import { withStore } from './open-store.ts'
import { fail } from './options.ts'

const USAGE = 'usage: npm run reconcile -- [--since 2026-01-31]'

const readSince = (): Date | undefined => {
  try {
    const { since } = parseArgs({ options: { since: { type: 'string' } } }).values
    if (since === undefined) return undefined
    return parseUtcDay(since) ?? fail(`${since} is not a day\n${USAGE}`)
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

const since = readSince()
let found = 0
await withStore(async ({ client: { database } }, { payments: { provider, secretKey, webhookSecret } }) => {
  const sandbox = provider.name === 'sandbox' ? { port: provider.port } : null
  const payments = openStripePayments({ secretKey, webhookSecret, sandbox })
  try {
    const differences = await reconcile({ database, payments, clock: systemClock }, since)
    for (const difference of differences) console.log(`${describeDifference(difference)}\n`)
    found = differences.length
    console.log(found === 0 ? 'No differences.' : `${found} ${found === 1 ? 'difference' : 'differences'}.`)
  } finally {
    payments.close()
  }
})
process.exitCode = found === 0 ? 0 : 1
