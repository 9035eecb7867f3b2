import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUseError } from './errors.ts'
import { readHolder, tryLock, type FolderLock, type Holder, type FolderRole } from './folder-lock.ts'

/** How long to wait for the current holder of the folder, in milliseconds. */
export type Waits = { serverForServer: number; serverForTool: number; toolForReadiness: number; toolForTool: number }
export const WAITS: Waits = { serverForServer: 1_500, serverForTool: 30_000, toolForReadiness: 60_000, toolForTool: 60_000 }

/** `own`: this process holds the folder. `beside` (tools only): a server holds the folder, and the tool uses that server's PostgreSQL. */
export type Claim = { kind: 'own'; lock: FolderLock } | { kind: 'beside'; holder: Holder & { port: number } }

/**
 * Claims the data folder. If another server holds it, a server waits briefly, because the other one may be stopping, and then fails. If a
 * tool holds it, a server waits, because tools finish soon. A tool uses the PostgreSQL of a running server; it waits for another tool,
 * because that one stops its PostgreSQL at its end. Throws DataFolderInUseError if the wait was too long.
 */
export const claimFolder = async (
  dataDir: string,
  role: FolderRole,
  log: (line: string) => void,
  waits: Waits,
): Promise<Claim> => {
  const begun = Date.now()
  let logged = false
  for (;;) {
    const lock = tryLock(dataDir, role)
    if (lock) return { kind: 'own', lock }
    const holder = readHolder(dataDir)
    if (role === 'tool' && holder?.role === 'server' && holder.state === 'ready' && holder.port !== null) {
      return { kind: 'beside', holder: { ...holder, port: holder.port } }
    }
    const waited = Date.now() - begun
    if (waited >= longest(role, holder, waits)) throw new DataFolderInUseError(inUse(dataDir, holder))
    if (!logged && holder && waited > QUIET_MS) {
      log(`${dataDir} is in use by ${nameOf(holder)}: waiting for it to ${isWaitForReady(role, holder) ? 'be ready' : 'end'}`)
      logged = true
    }
    await sleep(50)
  }
}

const isWaitForReady = (role: FolderRole, holder: Holder) =>
  role === 'tool' && holder.role === 'server' && holder.state === 'starting'

/** Shorter waits are not logged. */
const QUIET_MS = 300

/** A holder without a readable note has claimed the folder only just now. */
const UNKNOWN_HOLDER_MS = 1_000

const longest = (role: FolderRole, holder: Holder | null, waits: Waits): number => {
  if (!holder) return UNKNOWN_HOLDER_MS
  if (role === 'tool') return holder.role === 'tool' ? waits.toolForTool : waits.toolForReadiness
  return holder.role === 'tool' || holder.state === 'stopping' ? waits.serverForTool : waits.serverForServer
}

const nameOf = (holder: Holder): string =>
  `${holder.role === 'server' ? 'a server' : 'an import or export'} (process ${holder.pid})`

const inUse = (dataDir: string, holder: Holder | null): string =>
  `The data folder ${dataDir} is in use by ${holder ? nameOf(holder) : 'another process'}: stop that one first, or set DATA_DIR to another folder.`
