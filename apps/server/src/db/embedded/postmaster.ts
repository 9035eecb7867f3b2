import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from './errors.ts'
import { isAlive } from './folder-lock.ts'

/** The main process of a PostgreSQL, as its postmaster.pid tells of it. */
export type Postmaster = { pid: number; port: number; status: string }

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

// PostgreSQL's miscadmin.h says what stands on which line.
const [PID_LINE, PORT_LINE, STATUS_LINE] = [0, 3, 7]

const readLines = (cluster: string): string[] | null => {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return null
  }
}

/** What postmaster.pid says, whether or not that process is still there. Null without the file; pid 0 when it is broken. */
export const readPostmaster = (cluster: string): Postmaster | null => {
  const lines = readLines(cluster)
  if (!lines) return null
  const number = (line: number) => Number.parseInt(lines[line] ?? '', 10) || 0
  return { pid: number(PID_LINE), port: number(PORT_LINE), status: (lines[STATUS_LINE] ?? '').trim() }
}

/** Whether the process of that id is PostgreSQL's on this cluster, and not one that got its id later. */
export const isPostmaster = (pid: number, cluster: string): boolean => {
  if (pid <= 0 || !isAlive(pid)) return false
  if (process.platform !== 'linux') return /postgres/.test(commandOf(pid))
  try {
    if (/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false
    // It works in its cluster, and nothing else does.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return commandOf(pid) === 'postgres'
  }
}

const commandOf = (pid: number): string => {
  if (process.platform === 'win32') return spawnSync('tasklist', ['/fi', `PID eq ${pid}`], { encoding: 'utf8' }).stdout
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/**
 * Makes a postmaster.pid harmless whose process is gone: PostgreSQL would not start when a process of the same user has
 * that id by now. The file stays, with our own id in it, which PostgreSQL does not mind in its parent: its other lines
 * are how it finds out that children of the old one still work on the cluster.
 */
export const disarmPidFile = (cluster: string): void => {
  const lines = readLines(cluster)
  if (!lines) return
  if (lines.length <= PORT_LINE) return rmSync(pidFile(cluster), { force: true })
  lines[PID_LINE] = String(process.pid)
  writeFileSync(pidFile(cluster), lines.join('\n'))
}

type Signal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** What a stop tries, and how long (ms) it waits each time: PostgreSQL's fast shutdown, its immediate one, the end. */
const STEPS: readonly (readonly [Signal, number])[] = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 500],
]

/**
 * Sends a signal, and is content when there is nobody to take it. Windows has no signals: there all of them end the
 * process at once, and PostgreSQL recovers at its next start.
 */
export const signalPostmaster = (pid: number, signal: Signal): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** Stops the PostgreSQL of a cluster, if there is one, and waits for its end: 4.5 s at most. */
export const stopPostmaster = async (cluster: string): Promise<void> => {
  const found = readPostmaster(cluster)
  if (!found || !isPostmaster(found.pid, cluster)) return
  for (const [signal, ms] of STEPS) {
    signalPostmaster(found.pid, signal)
    if (await hasEnded(found.pid, cluster, ms)) return
  }
  throw new DatabaseStartError(`PostgreSQL on ${cluster} (process ${found.pid}) does not end.`)
}

/** Waits until that process is gone, and answers whether it is. */
export const hasEnded = async (pid: number, cluster: string, ms: number): Promise<boolean> => {
  const until = Date.now() + ms
  while (isPostmaster(pid, cluster)) {
    if (Date.now() > until) return false
    await sleep(15)
  }
  return true
}
