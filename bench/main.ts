// The benchmark. tools/bench.mjs starts it with a temporary folder, which it deletes afterwards.
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgressBar } from '../apps/server/src/cli/progress-bar.ts'
import { onParentGone } from '../apps/server/src/runtime/parent.ts'
import { typedTexts } from './catalogue/typed-texts.ts'
import { listingAddresses } from './measure/addresses.ts'
import { measureChanges } from './measure/changes.ts'
import { measureColdVisit } from './measure/cold-visit.ts'
import { measureGrowth } from './measure/growth.ts'
import { measureHealth } from './measure/health.ts'
import { measureMemory } from './measure/memory.ts'
import { fill, type Filled, startBareServer, startLoad, startServer } from './measure/servers.ts'
import { measureThroughput, scenarios } from './measure/throughput.ts'
import { measureTyping } from './measure/typing.ts'
import { readOptions } from './options.ts'
import { stopAllWorkers } from './processes/worker.ts'
import { type Figures, writeReport } from './report.ts'

const { scale, quick, json, seed } = readOptions()
const say = (line: string) => void process.stderr.write(`${line}\n`)

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  void stopAllWorkers().finally(() => process.exit(130))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
onParentGone(stop)

const fillOne = async (applications: number) => {
  const bar = createProgressBar()
  say(`Filling a marketplace with ${applications.toLocaleString('en')} applications …`)
  const started = performance.now()
  const filled = await fill(join(tmpdir(), String(applications)), applications, seed, (share) =>
    bar.draw(share, `${Math.round(share * applications)} of ${applications} applications`),
  )
  bar.clear()
  say(`… done in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  return filled
}

const start = async (filled: Filled) => ({ server: await startServer(filled), sample: filled.sample })

const measureAll = async (): Promise<Figures> => {
  const filled = { small: await fillOne(scale.small), ordinary: await fillOne(scale.ordinary), large: await fillOne(scale.large) }
  say('Measuring the search while somebody types …')
  const typing = []
  for (const marketplace of [filled.ordinary, filled.large])
    typing.push(await measureTyping(marketplace, typedTexts(marketplace.sample.names.slice(0, scale.names), seed), scale))
  const [small, large] = [await start(filled.small), await start(filled.large)]
  const [generate, bare] = await Promise.all([startLoad(), startBareServer()])
  say('Measuring how cost grows with the catalogue …')
  const growth = await measureGrowth(small, large, generate, scale)
  await small.server.stop()
  say('Measuring under load …')
  const listing = listingAddresses(scale.requests, scale.large)
  const wanted = scenarios(listing, large.sample, seed)
  const throughput = await measureThroughput(large.server, bare, generate, wanted, scale)
  say('Measuring how it does while strangers search …')
  const health = await measureHealth(large.server, generate, large.sample, seed)
  const coldVisit = await measureColdVisit(large.server.ready.port, '/apps/')
  say('Measuring what a change costs …')
  const changes = await measureChanges(large.server, {
    applications: scale.large,
    paths: large.sample.applications,
    lists: ['/apps/', '/apps/?sortBy=alphabetically', '/apps/?payment=free', '/services/', '/developers/'],
    seconds: scale.changing,
  })
  await large.server.stop()
  say('Measuring memory …')
  const memory = [await measureMemory(filled.ordinary, generate, seed), await measureMemory(filled.large, generate, seed)]
  const processors = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  return { node: process.versions.node, processors, seed, scale, growth, throughput, health, typing, coldVisit, memory, changes }
}

try {
  const figures = await measureAll()
  process.stdout.write(`\n${writeReport(figures)}`)
  if (quick) say('\n--quick measures too little to compare: it shows that everything can be measured.')
  if (json) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
} catch (error) {
  // A worker that was ended by a stop is not a failure.
  if (!stopping) {
    say(`The benchmark failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    process.exitCode = 1
  }
} finally {
  await stopAllWorkers()
  // The watch for the parent's end would keep this process alive.
  process.stdin.destroy()
}
