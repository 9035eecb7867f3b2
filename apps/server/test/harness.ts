// Set-up for integration tests of the server: the real application with its own database and data folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { localFiles } from '../src/adapters/local-files.ts'
import { openStripePayments, paymentsInBrowser } from '../src/adapters/stripe-payments.ts'
import { openWebBuild, webAssetsFolder } from '../src/adapters/web-build.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { type App, createApp } from '../src/context.ts'
import { openDatabase } from '../src/db/client.ts'
import { type Limits, REQUEST_LIMITS } from '../src/db/limits.ts'
import { importCatalogue, type ImportReport } from '../src/modules/catalogue/index.ts'
import { recountRatings } from '../src/modules/ratings/index.ts'
import { createLog } from '../src/runtime/log.ts'
import type { Clock } from '../src/core/clock.ts'
import type { MailTransport } from '../src/ports/mail-transport.ts'
import type { Payments } from '../src/ports/payments.ts'
import type { Store } from '../src/store.ts'

export type TestStore = Store & {
  folder: string
  connectionString: string
  /** Imports lines as a file. Objects are written as JSON, strings unchanged. */
  importLines: (lines: readonly (object | string)[], options?: { now?: Date; dryRun?: boolean }) => Promise<ImportReport>
  /** Empties tables and all tables that refer to them. */
  clear: (...tables: string[]) => Promise<void>
}

/** Counts votes that a test has inserted directly. */
export const countVotes = async ({ client: { database } }: Pick<Store, 'client'>, now = new Date()): Promise<void> => {
  await recountRatings({ database, clock: { now: () => now } })
}

/** Tables of the books, which refuse to be emptied; tests disable their triggers. */
const BOOKS = ['sales', 'ledger_entries', 'invoices', 'statements']

/** The limits of requests, ten times as long, because the machine of a test may stall for seconds. */
const STALLING_LIMITS: Limits = {
  ...REQUEST_LIMITS,
  connectionTimeoutMillis: 20_000,
  lock_timeout: 15_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 50_000,
  silenceMs: 25_000,
}

/** How long (ms) a buyer waits for the provider, ten times as long for the same reason. */
const STALLING_BUYER_WAITS_MS = 20_000

let count = 0

/** A migrated, empty database and a folder for files. `close` deletes both. `limits` are those of requests. */
export const openTestStore = async ({ limits = STALLING_LIMITS }: { limits?: Limits } = {}): Promise<TestStore> => {
  const template = inject('template')
  const name = `test_${process.pid}_${Date.now().toString(36)}_${count++}`
  const admin = new pg.Client(template.url)
  await admin.connect()
  await admin.query(`create database ${name} template ${template.name}`)
  const url = new URL(template.url)
  url.pathname = `/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'))
  const client = openDatabase(url.href, () => {})
  const requests = openDatabase(url.href, () => {}, limits)
  const files = localFiles(join(folder, 'files'))
  return {
    folder,
    connectionString: url.href,
    client,
    requests,
    files,
    postgres: { connectionString: url.href, location: url.host, onMoved: () => {}, close: async () => {} },
    importLines: async (lines, { now = new Date(), dryRun = false } = {}) => {
      const path = join(folder, 'catalogue.jsonl')
      await writeFile(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
      return importCatalogue({ client, files, path, production: false, now, dryRun })
    },
    clear: async (...tables) => {
      const each = (verb: string) =>
        BOOKS.map((table) => `alter table ${table} ${verb} trigger ${table}_never_emptied;`).join(' ')
      // A query of several statements is one transaction.
      await client.pool.query(`${each('disable')} truncate ${tables.join(', ')} cascade; ${each('enable')}`)
    },
    close: async () => {
      await Promise.all([client.close(), requests.close()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(folder, { recursive: true })
    },
  }
}

export type TestClock = Clock & { set: (instant: string) => void }

/** A clock that stands still until a test sets it. */
export const testClock = (instant: string): TestClock => {
  let now = new Date(instant)
  return {
    now: () => now,
    set: (next) => {
      now = new Date(next)
    },
  }
}

/** For tests without payments: nothing listens at this port, so each call ends with `unknown`. */
export const paymentsNowhere = () => ({
  payments: openStripePayments({ secretKey: SANDBOX_KEYS.secret, webhookSecret: SANDBOX_KEYS.webhook, sandbox: { port: 1 } }),
  inBrowser: paymentsInBrowser(SANDBOX_KEYS.publishable, 'http://payments.test'),
})

/** The whole application on a test store, without the demo. Log lines go to `logged`. */
export const openTestApp = async (
  store: Store,
  {
    env = {},
    clock,
    mailTransport,
    payments,
    buyerWaitsMs = STALLING_BUYER_WAITS_MS,
  }: {
    env?: Record<string, string>
    clock?: Clock
    mailTransport?: MailTransport
    payments?: Payments
    buyerWaitsMs?: number
  } = {},
): Promise<App & { config: Config; logged: string[] }> => {
  const config = readConfig({ DEMO: 'false', PUBLIC_URL: 'http://shop.test', ...env })
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const app = await createApp({
    config,
    store,
    log,
    version: '0.0.0',
    openRenderer: openWebBuild,
    assetsFolder: webAssetsFolder,
    buyerWaitsMs,
    ...paymentsNowhere(),
    ...(payments && { payments }),
    ...(clock && { clock }),
    ...(mailTransport && { mailTransport }),
  })
  return { ...app, config, logged }
}

/** Waits until the condition is true. */
export const until = async (condition: () => Promise<boolean> | boolean, within = 60_000): Promise<void> => {
  const end = Date.now() + within
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('what was waited for did not happen')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** How many connections to the test's database wait for a lock that another one holds. */
export const waitingForLocks = async ({ client }: Pick<Store, 'client'>): Promise<number> => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await client.pool.query(text)).rowCount ?? 0
}
