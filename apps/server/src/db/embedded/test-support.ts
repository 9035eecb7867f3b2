import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'
import { withClient } from './connect.ts'
import type { FolderRole } from './folder-lock.ts'
import { openEmbedded } from './open-embedded.ts'
import { hasEnded, readPostmaster, stopPostmaster } from './postmaster.ts'

const folders: string[] = []
const children: ChildProcess[] = []

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-test-data-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Creates an empty data folder. After the test it is deleted, and all processes on it are ended. */
export const newDataDir = (): string => {
  const folder = newFolder()
  folders.push(folder)
  return folder
}

let template: Promise<string> | undefined

/** A data folder with a database. It is a copy of one that is created once for each test file, because copying is faster. */
export const madeDataDir = async (): Promise<string> => {
  template ??= (async () => {
    const dataDir = newFolder()
    const postgres = await openEmbedded({ dataDir, role: 'server', log: () => {} })
    await postgres.close()
    return dataDir
  })()
  const folder = newDataDir()
  // Node's own copy function does not preserve the owner, and PostgreSQL refuses other owners.
  const { status } = spawnSync('cp', ['-a', `${await template}/.`, folder])
  if (status !== 0) throw new Error('The data folder could not be copied')
  return folder
}

/**
 * Deletes the folders and ends the processes after each test of a file. Call it at the top of a test file: modules are shared between test
 * files, so a hook in this module would run for the first file only.
 */
export const clearDataFolders = (): void => {
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const folder of folders.splice(0)) {
      await stopPostmaster(clusterOf(folder)).catch(() => {})
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
  afterAll(async () => {
    const made = template
    template = undefined
    if (made) rmSync(await made, { recursive: true, force: true })
  })
}

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres', 'data')

/** The process ids of PostgreSQL servers on a data folder, without their children. */
export const postmastersOn = (dataDir: string): number[] => {
  if (process.platform !== 'linux') {
    const found = readPostmaster(clusterOf(dataDir))
    return found ? [found.pid] : []
  }
  const workingIn = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && linkOf(`/proc/${pid}/cwd`) === clusterOf(dataDir))
  const parents = new Set(workingIn)
  return workingIn.filter((pid) => !parents.has(parentOf(pid))).map(Number)
}

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

const parentOf = (pid: string): string => {
  try {
    return /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

export type TestChild = {
  pid: number
  lines: string[]
  /** Waits for a line that starts with this text. Returns the rest of it. */
  line(start: string): Promise<string>
  kill(signal: NodeJS.Signals): Promise<void>
  send(text: string): void
  close(): Promise<void>
}

/** Starts a process that opens the data folder. */
export const startChild = (dataDir: string, role: FolderRole = 'server', wait = 0): TestChild => {
  const script = fileURLToPath(new URL('./test-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, role, String(wait)], { stdio: ['pipe', 'pipe', 'ignore'] })
  children.push(child)
  const lines: string[] = []
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const wake of waiting) wake()
    waiting.clear()
  })
  child.stdin.on('error', () => {})
  return {
    pid: child.pid ?? 0,
    lines,
    line: async (start) => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start))
        if (found) return found.slice(start.length).trim()
        const more = await Promise.race([
          ended.then(() => false),
          new Promise<boolean>((resolve) => waiting.add(() => resolve(true))),
        ])
        if (!more && !lines.some((line) => line.startsWith(start))) throw new Error(`It said: ${lines.join(' / ')}`)
      }
    },
    kill: async (signal) => {
      child.kill(signal)
      await ended
    },
    send: (text) => child.stdin.write(text),
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** Runs one statement and returns its first row. */
export const query = (address: string, sql: string): Promise<Record<string, unknown> | undefined> =>
  withClient(address, async (client) => (await client.query<Record<string, unknown>>(sql)).rows[0])

/** The process id of the server on a data folder. Throws unless exactly one runs. */
export const postmasterOf = (dataDir: string): number => {
  const [pid, ...more] = postmastersOn(dataDir)
  if (!pid || more.length > 0) throw new Error(`There are ${pid ? more.length + 1 : 0} PostgreSQL servers on ${dataDir}`)
  return pid
}

export const postmasterEnds = (pid: number, dataDir: string) => hasEnded(pid, clusterOf(dataDir), 5_000)
