import { fork, type ChildProcess } from 'node:child_process'

/** A piece of work that was ended: it took too long or too much memory, or ended its process. */
export class WorkEndedError extends Error {}

export type BoundedWork<Input, Output> = (input: Input) => Promise<Output>

type Options = {
  /** The program of the child processes, which calls answerWork. */
  file: string
  /** How many pieces of work may be under way. Others wait for their turn. */
  atOnce: number
  /** How long one piece of work may take. */
  seconds: number
  /** For how long a child process without work is kept. */
  idleSeconds?: number
}

/** What a child process says: that it can begin, what came of its work, or why its work failed. */
export type WorkMessage = { ready: true } | { output: unknown } | { failure: string }

/**
 * Work on what a stranger sent, in child processes: neither a library's loop nor its memory can be taken back in any other way. A piece of work
 * that passes its limit loses its process and rejects with WorkEndedError; the work of others is not touched. An error of the work itself
 * rejects with its message.
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
      // The turn is handed over, so that nobody can take it in between.
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
    // In a process group of its own, which Ctrl-C does not reach: a picture would seem broken that is not.
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
      // Whatever it may still report: nobody waits for it.
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

/** A child process with work holds the program open; one without does not. */
const hold = (child: ChildProcess): void => {
  child.ref()
  child.channel?.ref()
}
const release = (child: ChildProcess): void => {
  child.unref()
  child.channel?.unref()
}
