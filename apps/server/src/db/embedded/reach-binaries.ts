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
 * Returns PostgreSQL's programs at a place where PostgreSQL's user can run them: those that npm installed, or a copy in the folder of
 * `openPlace`. Throws DatabaseStartError if they do not run on this machine.
 */
export const reachBinaries = (
  installed: Binaries,
  runAs: RunAs | null,
  openPlace: () => string,
  log: (line: string) => void,
): Binaries => {
  // If PostgreSQL runs as this process's own user, its first start shows whether the programs run, so no test is needed.
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

// Set the modes explicitly, because npm's files may be readable by root only, and a umask would restrict the copy too.
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
