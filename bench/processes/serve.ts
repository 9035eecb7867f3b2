// The server that is measured, put together as apps/server/src/main.ts does it. It says over IPC how much processor time it took, and
// can be told to find no page in its cache.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openWebBuild, webAssetsFolder } from '../../apps/server/src/adapters/web-build.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { createApp } from '../../apps/server/src/context.ts'
import { openStore } from '../../apps/server/src/store.ts'
import { answerParent, endWithParent } from './worker.ts'

const config = readConfig(process.env)
const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
const opening = openStore(config, 'server', { info: () => {}, warn: (details, line) => log.warn(details, line) })
const open: { close: () => Promise<void> }[] = []
endWithParent(async () => {
  await opening
  for (const part of open.toReversed()) await part.close()
})
const store = await opening
open.push(store)

/** Pages are kept under the hash of the build they are made by: with another one at each request, none is found. */
let uncached = false
let asked = 0
const openRenderer = async () => {
  const built = await openWebBuild()
  const { buildHash } = built
  return {
    ...built,
    get buildHash() {
      return uncached ? (asked++).toString(16).padStart(buildHash.length, '0') : buildHash
    },
  }
}

const app = await createApp({ config, store, log, version: '0.0.0', openRenderer, assetsFolder: webAssetsFolder })
open.push(app)
await app.server.listen({ host: '127.0.0.1', port: 0 })

answerParent(
  { port: (app.server.server.address() as AddressInfo).port },
  {
    cpu: () => process.cpuUsage(),
    uncached: (on: boolean) => {
      uncached = on
    },
  },
)
