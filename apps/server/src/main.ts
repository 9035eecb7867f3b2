import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { BRAND } from '@marketplace/contracts/core/brand'
import { openSentryReports } from './adapters/sentry-reports.ts'
import { openSmtp } from './adapters/smtp.ts'
import { openStripePayments, paymentsInBrowser } from './adapters/stripe-payments.ts'
import { openViteRenderer } from './adapters/vite-dev.ts'
import { openWebBuild, webAssetsFolder } from './adapters/web-build.ts'
import { type Config, readConfig, SettingError } from './config/config.ts'
import { type App, type AppOptions, createApp } from './context.ts'
import { DatabaseStartError } from './db/open-postgres.ts'
import { presentDemoSignIns } from './demo/demo-sign-ins.ts'
import { DEMO_PASSWORD } from './demo/seed-demo-accounts.ts'
import { assertCanListen, listenOn } from './http/listen.ts'
import { createLog, lineOf } from './runtime/log.ts'
import { onParentGone } from './runtime/parent.ts'
import { startPaymentsSandbox } from './runtime/payments-sandbox.ts'
import { ProgramStartError, type RunningProgram } from './runtime/program.ts'
import { startSamplePrograms, withFreePorts } from './runtime/sample-programs.ts'
import { openStore, type Store } from './store.ts'

/** How long (ms) the servers may take to close. The whole stop takes at most 10 s, including the database. */
const CLOSE_WITHIN_MS = 3_000
/** The longest wait (ms) for the addresses of the demo's programs at the start. */
const SAMPLES_WITHIN_MS = 2_000

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const readSettings = async (): Promise<Config> => {
  try {
    return readConfig(await withFreePorts(process.env))
  } catch (error) {
    if (error instanceof SettingError) return fail(`Setting ${error.message}`)
    throw error
  }
}

const config = await readSettings()
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const reports = config.sentryDsn === null ? null : openSentryReports({ dsn: config.sentryDsn, release: version })
const log = createLog(
  config.logLevel,
  undefined,
  reports ? (error, { area }) => reports.report(error, typeof area === 'string' ? area : null) : undefined,
)

/** The servers, with the settings of their ports. */
const listeners: readonly { setting: string; port: number; of: (app: App) => FastifyInstance }[] = [
  { setting: 'PORT', port: config.ports.storefront, of: ({ server }) => server },
  { setting: 'ACCOUNTS_PORT', port: config.ports.accounts, of: ({ accounts }) => accounts },
]
let asked: { setting: string; port: number } = { setting: 'PORT', port: config.ports.storefront }

let store: Store | undefined
let app: App | undefined
let sandbox: RunningProgram | undefined
let samples: ReturnType<typeof startSamplePrograms> | undefined
let stopping: Promise<never> | undefined

const stop = (code: number, why: string): Promise<never> => {
  stopping ??= (async () => {
    log.info(`stopping: ${why}`)
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))
    await Promise.race([app?.close(), late]).catch((err: unknown) => log.error({ err }, 'the server did not close cleanly'))
    // These programs are ended after the server, which may wait for the sandbox's answer, and at the same time as the database.
    const programsEnd = Promise.all([sandbox?.stop(), samples?.stop()])
    await store?.close().catch((err: unknown) => log.error({ err }, 'the database did not close cleanly'))
    await programsEnd.catch((err: unknown) => log.error({ err }, 'a program beside the server did not end cleanly'))
    await reports?.close()
    log.info('stopped')
    process.exit(code)
  })()
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, signal))
onParentGone(() => void stop(0, 'the command that started it has ended'))
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'unexpected error')
  void stop(1, 'unexpected error')
})

const programLog = { info: (line: string) => log.info(line), warn: (line: string) => log.warn(line) }
/** Windows cannot start a program without this variable. */
const system: Record<string, string> = process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}

let paymentsAt = 'Stripe'

/** Opens the payment provider: Stripe, or the sandbox, which is started as a program of its own. */
const openPayments = async (): Promise<Pick<AppOptions, 'payments' | 'inBrowser'>> => {
  const { provider, secretKey, publishableKey, webhookSecret } = config.payments
  const keys = { secretKey, webhookSecret }
  if (provider.name === 'stripe')
    return { payments: openStripePayments({ ...keys, sandbox: null }), inBrowser: paymentsInBrowser(publishableKey, null) }
  sandbox = await startPaymentsSandbox({
    port: provider.port,
    log: programLog,
    environment: {
      ...system,
      PORT: String(config.ports.storefront),
      PUBLIC_URL: config.urls.public,
      ...(provider.port !== 0 && { PAYMENTS_URL: config.urls.payments }),
      ALLOWED_HOST_ORIGINS: config.allowedHostOrigins.join(' '),
      SAMPLE_HOST_PORT: String(config.ports.sampleHost),
      DATA_DIR: config.dataDir,
      STRIPE_WEBHOOK_SECRET: webhookSecret ?? '',
    },
  })
  const { port } = sandbox
  const url = provider.port === 0 ? `http://localhost:${port}` : config.urls.payments
  paymentsAt = `${url}/ (the sandbox)`
  return { payments: openStripePayments({ ...keys, sandbox: { port } }), inBrowser: paymentsInBrowser(publishableKey, url) }
}

try {
  for (const { setting, port } of listeners) {
    asked = { setting, port }
    await assertCanListen(config.hosts, port)
  }
  const opening = openPayments()
  // The result is awaited below, once the database can be closed in case of an error.
  opening.catch(() => {})
  if (config.demo)
    samples = startSamplePrograms({
      ports: { SAMPLE_HOST_PORT: config.ports.sampleHost, SAMPLE_APPS_PORT: config.ports.sampleApps },
      environment: {
        ...system,
        PUBLIC_URL: config.urls.public,
        ACCOUNTS_URL: config.urls.accounts,
        SAMPLE_APPS_URL: config.urls.sampleApps,
        SAMPLE_HOST_URL: config.urls.sampleHost,
      },
      log: programLog,
    })
  store = await openStore(config, 'server', { info: (line) => log.info(line), warn: (details, line) => log.warn(details, line) })
  app = await createApp({
    config,
    store,
    log,
    version,
    openRenderer: config.development ? openViteRenderer : openWebBuild,
    assetsFolder: config.development ? null : webAssetsFolder,
    mailTransport: config.smtp && openSmtp(config.smtp),
    ...(await opening),
  })
  for (const name of config.withoutEffect)
    log.warn(`${name} is set, but the part it belongs to is not built yet: it changes nothing`)
  for (const warning of config.warnings) log.warn(warning)
  // The storefront is the last to listen, so once it answers, everything is running.
  for (const { setting, port, of } of listeners.toReversed()) {
    asked = { setting, port }
    await listenOn(of(app), config.hosts, port)
  }
  await app.startJobs()
} catch (error) {
  // If a stop interrupted the start, the start's error is expected.
  if (stopping) await stopping
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseStartError || error instanceof ProgramStartError) process.stderr.write(`${error.message}\n`)
  else if (code === 'EADDRINUSE')
    process.stderr.write(`${asked.setting}: ${asked.port} is in use by another program. Set ${asked.setting} to a free one.\n`)
  else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    process.stderr.write(`HOST: ${config.hosts.join(', ')} is not an address of this machine.\n`)
  else {
    log.fatal({ err: error }, 'the start failed')
    process.stderr.write(`The start failed: ${lineOf(error)}\n`)
  }
  await stop(1, 'the start failed')
}

await Promise.race([samples?.ready, sleep(SAMPLES_WITHIN_MS, undefined, { ref: false })])
const signIns = config.demoSignIns && store ? await presentDemoSignIns(store.client.database) : []
process.stdout.write(
  [
    '',
    `  ${BRAND.marketplace} ${version} is ready.`,
    '',
    `  Storefront   ${config.urls.public}/`,
    `  Help desk's  ${config.urls.public}/helpdesk/`,
    `  API          ${config.urls.public}/docs`,
    `  Accounts     ${config.urls.accounts}/`,
    `  Payments     ${paymentsAt}`,
    ...(config.demo ? [`  Host product ${config.urls.sampleHost}/ (a sample, with the marketplace in it)`] : []),
    `  Database     ${store?.postgres.location ?? ''}`,
    '',
    ...(signIns.length > 0 ? [`  To sign in, on this machine only, with the password ${DEMO_PASSWORD}:`, ''] : []),
    ...signIns.map(({ emails, who }) => `  ${emails.join(', ')} (${who})`),
    ...(signIns.length > 0 ? [''] : []),
    '',
  ].join('\n'),
)
