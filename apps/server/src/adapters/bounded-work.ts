import { fork, type ChildProcess } from 'node:child_process'

/** The work was ended because it exceeded a limit, or because its process ended. */
export class WorkEndedError extends Error {}

export type BoundedWork<Input, Output> = (input: Input) => Promise<Output>

type Options = {
  /** The program of the child processes. It calls answerWork. */
  file: string
  /** The number of pieces of work at the same time. Others wait. */
  atOnce: number
  /** Time limit for one piece of work. */
  seconds: number
  /** How long an idle child process is kept. */
  idleSeconds?: number
}

/** A message of a child process: ready, the result, or the reason of a failure. */
export type WorkMessage = { ready: true } | { output: unknown } | { failure: string }

/**
 * Processes untrusted data in child processes, because an endless loop or too much memory of a library can only be ended together with its
 * process. If work exceeds a limit, its process is ended, and the work rejects with WorkEndedError; other work is not affected. An error of
 * the work itself rejects with its message.
 */
export const boundedWork = <Input, Output>({ file, atOnce, seconds, idleSeconds = 5 }: Options): BoundedWork<Input, Output> => {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const waiting: (() => void)[] = []
  let underWay = 0

  const claimChild = async (): Promise<ChildProcess> => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.child.connected) continue
      hold(kept.child)
      return kept.child
    }
    return startChild(file)
  }

  const keepChild = (child: ChildProcess): void => {
    release(child)
    const timer = setTimeout(() => {
      idle.splice(0, idle.length, ...idle.filter((kept) => kept.child !== child))
      if (child.connected) child.disconnect()
    }, idleSeconds * 1_000)
    timer.unref()
    idle.push({ child, timer })
  }

  const runOne = async (input: Input): Promise<Output> => {
    const child = await claimChild()
    const message = await askChild(child, input, seconds)
    keepChild(child)
    if ('failure' in message) throw new Error(message.failure)
    return (message as { output: Output }).output
  }

  return async (input) => {
    if (underWay >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay++
    try {
      return await runOne(input)
    } finally {
      // The next piece of work takes over the slot directly, so that no other work can take it in between.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}

const startChild = (file: string): Promise<ChildProcess> => {
  const child = fork(file, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // The child has its own process group, so that Ctrl-C does not reach it. Otherwise valid pictures would seem to be broken.
    detached: true,
    execArgv: [],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${file} ended before it was ready (${signal ?? code})`)))
    child.once('message', () => {
      child.removeAllListeners()
      resolve(child)
    })
  })
}

const askChild = (child: ChildProcess, input: unknown, seconds: number): Promise<WorkMessage> =>
  new Promise((resolve, reject) => {
    const end = (why: string) => {
      clearTimeout(timer)
      child.removeAllListeners()
      // Later errors of the process are ignored, because its work has been given up.
      child.on('error', () => {})
      child.kill('SIGKILL')
      reject(new WorkEndedError(why))
    }
    const timer = setTimeout(() => end(`took longer than ${seconds} s`), seconds * 1_000)
    child.once('exit', (code, signal) => end(`ended its process (${signal ?? code})`))
    child.on('error', (error) => end(error.message))
    child.once('message', (message: WorkMessage) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(message)
    })
    child.send(input as object, (error) => error && end(error.message))
  })

/** A child process keeps the program running only while it works. */
const hold = (child: ChildProcess): void => {
  child.ref()
  child.channel?.ref()
}
const release = (child: ChildProcess): void => {
  child.unref()
  child.channel?.unref()
}
