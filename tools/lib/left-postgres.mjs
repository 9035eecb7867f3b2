import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.mjs'
import { root } from './project.mjs'

/** The data folder of a command that runs at the root. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || 'data')

/** The signals of a stop, with the time to wait after each, in milliseconds. */
const STEPS = [
  ['SIGINT', 1_500],
  ['SIGQUIT', 300],
]

/**
 * Stops the embedded PostgreSQL of a server that was killed. Nothing is lost, because committed data is on the disk. If this is
 * not run either, the next start handles it.
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
    // There are no such files: nothing was started, or it has ended.
  }
}

// Only Linux shows a process's working directory. Elsewhere the next start handles it.
const worksOn = (pid, cluster) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}
