// The payment sandbox: node apps/payments-sandbox/src/main.ts. It listens on loopback only.
import { listen, LOOPBACK } from '@marketplace/side-program/listen'
import { runProgram, stopWhenTold } from '@marketplace/side-program/run-program'
import { expireAuthorizations, forgetKeys } from './api/housekeeping.ts'
import { LedgerDamaged } from './ledger/append-file.ts'
import { FolderInUse, lockFolder } from './ledger/lock-folder.ts'
import { openStore } from './ledger/store.ts'
import { createHandler } from './server.ts'
import { readSettings } from './settings.ts'
import { startWebhooks } from './webhooks/deliver.ts'

const HOUSEKEEPING_MS = 60_000
const CLOSE_WITHIN_MS = 2_000

const start = async (): Promise<void> => {
  const settings = readSettings(process.env)
  await lockFolder(settings.folder)
  const store = await openStore(settings.folder)
  let own = settings.url ?? ''
  const handler = createHandler(store, () => ({ own, shop: settings.shop, hosts: settings.hosts }))
  const place = { setting: 'PAYMENTS_PORT', port: settings.port, hosts: LOOPBACK, maxConnections: 500 }
  const { port, close } = await listen(handler, place)
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
    close()
    await store.close()
    process.exit(0)
  }
  stopWhenTold(() => void stop())
  process.stdout.write(`The payment sandbox is ready at ${own} (port ${port}); its ledger is in ${settings.folder}.\n`)
}

await runProgram(start, (error) => (error instanceof LedgerDamaged || error instanceof FolderInUse ? error.message : undefined))
