// The measured server, put together like apps/server/src/main.ts. It reports its processor time over IPC, and can be told to
// bypass its page cache.
import type { AddressInfo } from 'node:net'
import { openStripePayments, paymentsInBrowser } from '../../apps/server/src/adapters/stripe-payments.ts'
import { openWebBuild, webAssetsFolder } from '../../apps/server/src/adapters/web-build.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { createApp } from '../../apps/server/src/context.ts'
import { findApplicationsBySlug } from '../../apps/server/src/modules/catalogue/index.ts'
import { insertRatings } from '../../apps/server/src/modules/ratings/index.ts'
import { createLog } from '../../apps/server/src/runtime/log.ts'
import { openStore } from '../../apps/server/src/store.ts'
import type { BootData } from '@marketplace/contracts/pages/site-data'
import { createBlockMeter } from './block-meter.ts'
import { answerParent, endWithParent } from './worker.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel)
const opening = openStore(config, 'server', { info: () => {}, warn: (details, line) => log.warn(details, line) })
const open: { close: () => Promise<void> }[] = []
endWithParent(async () => {
  await opening
  for (const part of open.toReversed()) await part.close()
})
const store = await opening
open.push(store)

/** Cache keys contain the build hash. A new hash for each request means that no page is found in the cache. */
let uncached = false
let asked = 0
let rendered = 0
const openRenderer = async () => {
  const built = await openWebBuild()
  const { buildHash } = built
  return {
    ...built,
    render: (boot: BootData) => {
      rendered++
      return built.render(boot)
    },
    get buildHash() {
      return uncached ? (asked++).toString(16).padStart(buildHash.length, '0') : buildHash
    },
  }
}

// Nothing that is measured here pays.
const payments = openStripePayments({ secretKey: config.payments.secretKey, webhookSecret: null, sandbox: { port: 1 } })
const inBrowser = paymentsInBrowser(null, config.urls.payments)
const app = await createApp({
  config,
  store,
  log,
  version: '0.0.0',
  openRenderer,
  assetsFolder: webAssetsFolder,
  payments,
  inBrowser,
})
open.push(app)
await app.server.listen({ host: '127.0.0.1', port: 0 })

const blocks = createBlockMeter()
let rated = 0

answerParent(
  { port: (app.server.server.address() as AddressInfo).port },
  {
    cpu: () => process.cpuUsage(),
    /** Memory of the whole process in MB. */
    memory: () => process.memoryUsage.rss() / 1e6,
    /** The number of pages rendered so far. */
    rendered: () => rendered,
    startBlocks: () => blocks.start(),
    stopBlocks: () => blocks.stop(),
    /** Adds a rating to an application. */
    rate: async (slug: string) => {
      const [application] = await findApplicationsBySlug(store.client.database, [slug])
      if (!application) throw new Error(`there is no application ${slug}`)
      const id = `bench-${process.pid}-${rated++}`
      await insertRatings(store.client.database, [{ id, applicationId: application.id, rate: 1 + (rated % 5) }])
    },
    uncached: (on: boolean) => {
      uncached = on
    },
  },
)
