import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError, errorCode } from './errors.ts'
import { stopPostmaster } from './postmaster.ts'
import { readRecord } from './record.ts'
import { mayEnter, type RunAs } from './users.ts'

const PARENTS = ['/var/lib', '/srv', '/opt', '/usr/local/var']

/**
 * Returns a folder that PostgreSQL's user can reach, if that user cannot reach the data folder or npm's folder, for example because they
 * are below root's home. Used by root only. Its name is computed from the data folder's path, so that later starts find it and can check
 * which data folder it belongs to.
 */
export const openPlace = (dataDir: string, runAs: RunAs | null): string => {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  for (const parent of PARENTS.filter((folder) => existsSync(folder))) {
    // The names with a suffix are for a new data folder at the path of one that was moved away.
    for (const suffix of ['', '-2', '-3']) {
      const place = join(parent, `marketplace-${hash}${suffix}`)
      const owner = ownerOf(place)
      if (owner !== null && owner !== dataDir && placeStillServes(place, owner)) continue
      if (makePlace(place) && mayEnter(runAs, place)) return place
      break
    }
  }
  throw new DatabaseStartError(
    `${runAs?.name ?? 'PostgreSQL'} can enter neither ${dataDir} nor ${PARENTS.join(', ')}: start as an ordinary user, or set DATA_DIR to a folder that every user may enter.`,
  )
}

const makePlace = (place: string): boolean => {
  try {
    mkdirSync(place)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false
    // A folder that another user created or can write to must not be used for a database.
    const found = lstatSync(place)
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return false
  }
  chmodSync(place, 0o755)
  return true
}

const ownerFile = (place: string) => join(place, 'data-folder')

const ownerOf = (place: string): string | null => {
  try {
    return readFileSync(ownerFile(place), 'utf8')
  } catch {
    return null
  }
}

/** Records which data folder the place belongs to. */
export const claimPlace = (place: string, dataDir: string): void => writeFileSync(ownerFile(place), dataDir)

/** Whether that data folder still has its database in this place. */
export const placeStillServes = (place: string, dataDir: string): boolean => {
  try {
    return readRecord(dataDir)?.home === place
  } catch {
    return true
  }
}

/**
 * Moves away the database of a data folder that was deleted. One such database is kept, because the person who deleted the folder may not
 * have known that the database is elsewhere.
 */
export const setAside = async (folder: string, cluster: string, log: (line: string) => void): Promise<void> => {
  if (!existsSync(folder)) return
  await stopPostmaster(cluster)
  const aside = `${folder}-before`
  rmSync(aside, { recursive: true, force: true })
  renameSync(folder, aside)
  log(`the database of a data folder that is gone was found, and set aside as ${aside}`)
}
