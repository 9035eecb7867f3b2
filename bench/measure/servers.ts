import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import type { Load, Loaded } from '../processes/load.ts'
import serverProcess from '../../tools/lib/server-process.json' with { type: 'json' }
import { cpuSeconds, type CpuTime, startWorker, type Worker } from '../processes/worker.ts'

/** A listening process that reports its processor time. */
export type Measured = Worker<{ port: number }>
export type LoadGenerator = (load: Load) => Promise<Loaded>

/** A data folder with a catalogue, and the settings that open it. */
export type Filled = { env: Record<string, string>; applications: number; sample: CatalogueSample }

/** Fills a data folder by an import. */
export const fill = async (
  folder: string,
  applications: number,
  seed: number,
  onProgress: (share: number) => void,
): Promise<Filled> => {
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    DEMO: 'false',
    PORT: '0',
    PUBLIC_URL: 'https://marketplace.example',
    NODE_ENV: 'production',
  }
  const { ready, stop } = await startWorker<CatalogueSample>('./fill.ts', {
    env,
    args: [join(folder, 'catalogue'), String(applications), String(seed)],
    onProgress,
  })
  await stop()
  return { env, applications, sample: ready }
}

const POLLED_MS = 200

/** Waits until everything is in memory: a large catalogue is indexed while the server answers already. */
const untilReady = async ({ ready }: Measured): Promise<void> => {
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${ready.port}/readyz`)
    if (status === 200) return
    if (status !== 503) throw new Error(`/readyz answered ${status}`)
    await wait(POLLED_MS)
  }
}

const { flags, environment } = serverProcess
/** Starts a server with the same options as npm start, and waits until it is ready, so that its start is not measured too. */
export const startServer = async ({ env }: Filled): Promise<Measured> => {
  const server = await startWorker<{ port: number }>('../dist/serve.js', { env: { ...environment, ...env }, flags })
  await untilReady(server)
  return server
}

export const startBareServer = (): Promise<Measured> => startWorker<{ port: number }>('./bare.ts')

export const startLoad = async (): Promise<LoadGenerator> => {
  const { ask } = await startWorker('./load.ts')
  return (load) => ask<Loaded>('run', load)
}

/** Puts a server under load, and returns the processor time that it took. */
export const measure = async (
  { ask, ready }: Measured,
  generate: LoadGenerator,
  load: Omit<Load, 'port'>,
): Promise<Loaded & { cpuSeconds: number }> => {
  const before = await ask<CpuTime>('cpu')
  const loaded = await generate({ ...load, port: ready.port })
  return { ...loaded, cpuSeconds: cpuSeconds(before, await ask<CpuTime>('cpu')) }
}
