import { mkdirSync, realpathSync } from 'node:fs'
import { claimFolder, WAITS, type Waits } from './claim-folder.ts'
import { connectionString } from './connect.ts'
import { DatabaseStartError, errorText } from './errors.ts'
import type { FolderLock, Holder, FolderRole } from './folder-lock.ts'
import { findHome } from './home.ts'
import type { Postgres } from './postgres.ts'
import { isPostmaster, type Postmaster, readPostmaster, signalPostmaster, stopPostmaster } from './postmaster.ts'
import { runCluster } from './run-cluster.ts'
import { supervise } from './supervise.ts'
import { ownershipProblem } from './users.ts'

type Options = { dataDir: string; role: FolderRole; log: (line: string) => void; waits?: Partial<Waits> }

/** Opens the PostgreSQL of a data folder: starts it, takes over one that is still running, or uses that of the running server. */
export const openEmbedded = async ({ dataDir: given, role, log, waits }: Options): Promise<Postgres> => {
  const dataDir = makeDataDir(given)
  const claim = await claimFolder(dataDir, role, log, { ...WAITS, ...waits })
  if (claim.kind === 'own') {
    const removeExitHandlers = stopWithThisProcess(dataDir, role)
    try {
      return await openOwn(dataDir, claim.lock, log, removeExitHandlers)
    } catch (error) {
      await stopLeftover(dataDir)
      removeExitHandlers()
      claim.lock.release()
      throw error
    }
  }
  const home = findHome(dataDir)
  if (!home)
    throw new DatabaseStartError(`${dataDir} is held by a server (process ${claim.holder.pid}), but contains no database.`)
  return {
    connectionString: connectionString(claim.holder.port, home.passwords.password),
    location: `${home.cluster} (beside the server, process ${claim.holder.pid})`,
    onMoved: () => {},
    close: async () => {},
  }
}

const openOwn = async (
  dataDir: string,
  lock: FolderLock,
  log: Options['log'],
  removeExitHandlers: () => void,
): Promise<Postgres> => {
  const { home, postmaster, version } = await runCluster(dataDir, log)
  const note = (state: Holder['state'], { port }: Postmaster) => {
    try {
      lock.note({ state, cluster: home.cluster, port })
    } catch (error) {
      // This may happen because the disk is full. Without the note only tools fail: they time out.
      log(`cannot write the note about the process that holds ${dataDir}: ${errorText(error)}`)
    }
  }
  const addressOf = ({ port }: Postmaster) => connectionString(port, home.passwords.password)
  const listeners: ((connectionString: string) => void)[] = []
  let current = postmaster
  note('ready', current)
  const supervisor = supervise({
    cluster: home.cluster,
    postmaster,
    start: async (port) => (await runCluster(dataDir, log, port)).postmaster,
    // Makes tools that start now wait.
    onLost: () => note('starting', current),
    onStarted: (started) => {
      const moved = started.port !== current.port
      current = started
      note('ready', current)
      if (moved) for (const listener of listeners) listener(addressOf(current))
    },
    log,
  })
  const close = async () => {
    note('stopping', current)
    try {
      await supervisor.stop()
    } finally {
      removeExitHandlers()
      lock.release()
    }
  }
  let closing: Promise<void> | null = null
  return {
    connectionString: addressOf(postmaster),
    location: `${home.cluster} (PostgreSQL ${version}, 127.0.0.1:${postmaster.port})`,
    onMoved: (listener) => void listeners.push(listener),
    close: () => (closing ??= close()),
  }
}

// The database may have been started before the error. Errors of this stop are ignored, because the operator needs only the first error.
const stopLeftover = async (dataDir: string) => {
  try {
    const home = findHome(dataDir)
    if (home) await stopPostmaster(home.cluster)
  } catch {
    // There was nothing to stop.
  }
}

/**
 * Stops PostgreSQL if this process ends without close(): after an uncaught error, or, for a tool, after Ctrl-C without a handler.
 * It only sends the signal; the next start waits for PostgreSQL's end.
 */
const stopWithThisProcess = (dataDir: string, role: FolderRole): (() => void) => {
  const stop = () => {
    try {
      const home = findHome(dataDir)
      const postmaster = home && readPostmaster(home.cluster)
      if (postmaster && isPostmaster(postmaster.pid, home.cluster)) signalPostmaster(postmaster.pid, 'SIGINT')
    } catch {
      // The process is ending, so the error cannot be handled. It was reported before.
    }
  }
  const onSignal = (signal: NodeJS.Signals, number: number) => {
    if (process.listenerCount(signal) === 1) process.exit(128 + number)
  }
  const signals: readonly NodeJS.Signals[] = role === 'tool' ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : []
  process.on('exit', stop)
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    process.off('exit', stop)
    for (const signal of signals) process.off(signal, onSignal)
  }
}

const makeDataDir = (given: string): string => {
  try {
    mkdirSync(given, { recursive: true })
    const dataDir = realpathSync(given)
    const problem = ownershipProblem(dataDir)
    if (problem) throw new DatabaseStartError(problem)
    return dataDir
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The data folder ${given} cannot be made (${errorText(error)}): set DATA_DIR to a folder that can be written.`,
    )
  }
}
