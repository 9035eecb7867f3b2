// A program that runs beside the server, in its own process: the payment sandbox, the sample host, the sample applications.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_WITHIN_MS = 30_000
/** A program of a killed server ends by itself, but holds its port until then. This is how long (ms) to wait for that. */
const OTHERS_END_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 500
/** The wait before a restart doubles after each failed start, up to this time. */
const TRY_AGAIN_AT_LEAST_EVERY_MS = 60_000
const STOPS_WITHIN_MS = 3_000

/** The program cannot be started. The message is its output, in one line. */
export class ProgramStartError extends Error {}

export type RunningProgram = {
  /** The port that it listens at; differs from the requested one if that was 0. */
  port: number
  stop: () => Promise<void>
}

export type ProgramLog = { info: (line: string) => void; warn: (line: string) => void }

type Options = {
  /** The name of the program in the log. */
  name: string
  /** The file that Node runs. Once it listens, it prints a line with "(port N)". */
  main: string
  /** The environment variable that contains its port. */
  portSetting: string
  /** 0 means any free port. */
  port: number
  /** All environment variables of the program: it must not see the server's secrets. */
  environment: Readonly<Record<string, string>>
  /** Command-line options of Node. */
  flags?: readonly string[]
  /** Whether a program of this kind already listens at the port; then that one is used. Absent: no running program is used. */
  answersAt?: (port: number) => Promise<boolean>
  log: ProgramLog
}

type Process = { port: number; ended: Promise<void>; stop: () => Promise<void> }

/** Starts the process, and resolves once it listens. Rejects with its output if it ends before. */
const launch = async ({ name, main, portSetting, environment, flags = [] }: Options, port: number): Promise<Process> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, main, '--stop-with-stdin'], {
    env: { ...environment, [portSetting]: String(port) },
    // The program ends when its standard input closes, which the system does however this process ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
  }
  let said = ''
  const ready = new Promise<number>((resolve) => {
    const read = (text: Buffer) => {
      said = (said + String(text)).slice(-2_000)
      const found = /\(port (\d+)\)/.exec(said)?.[1]
      if (found) resolve(Number(found))
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read)
  })
  const late = sleep(READY_WITHIN_MS, null, { ref: false })
  const listening = await Promise.race([ready, ended.then(() => null), late])
  if (listening !== null) return { port: listening, ended, stop }
  await stop()
  throw new ProgramStartError(said.trim().split('\n').at(-1)?.trim() || `The ${name} does not start.`)
}

/**
 * Starts the program and keeps it running: when it ends, it is started again at the same port. If a program of the same kind already
 * listens at the port, that one is used until it ends, and then replaced.
 */
export const startProgram = async (options: Options): Promise<RunningProgram> => {
  const { name, port, answersAt = async () => false, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  /** A program that another process started, used until it ends. */
  const share = (at: number): Process => ({
    port: at,
    ended: (async () => {
      while (!signal.aborted && (await answersAt(at)))
        await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
    })(),
    stop: async () => {},
  })
  const open = async (at: number): Promise<Process> => {
    for (const deadline = Date.now() + OTHERS_END_WITHIN_MS; ;) {
      if (at !== 0 && (await answersAt(at))) return share(at)
      try {
        return await launch(options, at)
      } catch (error) {
        if (signal.aborted || Date.now() > deadline || !String(error).includes('in use')) throw error
        await sleep(LOOK_AGAIN_MS, undefined, { ref: false })
      }
    }
  }
  let running = await open(port)
  const keepRunning = async () => {
    for (let wait = LOOK_AGAIN_MS; !signal.aborted;) {
      await running.ended
      // A signal to the process group ends both the program and this process, so wait before a restart.
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      log.warn(`the ${name} has ended: starting it again`)
      try {
        running = await open(running.port)
        if (signal.aborted) await running.stop()
        else log.info(`the ${name} is back`)
        wait = LOOK_AGAIN_MS
      } catch (error) {
        wait = Math.min(wait * 2, TRY_AGAIN_AT_LEAST_EVERY_MS)
        log.warn(`the ${name} cannot be started: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const kept = keepRunning()
  return {
    port: running.port,
    stop: async () => {
      stopping.abort()
      await running.stop()
      await Promise.race([kept, once(AbortSignal.timeout(STOPS_WITHIN_MS), 'abort')])
    },
  }
}
