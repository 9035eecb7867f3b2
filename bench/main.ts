// The benchmark. tools/bench.mjs starts it with a temporary folder, which it deletes afterwards.
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgressBar } from '../apps/server/src/cli/progress-bar.ts'
import { onParentGone } from '../apps/server/src/runtime/parent.ts'
import { typedTexts } from './catalogue/typed-texts.ts'
import { listingAddresses } from './measure/addresses.ts'
import { measureBuying } from './measure/buying.ts'
import { measureChanges } from './measure/changes.ts'
import { measureColdVisit } from './measure/cold-visit.ts'
import { measureEstate } from './measure/estate.ts'
import { measureGrowth } from './measure/growth.ts'
import { measureHealth } from './measure/health.ts'
import { measureMemory } from './measure/memory.ts'
import { fill, type Filled, startBareServer, startLoad, startServer } from './measure/servers.ts'
import { measureThroughput, scenarios } from './measure/throughput.ts'
import { measureTyping } from './measure/typing.ts'
import { type Part, readOptions } from './measure/options.ts'
import { stopAllWorkers } from './processes/worker.ts'
import { type Figures, writeReport } from './report.ts'

const { scale, quick, json, seed, parts } = readOptions()
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

/** Makes a value when it is first asked for, so that parts which are left out cost nothing. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const start = async (filled: Filled) => ({ server: await startServer(filled), sample: filled.sample })

const measureAll = async (): Promise<Figures> => {
  const filled = {
    small: once(() => fillOne(scale.small)),
    ordinary: once(() => fillOne(scale.ordinary)),
    large: once(() => fillOne(scale.large)),
  }
  const generate = once(startLoad)
  const measure = async <T>(part: Part, what: string, work: () => Promise<T>): Promise<T | null> => {
    if (!parts.has(part)) return null
    say(`Measuring ${what} …`)
    return work()
  }

  const typing = await measure('typing', 'the search while somebody types', async () => {
    const measured = []
    for (const marketplace of [await filled.ordinary(), await filled.large()])
      measured.push(await measureTyping(marketplace, typedTexts(marketplace.sample.names.slice(0, scale.names), seed), scale))
    return measured
  })
  let stopLarge = async () => {}
  const large = once(async () => {
    const started = await start(await filled.large())
    stopLarge = started.server.stop
    return started
  })
  const growth = await measure('growth', 'how cost grows with the catalogue', async () => {
    const small = await start(await filled.small())
    const measured = await measureGrowth(small, await large(), await generate(), scale)
    await small.server.stop()
    return measured
  })
  const throughput = await measure('load', 'under load', async () => {
    const { server, sample } = await large()
    const wanted = scenarios(listingAddresses(scale.requests, scale.large), sample, seed)
    return measureThroughput(server, await startBareServer(), await generate(), wanted, scale)
  })
  const health = await measure('strangers', 'how it does while strangers search', async () => {
    const { server, sample } = await large()
    return measureHealth(server, await generate(), { sample, applications: scale.large, seed })
  })
  const coldVisit = await measure('cold-visit', 'a cold visit', async () =>
    measureColdVisit((await large()).server.ready.port, '/apps/'),
  )
  const changes = await measure('changes', 'what a change costs', async () => {
    const { server, sample } = await large()
    return measureChanges(server, {
      applications: scale.large,
      paths: sample.applications,
      lists: ['/apps/', '/apps/?sortBy=alphabetically', '/apps/?payment=free', '/services/', '/developers/'],
      seconds: scale.changing,
    })
  })
  const estate = await measure('my-apps', 'what an organization has', async () => measureEstate((await large()).server))
  const buying = await measure('buying', 'what carts and purchases cost', async () => {
    const { server } = await start(await filled.small())
    const measured = await measureBuying(server, scale)
    await server.stop()
    return measured
  })
  await stopLarge()
  const memory = await measure('memory', 'memory', async () => [
    await measureMemory(await filled.ordinary(), await generate(), seed),
    await measureMemory(await filled.large(), await generate(), seed),
  ])
  const processors = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  return {
    node: process.versions.node,
    processors,
    seed,
    scale,
    growth,
    throughput,
    health,
    typing,
    coldVisit,
    memory,
    changes,
    estate,
    buying,
  }
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
