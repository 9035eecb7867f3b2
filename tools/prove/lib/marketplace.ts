// A marketplace for an attack: the server as `npm start` runs it, without the demo, on a temporary data folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionString, withClient } from '../../../apps/server/src/db/embedded/connect.ts'
import { readHolder } from '../../../apps/server/src/db/embedded/folder-lock.ts'
import { findHome } from '../../../apps/server/src/db/embedded/home.ts'
import { readPostmaster, stopPostmaster } from '../../../apps/server/src/db/embedded/postmaster.ts'
import { mountDisk } from './small-disk.ts'
import { until } from './until.ts'

const SERVER = join(import.meta.dirname, '../../../apps/server/dist/main.js')

/** Below the ports of outgoing connections, which another program could take before the server listens. */
const PORTS = { from: 20_000, to: 32_000 }
const STARTS_WITHIN_MS = 240_000
export const RECOVERS_WITHIN_MS = 60_000

type Work<T> = Parameters<typeof withClient<T>>[1]

export type Marketplace = {
  ports: { storefront: number; accounts: number }
  dataDir: string
  /** Its environment, for commands on the same data folder. */
  env: NodeJS.ProcessEnv
  pid: () => number
  /** How the server ended; null while it runs. */
  ended: () => string | null
  output: () => string
  /** The process id of its PostgreSQL. */
  postmaster: () => number
  /** The process ids of its PostgreSQL and all children. */
  databaseProcesses: () => number[]
  /** Runs something on a separate connection to its database. */
  inDatabase: <T>(work: Work<T>) => Promise<T>
  /** Waits until its PostgreSQL accepts connections as another process than `before`. */
  databaseAnswers: (before?: number) => Promise<void>
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Starts it again after a kill. */
  start: () => Promise<void>
  /** Ends all processes and deletes all files. */
  close: () => Promise<void>
}

type Opened = {
  /** Whether the server listens on every address of IPv4 and IPv6; otherwise it listens on 127.0.0.1 only. */
  everywhere?: boolean
  /** Whether the demo is loaded; otherwise the database is empty. */
  demo?: boolean
  /** The mail server; null for none, so that mail stays in the outbox. */
  smtpUrl?: string | null
  /** The size of the data folder in megabytes, which is then a separate file system; null for no limit. */
  megabytes?: number | null
}

export const openMarketplace = async ({
  everywhere = false,
  demo = false,
  smtpUrl = null,
  megabytes = null,
}: Opened = {}): Promise<Marketplace> => {
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-attacked-'))
  // For root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const disk = megabytes === null ? null : mountDisk(dataDir, megabytes)
  const ports = { storefront: await freePort(), accounts: await freePort() }
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(ports.storefront),
    ACCOUNTS_PORT: String(ports.accounts),
    PAYMENTS_PORT: '0',
    HOST: everywhere ? '' : '127.0.0.1',
    DEMO: String(demo),
    LOG_LEVEL: 'warn',
    ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
  }
  let child: ChildProcess
  let ended: string | null = null
  let output = ''
  const start = async () => {
    ended = null
    output = ''
    const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child = server
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += String(text)))
    server.once('exit', (code, signal) => (ended = String(code ?? signal)))
    await until('the server to be ready', STARTS_WITHIN_MS, () => {
      if (ended !== null) throw new Error(`the server ended with ${ended}: ${output.slice(-2_000)}`)
      return output.includes('is ready')
    })
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await until('the server to end', 30_000, () => ended !== null)
  }
  const cluster = () => findHome(dataDir)?.cluster ?? ''
  const close = async () => {
    if (ended === null) await kill('SIGTERM').catch(() => kill('SIGKILL'))
    await stopPostmaster(cluster()).catch(() => {})
    disk?.unmount()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await start()
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  const postmaster = () => readPostmaster(cluster())?.pid ?? 0
  const inDatabase: Marketplace['inDatabase'] = async (work) => {
    const home = findHome(dataDir)
    const port = readHolder(dataDir)?.port
    if (!home || !port) throw new Error('there is no database')
    return withClient(connectionString(port, home.passwords.password), work)
  }
  return {
    ports,
    dataDir,
    env,
    pid: () => child.pid ?? 0,
    ended: () => ended,
    output: () => output,
    postmaster,
    databaseProcesses: () => workingIn(cluster()),
    inDatabase,
    databaseAnswers: (before) =>
      until('the database to answer', RECOVERS_WITHIN_MS, () =>
        inDatabase((client) => client.query('select')).then(
          () => postmaster() !== before,
          () => false,
        ),
      ),
    kill,
    start,
    close,
  }
}

/** The working directory of PostgreSQL's processes is their cluster, and no other program runs there. */
const workingIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && linkOf(`/proc/${name}/cwd`) === folder)
    .map(Number)

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port that no program listens on now. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}
