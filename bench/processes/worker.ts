// A process of the benchmark that answers questions over IPC, so that the benchmark itself does not affect the measured work.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Question = { id: number; what: string; given: unknown }
type Message = { ready?: unknown; progress?: number; id?: number; answer?: unknown; failure?: string }

export type Worker<Ready> = {
  /** The value that it reported when it was ready. */
  ready: Ready
  pid: number
  ask: <Answer>(what: string, given?: unknown) => Promise<Answer>
  /** Lets it clean up, and waits for its end. */
  stop: () => Promise<void>
}

const running = new Set<() => Promise<void>>()

/** Ends all workers, also those that are not ready yet. */
export const stopAllWorkers = async (): Promise<void> => {
  await Promise.all([...running].map((stop) => stop()))
}

/** Starts a worker and waits until it is ready. Rejects if it ends before; its output is on standard error. */
export const startWorker = async <Ready = unknown>(
  file: string,
  {
    env = {},
    args = [],
    flags = [],
    onProgress,
  }: { env?: Record<string, string>; args?: string[]; flags?: string[]; onProgress?: (share: number) => void } = {},
): Promise<Worker<Ready>> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, ...env },
    execArgv: flags,
    // The server writes its log as in production, to /dev/null.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // In its own process group, which Ctrl-C does not reach, because the parent decides when each worker ends.
    detached: true,
  })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  running.add(stop)
  void ended.then(() => {
    running.delete(stop)
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
  })

  let asked = 0
  const ask = <Answer>(what: string, given?: unknown): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++asked
      waiting.set(id, { resolve, reject })
      child.send({ id, what, given } satisfies Question, (error) => error && reject(error))
    })
  const ready = await new Promise<Ready>((resolve, reject) => {
    void ended.then(() => reject(new Error(`${file} ended before it was ready`)))
    child.on('message', (message: Message) => {
      if (message.progress !== undefined) onProgress?.(message.progress)
      if ('ready' in message) resolve(message.ready as Ready)
      const { id = 0, answer, failure } = message
      if (failure === undefined) waiting.get(id)?.resolve(answer as never)
      else waiting.get(id)?.reject(new Error(failure))
      waiting.delete(id)
    })
  })
  return { ready, pid: child.pid ?? 0, ask, stop }
}

/** Tells the parent that this worker is ready, and answers its questions from then on. */
export const answerParent = (ready: unknown, answers: Record<string, (given: never) => unknown>): void => {
  process.on('message', async ({ id, what, given }: Question) => {
    try {
      process.send?.({ id, answer: await answers[what]?.(given as never) })
    } catch (error) {
      process.send?.({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.send?.({ ready })
}

/** Ends a worker when its parent disconnects or ends, after cleaning up. */
export const endWithParent = (cleanUp: () => Promise<void> | void = () => {}): void => {
  const end = async () => {
    // Work in progress fails when its connections close. These failures mean nothing during the end of the process.
    process.on('uncaughtException', () => {})
    await Promise.resolve(cleanUp()).catch(() => {})
    process.exit(0)
  }
  if (process.connected) process.once('disconnect', end)
  else void end()
}

export type CpuTime = { user: number; system: number }
/** Seconds of processor time between two readings of process.cpuUsage(), for all threads of the process. */
export const cpuSeconds = (before: CpuTime, after: CpuTime): number =>
  (after.user + after.system - before.user - before.system) / 1_000_000
