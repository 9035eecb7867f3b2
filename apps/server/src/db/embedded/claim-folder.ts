import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUseError } from './errors.ts'
import { readHolder, tryLock, type FolderLock, type Holder, type Role } from './folder-lock.ts'

/** How long (ms) to wait for whoever holds the folder. */
export type Waits = { serverForServer: number; serverForTool: number; toolForReadiness: number; toolForTool: number }
export const WAITS: Waits = { serverForServer: 1_500, serverForTool: 30_000, toolForReadiness: 60_000, toolForTool: 60_000 }

/** The folder is ours, or (for a tool) a running server's, whose PostgreSQL can be used. */
export type Claim = { kind: 'own'; lock: FolderLock } | { kind: 'beside'; holder: Holder & { port: number } }

/**
 * Takes the data folder. A server ends when another server holds it (after a moment, in which one that was just told to
 * end can do so), and waits for a tool, which is soon done, or for a server that is on its way out. A tool uses the
 * PostgreSQL of a server, and waits for another tool, since that one stops its PostgreSQL when it is done. Throws
 * DataFolderInUseError when the waiting has been in vain.
 */
export const claimFolder = async (dataDir: string, role: Role, log: (line: string) => void, waits: Waits): Promise<Claim> => {
  const begun = Date.now()
  let said = false
  for (;;) {
    const lock = tryLock(dataDir, role)
    if (lock) return { kind: 'own', lock }
    const holder = readHolder(dataDir)
    if (role === 'tool' && holder?.role === 'server' && holder.state === 'ready' && holder.port !== null) {
      return { kind: 'beside', holder: { ...holder, port: holder.port } }
    }
    const waited = Date.now() - begun
    if (waited >= longest(role, holder, waits)) throw new DataFolderInUseError(inUse(dataDir, holder))
    if (!said && holder && waited > QUIET_MS) {
      log(`${dataDir} is in use by ${nameOf(holder)}: waiting for it to ${isWaitForReady(role, holder) ? 'be ready' : 'end'}`)
      said = true
    }
    await sleep(50)
  }
}

const isWaitForReady = (role: Role, holder: Holder) => role === 'tool' && holder.role === 'server' && holder.state === 'starting'

/** What takes no longer is not worth a line. */
const QUIET_MS = 300

/** A holder whose note cannot be read yet has taken the folder in this very moment. */
const UNKNOWN_HOLDER_MS = 1_000

const longest = (role: Role, holder: Holder | null, waits: Waits): number => {
  if (!holder) return UNKNOWN_HOLDER_MS
  if (role === 'tool') return holder.role === 'tool' ? waits.toolForTool : waits.toolForReadiness
  return holder.role === 'tool' || holder.state === 'stopping' ? waits.serverForTool : waits.serverForServer
}

const nameOf = (holder: Holder): string =>
  `${holder.role === 'server' ? 'a server' : 'an import or export'} (process ${holder.pid})`

const inUse = (dataDir: string, holder: Holder | null): string =>
  `The data folder ${dataDir} is in use by ${holder ? nameOf(holder) : 'another process'}: stop that one first, or set DATA_DIR to another folder.`
