import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedBinaries, majorOf, type Binaries } from './binaries.ts'
import { askPostgres, ensureDatabase } from './connect.ts'
import { DatabaseStartError, errorText } from './errors.ts'
import { findHome, makeHome, type DatabaseHome } from './home.ts'
import { initCluster } from './init-cluster.ts'
import { openPlace } from './open-place.ts'
import { disarmPidFile, hasEnded, isPostmaster, readPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts'
import { reachBinaries } from './reach-binaries.ts'
import { ADMIN_USER, serverSettings } from './settings.ts'
import { startPostmaster } from './start-postmaster.ts'
import { chooseUser, isRoot, ownershipProblem } from './users.ts'

type Log = (line: string) => void

/** A PostgreSQL that accepts connections, and its location. */
export type RunningCluster = { home: DatabaseHome; postmaster: Postmaster; version: string }

/**
 * Starts the database of a data folder, at the given port if it is free, and creates it if there is none. The caller holds the
 * folder's lock. Throws DatabaseStartError.
 */
export const runCluster = async (dataDir: string, log: Log, port?: number): Promise<RunningCluster> => {
  const installed = installedBinaries()
  const known = findHome(dataDir)
  const runAs = chooseUser(known?.folder ?? dataDir)
  if (isRoot() && runAs === null) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root, and this machine has no user postgres or nobody: start as another user.',
    )
  }
  const home = known ?? (await makeHome(dataDir, runAs, log))
  const problem = ownershipProblem(home.folder) ?? ownershipProblem(home.cluster)
  if (problem) throw new DatabaseStartError(problem)
  const binaries = reachBinaries(installed, runAs, () => openPlace(dataDir, runAs), log)
  if (existsSync(home.cluster)) checkVersion(home.cluster, binaries)
  else await initCluster(home, binaries, runAs, { name: ADMIN_USER, password: home.passwords.adminPassword })
  const left = await findLeftover(home, binaries, log)
  const postmaster = left ?? (await startPostmaster({ home, binaries, runAs, settings: serverSettings(), port, log }))
  await ensureDatabase(postmaster.port, home.passwords)
  return { home, postmaster, version: shortVersion(binaries) }
}

/** `18.4` for the package version `18.4.0-beta.17`, as PostgreSQL reports it. */
const shortVersion = ({ version }: Binaries): string => version.split('.').slice(0, 2).join('.')

const checkVersion = (cluster: string, binaries: Binaries) => {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = majorOf(binaries.version)
  if (made !== ours) {
    throw new DatabaseStartError(
      `${cluster} was made by PostgreSQL ${made} and cannot be opened by this version's PostgreSQL ${ours}: export with the version that made it, and import into a new data folder.`,
    )
  }
}

/**
 * Finds the PostgreSQL that a killed server left running. If it has the same version and program files as a new start would use, it is not
 * restarted, so that an import that uses it is not interrupted. Null if none is running.
 */
const findLeftover = async (home: DatabaseHome, binaries: Binaries, log: Log): Promise<Postmaster | null> => {
  let logged = ''
  for (;;) {
    const found = await readSettled(home.cluster)
    if (!found) return null
    if (!isPostmaster(found.pid, home.cluster)) {
      disarmPidFile(home.cluster)
      return null
    }
    const doing =
      found.status === 'stopping' ? 'waiting for it to end' : found.status === 'ready' ? '' : 'waiting for it to start'
    if (doing && doing !== logged) log(`found the PostgreSQL that an earlier start left (process ${found.pid}), ${doing}`)
    logged = doing
    if (found.status === 'ready') return (await isUsable(found, home, binaries, log)) ? found : null
    if (found.status === 'stopping' && !(await hasEnded(found.pid, home.cluster, 5_000))) await stopPostmaster(home.cluster)
    await sleep(20)
  }
}

const isUsable = async (found: Postmaster, home: DatabaseHome, binaries: Binaries, log: Log): Promise<boolean> => {
  const what = `the PostgreSQL that an earlier start left (process ${found.pid})`
  try {
    const { version, cluster } = await askPostgres(found.port, home.passwords)
    if (version !== shortVersion(binaries)) throw new Error(`it is version ${version}`)
    if (realpathSync(cluster) !== realpathSync(home.cluster)) throw new Error(`it works on ${cluster}`)
    if (!runsFrom(found.pid, binaries)) throw new Error('its program has been replaced')
    log(`found ${what}: using it, nothing is lost`)
    return true
  } catch (error) {
    log(`found ${what}: restarting it, as ${errorText(error)}`)
    await stopPostmaster(home.cluster)
    return false
  }
}

// After npm has replaced the programs, the old process could not load its extensions. Only Linux can tell, so on other systems only the
// version is checked.
const runsFrom = (pid: number, binaries: Binaries): boolean =>
  process.platform !== 'linux' || readlinkSync(`/proc/${pid}/exe`) === realpathSync(binaries.postgres)

/** Reads postmaster.pid. Retries for a moment while the file is incomplete. */
const readSettled = async (cluster: string): Promise<Postmaster | null> => {
  for (let left = 25; ; left--) {
    const found = readPostmaster(cluster)
    if (!found || (found.pid > 0 && found.port > 0) || left === 0) return found
    await sleep(20)
  }
}
