import { readConfig } from '../../apps/server/src/config/config.ts'
import { createLog } from '../../apps/server/src/runtime/log.ts'
import { openStore } from '../../apps/server/src/store.ts'
import { endWithParent } from './worker.ts'

/** Opens the store of a worker, as a server does. When the parent ends, what is in `open` is closed, the last one first. */
export const openWorkerStore = async () => {
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
  return { config, log, store, open }
}
