import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from './errors.ts'
import { isAlive } from './folder-lock.ts'
import { isPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts'

type Options = {
  cluster: string
  postmaster: Postmaster
  /** Restarts PostgreSQL on the cluster, at its old port if that is free. */
  start: (port: number) => Promise<Postmaster>
  /** PostgreSQL has ended and will be restarted. */
  onLost: () => void
  onStarted: (postmaster: Postmaster) => void
  log: (line: string) => void
}

export type Supervisor = {
  /** Stops PostgreSQL permanently, also during a restart. */
  stop: () => Promise<void>
}

/**
 * How often (ms) to check that PostgreSQL is running. If an earlier process started it, this process is not its parent and gets no notice
 * when it ends.
 */
const LOOK_MS = 250
/** The first and the longest wait before the next try. The wait doubles, because the cause (such as a full disk) may last for hours. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [500, 30_000]

/** Restarts PostgreSQL whenever it ends by itself. The caller holds the folder's lock. */
export const supervise = ({ cluster, postmaster, start, onLost, onStarted, log }: Options): Supervisor => {
  let current = postmaster
  const stopping = new AbortController()
  const starts: { current: Promise<void> | null } = { current: null }

  /** Returns how long to wait before the next try; null if this was the last one. */
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
      // A restart in progress may still start a new process.
      while (starts.current) {
        await Promise.race([starts.current, sleep(50)])
        await stopPostmaster(cluster)
      }
    },
  }
}

/**
 * On Linux this also checks that the process is PostgreSQL. Elsewhere that would start a program, which is too slow for a
 * frequent check.
 */
const isThere = (pid: number, cluster: string): boolean =>
  process.platform === 'linux' ? isPostmaster(pid, cluster) : isAlive(pid)
