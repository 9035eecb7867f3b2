import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError, errorCode } from './errors.ts'
import { stopPostmaster } from './postmaster.ts'
import { readRecord } from './record.ts'
import { mayEnter, type RunAs } from './users.ts'

const PARENTS = ['/var/lib', '/srv', '/opt', '/usr/local/var']

/**
 * A folder for what PostgreSQL's user must reach and cannot where the data folder or npm's is, as under root's own
 * home, which is closed. Only root comes here. The name derives from the data folder's path, so that it can be found
 * again and told whose it is.
 */
export const openPlace = (dataDir: string, runAs: RunAs | null): string => {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  for (const parent of PARENTS.filter((folder) => existsSync(folder))) {
    // A second name is for the data folder that was made where one that moved away had been.
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
    // One that somebody else could have put there, or can write to, is not to be trusted with a database.
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

/** Notes which data folder a place belongs to. */
export const claimPlace = (place: string, dataDir: string): void => writeFileSync(ownerFile(place), dataDir)

/** Whether that data folder still keeps its database in this place. */
export const placeStillServes = (place: string, dataDir: string): boolean => {
  try {
    return readRecord(dataDir)?.home === place
  } catch {
    return true
  }
}

/**
 * Makes room where the database of a data folder that has since been deleted is. It is kept once, as nothing says that
 * whoever deleted the folder knew of it.
 */
export const setAside = async (folder: string, cluster: string, log: (line: string) => void): Promise<void> => {
  if (!existsSync(folder)) return
  await stopPostmaster(cluster)
  const aside = `${folder}-before`
  rmSync(aside, { recursive: true, force: true })
  renameSync(folder, aside)
  log(`the database of a data folder that is gone was found, and set aside as ${aside}`)
}
