import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedBinaries } from './binaries.ts'
import { connectionString, withClient } from './connect.ts'
import { DatabaseStartError } from './errors.ts'
import { isAlive } from './folder-lock.ts'
import { initCluster } from './init-cluster.ts'
import { isPostmaster, readPostmaster, signalPostmaster, stopPostmaster } from './postmaster.ts'
import { reachBinaries } from './reach-binaries.ts'
import { DATABASE_USER, serverSettings, TEST_SETTINGS } from './settings.ts'
import { logFile, startPostmaster } from './start-postmaster.ts'
import { chooseUser, mayUse } from './users.ts'

export type TestPostgres = {
  /** The connection string of a database, for a superuser. */
  connectionString(database: string): string
  /** Creates a database, as a copy of `template` if given. The template must have no connections meanwhile. */
  createDatabase(name: string, options?: { template?: string }): Promise<void>
  /** What the server has logged about its own faults: processes that crashed or were killed, or could not be started. */
  faults(): string[]
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

const FAULT = /PANIC|could not fork|out of memory|too many clients|was terminated by signal|exited with exit code|stack trace/
const PREFIX = 'marketplace-test-postgres-'

/**
 * Starts a PostgreSQL for one test run in a temporary folder, with durability switched off for speed. It ends with this process. If this
 * process is killed, the next call deletes the remains.
 */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  await clearLeft()
  const root = makeTemporaryFolder()
  const home = { folder: join(root, 'postgres'), cluster: join(root, 'postgres', 'data') }
  const runAs = chooseUser(home.folder)
  mkdirSync(home.folder, { mode: 0o700 })
  if (runAs) chownSync(home.folder, runAs.uid, runAs.gid)
  const end = () => {
    const postmaster = readPostmaster(home.cluster)
    if (postmaster && isPostmaster(postmaster.pid, home.cluster)) signalPostmaster(postmaster.pid, 'SIGQUIT')
  }
  process.on('exit', end)
  const binaries = reachBinaries(
    installedBinaries(),
    runAs,
    () => root,
    () => {},
  )
  const password = randomBytes(12).toString('hex')
  await initCluster(home, binaries, runAs, { name: DATABASE_USER, password }, ['--no-sync'])
  const settings = { ...serverSettings(), ...TEST_SETTINGS }
  const { port } = await startPostmaster({ home, binaries, runAs, settings, log: () => {} })
  const address = (database: string) => connectionString(port, password, database)
  return {
    connectionString: address,
    createDatabase: (name, { template } = {}) =>
      withClient(address('postgres'), async (client) => {
        const copied = template === undefined ? '' : `template ${client.escapeIdentifier(template)}`
        await client.query(`create database ${client.escapeIdentifier(name)} ${copied}`)
      }),
    faults: () =>
      readFileSync(logFile(home.folder), 'utf8')
        .split('\n')
        .filter((line) => FAULT.test(line)),
    stop: async () => {
      await stopPostmaster(home.cluster)
      process.off('exit', end)
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Creates a temporary folder that has this process's id in its name and that PostgreSQL's user can enter. */
const makeTemporaryFolder = (): string => {
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
    chmodSync(folder, 0o755)
    const runAs = chooseUser(folder)
    if (runAs === null) return folder
    const trial = join(folder, 'trial')
    mkdirSync(trial)
    chownSync(trial, runAs.uid, runAs.gid)
    const usable = mayUse(runAs, trial)
    rmSync(usable ? trial : folder, { recursive: true })
    if (usable) return folder
  }
  throw new DatabaseStartError('PostgreSQL cannot enter the folder for temporary files.')
}

const clearLeft = async () => {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? process.pid)
    if (isAlive(pid)) continue
    const root = join(tmpdir(), name)
    await stopPostmaster(join(root, 'postgres', 'data')).catch(() => {})
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
