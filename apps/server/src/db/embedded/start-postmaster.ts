import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { DatabaseStartError, lastLines } from './errors.ts'
import type { DatabaseHome } from './home.ts'
import { readPostmaster, type Postmaster } from './postmaster.ts'
import { asUser, type RunAs } from './users.ts'

type Start = {
  home: Pick<DatabaseHome, 'folder' | 'cluster'>
  binaries: Binaries
  runAs: RunAs | null
  settings: Readonly<Record<string, string>>
  /** The preferred port, so that clients with the old address keep working. If it is taken, another one is used. */
  port?: number | undefined
  log: (line: string) => void
}

/**
 * The most tries, with a short pause between them: another program may have taken the port, or a child of the old process may be about to
 * end.
 */
const TRIES = 20
/** Recovery after a crash may take long. This limit is for a start that hangs. */
const LONGEST_START_MS = 10 * 60_000
const LOG_LIMIT_BYTES = 5_000_000

/**
 * Starts PostgreSQL on a cluster and waits until it accepts connections. It gets its own session, so that Ctrl-C in the terminal does not
 * stop it before the server, which needs it for an orderly stop. pg_ctl is not used: it polls only every 100 ms, passes paths through a
 * shell, and leaves a process that only init can reap.
 */
export const startPostmaster = async (start: Start): Promise<Postmaster> => {
  for (let left = TRIES; ; left--) {
    const attempt = await tryStart(start, await freePort(left > TRIES / 2 ? start.port : 0))
    if ('postmaster' in attempt) return attempt.postmaster
    const passing = /could not bind|could not create any TCP|pre-existing shared memory|still in use/.test(attempt.output)
    if (!passing || left === 0) throw new DatabaseStartError(`PostgreSQL did not start: ${lastLines(attempt.output)}`)
    await sleep(200)
  }
}

const tryStart = async (
  { home, binaries, runAs, settings, log }: Start,
  port: number,
): Promise<{ postmaster: Postmaster } | { output: string }> => {
  const file = openLog(home.folder, runAs)
  const offset = fstatSync(file).size
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', home.cluster, '-p', String(port), ...options], {
    ...asUser(runAs),
    cwd: binaries.root,
    detached: true,
    stdio: ['ignore', file, file],
    windowsHide: true,
  })
  closeSync(file)
  const ended = endOf(child)
  const slow = setInterval(() => log('PostgreSQL is still starting: it recovers from a crash'), 10_000)
  const until = Date.now() + LONGEST_START_MS
  try {
    for (;;) {
      const why = await Promise.race([ended, sleep(10, null)])
      if (why !== null) return { output: readFileSync(logFile(home.folder)).subarray(offset).toString().trim() || why }
      const postmaster = readPostmaster(home.cluster)
      if (postmaster?.pid === child.pid && postmaster?.status === 'ready') {
        child.unref()
        return { postmaster }
      }
      if (Date.now() > until) child.kill('SIGQUIT')
    }
  } finally {
    clearInterval(slow)
  }
}

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`it ended with ${code ?? signal}`))
  })

export const logFile = (folder: string) => join(folder, 'log')

const openLog = (folder: string, runAs: RunAs | null): number => {
  const path = logFile(folder)
  if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.old`)
  const file = openSync(path, 'a', 0o600)
  if (runAs) chownSync(path, runAs.uid, runAs.gid)
  return file
}

/** The wanted port if it is free, else another free one. */
const freePort = (wanted = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
