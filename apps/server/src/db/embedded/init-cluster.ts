import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { DatabaseStartError, lastLines } from './errors.ts'
import type { DatabaseHome } from './home.ts'
import { INITDB_OPTIONS } from './settings.ts'
import { asUser, type RunAs } from './users.ts'

const TEMPORARY = 'init-'

/**
 * Creates an empty cluster. It is created beside its final place and renamed when it is complete, so that an interrupted start leaves no
 * incomplete database. Throws DatabaseStartError with initdb's output.
 */
export const initCluster = async (
  home: Pick<DatabaseHome, 'folder' | 'cluster'>,
  binaries: Binaries,
  runAs: RunAs | null,
  superuser: { name: string; password: string },
  options: readonly string[] = [],
): Promise<void> => {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(TEMPORARY)) rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const temporary = join(home.folder, `${TEMPORARY}${randomUUID()}`)
  const passwordFile = `${temporary}.password`
  writeFileSync(passwordFile, `${superuser.password}\n`, { mode: 0o600 })
  if (runAs) chownSync(passwordFile, runAs.uid, runAs.gid)
  try {
    const own = [`--pgdata=${temporary}`, `--username=${superuser.name}`, `--pwfile=${passwordFile}`]
    const output = await runInitdb(binaries, runAs, [...own, ...INITDB_OPTIONS, ...options])
    if (!existsSync(join(temporary, 'PG_VERSION'))) throw new DatabaseStartError(`initdb made no database: ${output}`)
    renameSync(temporary, home.cluster)
    flushFolder(home.folder)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const runInitdb = (binaries: Binaries, runAs: RunAs | null, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new DatabaseStartError(`PostgreSQL could not make its database: ${why}`))
    let output = ''
    const child = spawn(binaries.initdb, args, {
      ...asUser(runAs),
      cwd: dirname(binaries.root),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => fail(error.message))
    child.on('close', (code, signal) =>
      code === 0 ? resolve(output) : fail(lastLines(output) || `it ended with ${code ?? signal}`),
    )
  })

// A rename survives a power cut only after its folder is flushed to the disk. Windows cannot open folders.
const flushFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
