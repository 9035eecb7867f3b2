// The programs around the marketplace in the demo: a host product, and third-party applications.
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ProgramLog, type RunningProgram, startProgram } from './program.ts'

const APPS = join(import.meta.dirname, '../../..')

/** The main file of each program is apps/<folder>/src/main.ts. */
const SAMPLES = [
  { name: 'sample host', folder: 'sample-host', portSetting: 'SAMPLE_HOST_PORT' },
  { name: 'sample applications', folder: 'sample-apps', portSetting: 'SAMPLE_APPS_PORT' },
] as const

type PortSetting = (typeof SAMPLES)[number]['portSetting']

type Options = {
  /** A program without a port is not started. */
  ports: Readonly<Partial<Record<PortSetting, number>>>
  environment: Readonly<Record<string, string>>
  log: ProgramLog
}

/** Memory limits for Node: each program serves only a few pages. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=64']

/**
 * Starts the programs and keeps them running. If one cannot be started, that is logged as a warning and the marketplace runs without it.
 * `ready` resolves once each program has started or failed.
 */
export const startSamplePrograms = ({
  ports,
  environment,
  log,
}: Options): { ready: Promise<void>; stop: () => Promise<void> } => {
  let stopped = false
  const running: RunningProgram[] = []
  const start = async ({ name, folder, portSetting }: (typeof SAMPLES)[number]) => {
    const port = ports[portSetting] ?? 0
    if (port === 0) return
    try {
      const main = join(APPS, folder, 'src/main.ts')
      const program = await startProgram({ name, main, portSetting, port, environment, flags: FLAGS, log })
      if (stopped) await program.stop()
      else running.push(program)
    } catch (error) {
      log.warn(`the ${name} cannot be started: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const started = SAMPLES.map(start)
  return {
    ready: Promise.all(started).then(() => {}),
    stop: async () => {
      stopped = true
      await Promise.all(running.map((program) => program.stop()))
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Replaces each of these settings that is 0 by a free port, because addresses that contain the port must be known before the start. */
export const withFreePorts = async <Environment extends Readonly<Record<string, string | undefined>>>(
  environment: Environment,
): Promise<Environment> => {
  const chosen: Record<string, string> = {}
  for (const name of ['SAMPLE_HOST_PORT', 'SAMPLE_APPS_PORT']) {
    if (environment[name] === '0') chosen[name] = String(await freePort())
  }
  return { ...environment, ...chosen }
}
