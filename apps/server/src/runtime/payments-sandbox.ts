// The payment sandbox (apps/payments-sandbox) as a program beside the server, for a marketplace without a key of Stripe's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../../../payments-sandbox/src/main.ts')
const READY_WITHIN_MS = 30_000
/** One that is left of a server that was killed ends by itself, and has its folder and port until then. */
const OTHERS_END_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 500
const STOPS_WITHIN_MS = 3_000

/** The sandbox cannot be started. The message is what it said, in one line. */
export class SandboxStartError extends Error {}

export type RunningSandbox = {
  /** Where it listens: another one than asked for if that was 0. */
  port: number
  stop: () => Promise<void>
}

type Options = {
  /** 0 for any that is free. */
  port: number
  /** The variables that it gets, and no others: it must not see the server's secrets. */
  environment: Readonly<Record<string, string>>
  log: { info: (line: string) => void; warn: (line: string) => void }
}

type Program = { port: number; ended: Promise<void>; stop: () => Promise<void> }

/** Starts the program, and resolves once it answers. Rejects with what it said if it ends instead. */
const launch = async (port: number, environment: Options['environment']): Promise<Program> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--stop-with-stdin'], {
    env: { ...environment, PAYMENTS_PORT: String(port) },
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
  throw new SandboxStartError(said.trim().split('\n').at(-1) || 'The payment sandbox does not start.')
}

/** Whether a payment sandbox answers there, such as that of another server with the same PAYMENTS_PORT. */
const isSandbox = async (port: number): Promise<boolean> => {
  if (port === 0) return false
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/ledger`, { signal: AbortSignal.timeout(2_000) })
    const ledger: unknown = await answer.json()
    return answer.ok && typeof ledger === 'object' && ledger !== null && 'captures' in ledger
  } catch {
    return false
  }
}

/** A sandbox that somebody else started, until it is gone. */
const share = (port: number, signal: AbortSignal): Program => ({
  port,
  ended: (async () => {
    while (!signal.aborted && (await isSandbox(port)))
      await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
  })(),
  stop: async () => {},
})

/**
 * Starts the payment sandbox and keeps it running: one that ends is started again, with its ledger, at the same port. If one answers at the
 * port already, that one is used, and replaced once it is gone.
 */
export const startPaymentsSandbox = async ({ port, environment, log }: Options): Promise<RunningSandbox> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const open = async (at: number): Promise<Program> => {
    for (const deadline = Date.now() + OTHERS_END_WITHIN_MS; ;) {
      if (await isSandbox(at)) return share(at, signal)
      try {
        return await launch(at, environment)
      } catch (error) {
        if (signal.aborted || Date.now() > deadline || !String(error).includes('in use')) throw error
        await sleep(LOOK_AGAIN_MS, undefined, { ref: false })
      }
    }
  }
  let program = await open(port)
  const keepRunning = async () => {
    while (!signal.aborted) {
      await program.ended
      // A signal to the process group reaches it and this process alike.
      await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      log.warn('the payment sandbox has ended: starting it again')
      try {
        program = await open(program.port)
        if (signal.aborted) await program.stop()
        else log.info('the payment sandbox is back')
      } catch (error) {
        log.warn(`the payment sandbox cannot be started: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const kept = keepRunning()
  return {
    port: program.port,
    stop: async () => {
      stopping.abort()
      await program.stop()
      await Promise.race([kept, once(AbortSignal.timeout(STOPS_WITHIN_MS), 'abort')])
    },
  }
}
