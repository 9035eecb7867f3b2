// The measured server, put together like apps/server/src/main.ts and built like it (../vite.config.ts). It reports its processor time over
// IPC, and can be told to bypass its page cache.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openStripePayments, paymentsInBrowser } from '../../apps/server/src/adapters/stripe-payments.ts'
import { openWebBuild, webAssetsFolder } from '../../apps/server/src/adapters/web-build.ts'
import { createApp } from '../../apps/server/src/context.ts'
import { MARKETPLACE_CLIENT } from '../../apps/server/src/modules/clients/index.ts'
import { furnish } from '../../apps/server/test/furnish.ts'
import { createOrganization, createToken } from '../../apps/server/test/people.ts'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { startSandbox } from '../../apps/payments-sandbox/test/start-sandbox.ts'
import type { BootData } from '@marketplace/contracts/pages/site-data'
import { createBlockMeter } from './block-meter.ts'
import { createStatementMeter } from './statement-meter.ts'
import { answerParent } from './worker.ts'
import { openWorkerStore } from './worker-store.ts'

/** A card that every bank accepts. */
const CARD = '4242 4242 4242 4242'

const { config, log, store, open } = await openWorkerStore()

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

const sandbox = await startSandbox({ dataDir: join(config.dataDir, 'payments') })
open.push({ close: sandbox.stop })
const { port: sandboxPort } = sandbox
const payments = openStripePayments({
  secretKey: SANDBOX_KEYS.secret,
  webhookSecret: SANDBOX_KEYS.webhook,
  sandbox: { port: sandboxPort },
})
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
const statements = createStatementMeter()
/** An account may rate once a second. This many organizations have enough accounts for ten ratings a second. */
const RATING_ORGANIZATIONS = 8

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
    startStatements: () => statements.start(),
    stopStatements: () => statements.stop(),
    /** Makes organizations that have these applications. Returns the applications' ids, and a token of each member. */
    enrol: async (slugs: string[]): Promise<{ ids: string[]; tokens: string[] }> => {
      const tokens: string[] = []
      for (let number = 0; number < RATING_ORGANIZATIONS; number++) {
        const { id, people } = await createOrganization(store, `raters-${number}`)
        await store.client.pool.query(
          `insert into installations (id, organization_id, application_id, installed_by, installed_at, use_recorded_since)
           select gen_random_uuid()::text, $1, a.id, $2, now() - interval '90 days', now() from applications a where a.slug = any($3)`,
          [id, people.owner.accountId, slugs],
        )
        tokens.push(...Object.values(people).map(({ token }) => token))
      }
      const { rows } = await store.client.pool.query<{ id: string }>('select id from applications where slug = any($1)', [slugs])
      return { ids: rows.map(({ id }) => id), tokens }
    },
    /** Makes an organization with so many installs, and returns a token of its owner. */
    furnish: async (installs: number): Promise<string> => {
      const { people } = await createOrganization(store, 'bench')
      const { accountId, organizationId } = people.owner
      await furnish((text, values) => store.client.pool.query(text, values), people.owner, installs, new Date())
      return createToken(store, { accountId, organizationId }, 'dal', { clientId: MARKETPLACE_CLIENT })
    },
    /** Makes so many organizations, each with an owner's token and a card that can be saved. */
    buyers: async (many: number): Promise<{ token: string; card: string }[]> => {
      const made: { token: string; card: string }[] = []
      for (let number = 0; number < many; number++) {
        const { people } = await createOrganization(store, `buyer-${number}`)
        const token = await createToken(store, people.owner, 'dal', { clientId: MARKETPLACE_CLIENT })
        made.push({ token, card: await sandbox.enterCard(CARD) })
      }
      return made
    },
    /** Ids of applications with a plan. */
    forSale: async (most: number): Promise<string[]> => {
      const { rows } = await store.client.pool.query<{ id: string }>(
        `select distinct a.id from applications a join plans p on p.application_id = a.id
         where a.product = 'livechat' and not a.hidden order by a.id limit $1`,
        [most],
      )
      return rows.map(({ id }) => id)
    },
    uncached: (on: boolean) => {
      uncached = on
    },
  },
)
