// Opens the data of a server as createApp does, then makes garbage, and writes how far the heap grew beyond what is in use.
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { memoryUsage } from 'node:process'
import { setImmediate as breathe } from 'node:timers/promises'
import { readConfig } from '../src/config/config.ts'
import { openLive } from '../src/live-data.ts'
import { createLog } from '../src/runtime/log.ts'
import { openStore } from '../src/store.ts'

/** Enough to be most of the heap. */
const KEPT = 1_000_000
const MADE = 6_000_000

const config = readConfig(process.env)
const store = await openStore(config, 'tool', { info: () => {}, warn: () => {} })
const live = await openLive(store, { now: () => new Date() }, createLog('silent'), config)
await live.search.built

/** Heap in use before and after each complete collection of garbage. */
const collections: { before: number; after: number }[] = []
let before = 0
const observer = new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections.push({ before, after: memoryUsage().heapUsed })
})
observer.observe({ entryTypes: ['gc'] })
const kept: object[] = Array.from({ length: KEPT }, (_, number) => ({ number, text: `${number}` }))
let peak = 0
for (let number = 0; number < MADE; number++) {
  kept[(number * 7919) % KEPT] = { number, text: `${number}` }
  if (number % 20_000 === 0) {
    before = memoryUsage().heapUsed
    if (number > MADE / 2) peak = Math.max(peak, before)
    await breathe()
  }
}
observer.disconnect()
await live.close()
await store.close()
process.stdout.write(JSON.stringify({ peak, used: Math.min(...collections.slice(-3).map(({ after }) => after)) }))
process.exit(0)
