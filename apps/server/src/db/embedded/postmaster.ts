import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from './errors.ts'
import { isAlive } from './folder-lock.ts'

/** The main process of a PostgreSQL, as described by its postmaster.pid. */
export type Postmaster = { pid: number; port: number; status: string }

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

// The line numbers are those of PostgreSQL's miscadmin.h.
const [PID_LINE, PORT_LINE, STATUS_LINE] = [0, 3, 7]

const readLines = (cluster: string): string[] | null => {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return null
  }
}

/** The content of postmaster.pid, even if its process has ended. Null without the file; pid 0 if the file is malformed. */
export const readPostmaster = (cluster: string): Postmaster | null => {
  const lines = readLines(cluster)
  if (!lines) return null
  const number = (line: number) => Number.parseInt(lines[line] ?? '', 10) || 0
  return { pid: number(PID_LINE), port: number(PORT_LINE), status: (lines[STATUS_LINE] ?? '').trim() }
}

/** Whether the process with this id is PostgreSQL on this cluster, and not another process that got the same id later. */
export const isPostmaster = (pid: number, cluster: string): boolean => {
  if (pid <= 0 || !isAlive(pid)) return false
  if (process.platform !== 'linux') return /postgres/.test(commandOf(pid))
  try {
    if (/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false
    // PostgreSQL's working directory is its cluster, and no other program runs there.
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
 * Neutralizes a postmaster.pid whose process has ended. PostgreSQL refuses to start if another process of the same user now has that id.
 * The file stays, with the id of this process: PostgreSQL accepts its parent's id, and needs the other lines to detect that children of the
 * old process still use the cluster.
 */
export const disarmPidFile = (cluster: string): void => {
  const lines = readLines(cluster)
  if (!lines) return
  if (lines.length <= PORT_LINE) return rmSync(pidFile(cluster), { force: true })
  lines[PID_LINE] = String(process.pid)
  writeFileSync(pidFile(cluster), lines.join('\n'))
}

type Signal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** The signals of a stop, with the time to wait after each, in milliseconds: fast shutdown, immediate shutdown, kill. */
const STEPS: readonly (readonly [Signal, number])[] = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 500],
]

/**
 * Sends a signal. Does nothing if the process has ended. Windows has no signals: there the process ends at once, and PostgreSQL recovers at
 * its next start.
 */
export const signalPostmaster = (pid: number, signal: Signal): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Stops the PostgreSQL of a cluster, if one runs, and waits up to 4.5 s for its end. */
export const stopPostmaster = async (cluster: string): Promise<void> => {
  const found = readPostmaster(cluster)
  if (!found || !isPostmaster(found.pid, cluster)) return
  for (const [signal, ms] of STEPS) {
    signalPostmaster(found.pid, signal)
    if (await hasEnded(found.pid, cluster, ms)) return
  }
  throw new DatabaseStartError(`PostgreSQL on ${cluster} (process ${found.pid}) does not end.`)
}

/** Waits until the process has ended. Returns whether it has. */
export const hasEnded = async (pid: number, cluster: string, ms: number): Promise<boolean> => {
  const until = Date.now() + ms
  while (isPostmaster(pid, cluster)) {
    if (Date.now() > until) return false
    await sleep(15)
  }
  return true
}
