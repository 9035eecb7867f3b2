import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { binariesAt, type Binaries } from './binaries.ts'
import { DatabaseStartError, lastLines } from './errors.ts'
import { runSync, type RunAs } from './users.ts'

/**
 * PostgreSQL's programs where its user can run them: those that npm installed, or else a copy in the place that
 * `openPlace` gives. Throws DatabaseStartError when they do not run on this machine at all.
 */
export const reachBinaries = (
  installed: Binaries,
  runAs: RunAs | null,
  openPlace: () => string,
  log: (line: string) => void,
): Binaries => {
  // Our own user's are tried by using them, which saves this on every start.
  if (runAs === null || runs(installed, runAs)) return installed
  const own = runSync(null, installed.postgres, ['--version'])
  if (own.status !== 0) {
    throw new DatabaseStartError(`PostgreSQL does not run on this machine: ${lastLines(own.error?.message ?? own.stderr)}`)
  }
  const root = join(openPlace(), `postgresql-${installed.version}`)
  const copy = binariesAt(root, installed.version)
  if (!existsSync(root)) {
    log(`${runAs.name} cannot reach ${installed.root}, so PostgreSQL's programs are copied to ${root}`)
    rmSync(`${root}.new`, { recursive: true, force: true })
    copyForAll(installed.root, `${root}.new`)
    renameSync(`${root}.new`, root)
  }
  if (!runs(copy, runAs)) throw new DatabaseStartError(`${runAs.name} cannot run ${copy.postgres}.`)
  return copy
}

const runs = (binaries: Binaries, runAs: RunAs): boolean => runSync(runAs, binaries.postgres, ['--version']).status === 0

// Modes are set one by one, as npm's files may be for root only and a umask would keep the copy so.
const copyForAll = (from: string, to: string): void => {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyForAll(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target)
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
