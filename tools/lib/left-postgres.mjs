import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.mjs'
import { root } from './project.mjs'

/** The data folder that a command run at the root uses. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || 'data')

/** What a stop tries, and how long (ms) it waits each time. */
const STEPS = [
  ['SIGINT', 1_500],
  ['SIGQUIT', 300],
]

/**
 * Stops the embedded PostgreSQL when the process that held the data folder ended without doing so, as one does that was
 * killed. Loses nothing: what was committed is on the disk. Where this is not run either, the next start deals with it.
 */
export const stopLeftPostgres = async () => {
  try {
    const folder = dataFolder()
    const holder = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8'))
    if (isAlive(holder.pid)) return
    const cluster = realpathSync(holder.cluster ?? join(folder, 'postgres', 'data'))
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    for (const [signal, ms] of STEPS) {
      const until = Date.now() + ms
      if (worksOn(pid, cluster)) process.kill(pid, signal)
      while (worksOn(pid, cluster) && Date.now() < until) await sleep(20)
    }
  } catch {
    // No such files: nothing was started, or it has ended.
  }
}

// Elsewhere than on Linux there is no telling whose process that is, and it is left to the next start.
const worksOn = (pid, cluster) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}
