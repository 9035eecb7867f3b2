import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError, errorText } from './errors.ts'
import { ownershipProblem } from './users.ts'

export type FolderRole = 'server' | 'tool'

/**
 * A note about the process that holds a data folder, for processes that wait for the folder. It is valid only while that process is
 * running. tools/lib reads it too, to stop a PostgreSQL that a killed server left running.
 */
export type Holder = {
  pid: number
  role: FolderRole
  state: 'starting' | 'ready' | 'stopping'
  cluster: string | null
  port: number | null
}

export type FolderLock = { note(holder: Omit<Holder, 'pid' | 'role'>): void; release(): void }

const SQLITE_BUSY = 5

const holderFile = (dataDir: string) => join(dataDir, 'holder.json')

/**
 * Locks the data folder for this process. Returns null if another process holds it.
 *
 * The lock is an operating system's file lock on an empty file, taken through node:sqlite because Node has no API for file locks.
 * It ends with its process, however that ends. So there are no stale locks to detect by pid and start time, no race between two
 * processes that take over a stale lock, and it works between containers, whose pids overlap.
 */
export const tryLock = (dataDir: string, role: FolderRole): FolderLock | null => {
  const path = join(dataDir, 'lock')
  const note = (holder: Omit<Holder, 'pid' | 'role'>) => writeHolder(dataDir, { pid: process.pid, role, ...holder })
  let file: DatabaseSync | null = null
  try {
    file = new DatabaseSync(path)
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    note({ state: 'starting', cluster: null, port: null })
  } catch (error) {
    file?.close()
    if (typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw new DatabaseStartError(
      ownershipProblem(path) ?? ownershipProblem(dataDir) ?? `${path} cannot be locked: ${errorText(error)}`,
    )
  }
  const held = file
  let released = false
  return {
    note: (holder) => {
      if (!released) note(holder)
    },
    release: () => {
      if (released) return
      released = true
      rmSync(holderFile(dataDir), { force: true })
      held.close()
    },
  }
}

// Rename the finished file into place, so that readers never see half of it.
const writeHolder = (dataDir: string, holder: Holder) => {
  const path = holderFile(dataDir)
  writeFileSync(`${path}.new`, JSON.stringify(holder))
  renameSync(`${path}.new`, path)
}

/** The process that holds the folder. Null if there is no note, or its process has ended. */
export const readHolder = (dataDir: string): Holder | null => {
  try {
    if (!existsSync(holderFile(dataDir))) return null
    const holder = JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as Holder
    return isAlive(holder.pid) ? holder : null
  } catch {
    return null
  }
}

/** Whether a process with this id exists, whichever user it belongs to. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM'
  }
}
