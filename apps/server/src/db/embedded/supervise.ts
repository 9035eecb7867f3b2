import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from './errors.ts'
import { isAlive } from './folder-lock.ts'
import { isPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts'

type Options = {
  cluster: string
  postmaster: Postmaster
  /** Starts PostgreSQL on the cluster again, on the port that it had if that is free. */
  start: (port: number) => Promise<Postmaster>
  /** PostgreSQL is away, and is about to be started again. */
  onLost: () => void
  onStarted: (postmaster: Postmaster) => void
  log: (line: string) => void
}

export type Supervisor = {
  /** Stops PostgreSQL for good, in the middle of a start too. */
  stop: () => Promise<void>
}

/** How often we check that PostgreSQL still runs. If an earlier process started it, nothing notifies us when it ends. */
const LOOK_MS = 250
/** The wait before the next try. It doubles each time, since the cause, a full disk for example, may last for hours. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [500, 30_000]

/** Starts PostgreSQL again whenever it ends by itself. The caller holds the folder's lock. */
export const supervise = ({ cluster, postmaster, start, onLost, onStarted, log }: Options): Supervisor => {
  let current = postmaster
  const stopping = new AbortController()
  const starts: { current: Promise<void> | null } = { current: null }

  /** Answers how long to wait before the next try; null after the last. */
  const tryToStart = async (wait: number): Promise<number | null> => {
    if (stopping.signal.aborted) return null
    try {
      const started = await start(current.port)
      if (stopping.signal.aborted) return null
      current = started
      onStarted(current)
      log(`PostgreSQL is back (process ${current.pid})`)
      return null
    } catch (error) {
      if (stopping.signal.aborted) return null
      log(`PostgreSQL cannot be started, trying again in ${wait / 1_000} s: ${errorText(error)}`)
      return Math.min(2 * wait, LONGEST_WAIT_MS)
    }
  }

  const startAgain = async () => {
    log(`PostgreSQL (process ${current.pid}) has ended: starting it again`)
    onLost()
    let wait = FIRST_WAIT_MS
    for (let next = await tryToStart(wait); next !== null; next = await tryToStart(wait)) {
      // A stop ends the wait.
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
      wait = next
    }
  }

  const look = setInterval(() => {
    if (starts.current || isThere(current.pid, cluster)) return
    starts.current = startAgain().finally(() => {
      starts.current = null
    })
  }, LOOK_MS)
  look.unref()

  return {
    stop: async () => {
      stopping.abort()
      clearInterval(look)
      await stopPostmaster(cluster)
      // A start that is in progress may still bring up a new one.
      while (starts.current) {
        await Promise.race([starts.current, sleep(50)])
        await stopPostmaster(cluster)
      }
    },
  }
}

/** On Linux, checks whose process it is too. Elsewhere that means starting a program, which is too slow for a check this frequent. */
const isThere = (pid: number, cluster: string): boolean =>
  process.platform === 'linux' ? isPostmaster(pid, cluster) : isAlive(pid)
