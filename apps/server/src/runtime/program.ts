// A program that stands beside the server, in a process of its own: the payment sandbox, the sample host, the sample applications.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_WITHIN_MS = 30_000
/** One that is left of a server that was killed ends by itself, and has its port until then. */
const OTHERS_END_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 500
/** One that cannot be started is tried again after twice the time, up to this. */
const TRY_AGAIN_AT_LEAST_EVERY_MS = 60_000
const STOPS_WITHIN_MS = 3_000

/** The program cannot be started. The message is what it said, in one line. */
export class ProgramStartError extends Error {}

export type RunningProgram = {
  /** Where it listens: another one than asked for if that was 0. */
  port: number
  stop: () => Promise<void>
}

export type ProgramLog = { info: (line: string) => void; warn: (line: string) => void }

type Options = {
  /** What lines of the log call it. */
  name: string
  /** The file that Node runs. Once it listens, it prints a line with "(port N)". */
  main: string
  /** The variable that tells it its port. */
  portSetting: string
  /** 0 for any that is free. */
  port: number
  /** The variables that it gets, and no others: it must not see the server's secrets. */
  environment: Readonly<Record<string, string>>
  /** Options of Node. */
  flags?: readonly string[]
  /** Whether a program of this kind answers at the port already, which is used then. Without it, no other is used. */
  answersAt?: (port: number) => Promise<boolean>
  log: ProgramLog
}

type Process = { port: number; ended: Promise<void>; stop: () => Promise<void> }

/** Starts the process, and resolves once it listens. Rejects with what it said if it ends instead. */
const launch = async ({ name, main, portSetting, environment, flags = [] }: Options, port: number): Promise<Process> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, main, '--stop-with-stdin'], {
    env: { ...environment, [portSetting]: String(port) },
    // It ends with its standard input, which the system closes however this process ends.
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
 * Starts the program and keeps it running: one that ends is started again, at the same port. If a program of its kind answers at the port
 * already, that one is used, and replaced once it is gone.
 */
export const startProgram = async (options: Options): Promise<RunningProgram> => {
  const { name, port, answersAt = async () => false, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  /** One that somebody else started, until it is gone. */
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
      // A signal to the process group reaches it and this process alike.
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
