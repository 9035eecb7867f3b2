// The payment sandbox: node apps/payments-sandbox/src/main.ts. It listens on loopback only.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expireAuthorizations, forgetKeys } from './api/housekeeping.ts'
import { LedgerDamaged } from './ledger/append-file.ts'
import { FolderInUse, lockFolder } from './ledger/lock-folder.ts'
import { openStore } from './ledger/store.ts'
import { createHandler } from './server.ts'
import { readSettings, SettingError, type Settings } from './settings.ts'
import { startWebhooks } from './webhooks/deliver.ts'

const MAX_CONNECTIONS = 500
const HOUSEKEEPING_MS = 60_000
const CLOSE_WITHIN_MS = 2_000
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const settingsOrEnd = (): Settings => {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingError) return fail(`Setting ${error.message}`)
    throw error
  }
}

const settings = settingsOrEnd()
const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen({ host, port, ipv6Only: true }, resolve))

try {
  await lockFolder(settings.folder)
  const store = await openStore(settings.folder)
  let own = settings.url ?? ''
  const handler = createHandler(store, () => ({ own, shop: settings.shop, hosts: settings.hosts }))
  const serverOptions = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }
  const servers = ['127.0.0.1', '::1'].map((host) => ({ host, server: createServer(serverOptions, handler) }))
  let port = settings.port
  for (const [index, { host, server }] of servers.entries()) {
    server.maxConnections = MAX_CONNECTIONS
    try {
      await listen(server, host, port)
      port = (server.address() as AddressInfo).port
    } catch (error) {
      if (index === 0 || !NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  own ||= `http://localhost:${port}`

  const webhooks = startWebhooks(store, { url: settings.webhookUrl, secret: settings.webhookSecret })
  const housekeeping = setInterval(() => {
    forgetKeys(store, Date.now())
    expireAuthorizations(store, Date.now())
  }, HOUSEKEEPING_MS)

  const stop = async () => {
    clearInterval(housekeeping)
    webhooks.stop()
    setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref()
    for (const { server } of servers) {
      server.close()
      server.closeAllConnections()
    }
    await store.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())
  // Whoever started it holds its standard input open, which the system closes with them, however they ended.
  if (process.argv.includes('--stop-with-stdin')) {
    process.stdin.once('end', () => void stop()).on('error', () => {})
    process.stdin.resume()
  }
  process.stdout.write(`The payment sandbox is ready at ${own} (port ${port}); its ledger is in ${settings.folder}.\n`)
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof LedgerDamaged || error instanceof FolderInUse) fail(error.message)
  if (code === 'EADDRINUSE')
    fail(`PAYMENTS_PORT: ${settings.port} is in use by another program. Set PAYMENTS_PORT to a free one.`)
  throw error
}
