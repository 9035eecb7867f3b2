import { chownSync, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError, errorText } from './errors.ts'
import { claimPlace, openPlace, placeStillServes, setAside } from './open-place.ts'
import { newPassword, readRecord, writeRecord, type Passwords } from './record.ts'
import { isRoot, mayUse, ownershipProblem, type RunAs } from './users.ts'

/** The place of a database. `folder` belongs to PostgreSQL's user; `cluster` in it is PostgreSQL's data directory. */
export type DatabaseHome = { folder: string; cluster: string; passwords: Passwords }

const folderIn = (home: string) => join(home, 'postgres')
const clusterIn = (home: string) => join(folderIn(home), 'data')

/** The place of the database of a data folder. Null if it has no database yet. */
export const findHome = (dataDir: string): DatabaseHome | null => {
  const record = readRecord(dataDir)
  if (!record) return null
  if (record.home !== null && !isRoot()) {
    throw new DatabaseStartError(
      `root put the database of ${dataDir} into ${record.home}: start as root, or set DATA_DIR to another folder.`,
    )
  }
  if (record.home !== null && record.dataDir !== dataDir) {
    if (placeStillServes(record.home, record.dataDir)) {
      throw new DatabaseStartError(
        `${dataDir} is a copy of ${record.dataDir}, whose database is not in it but in ${record.home}.`,
      )
    }
    claimPlace(record.home, dataDir)
    writeRecord(dataDir, { ...record, dataDir })
  }
  const home = record.home ?? dataDir
  return { folder: folderIn(home), cluster: clusterIn(home), passwords: record }
}

/** Chooses and records the place of a new database, and creates the folder. */
export const makeHome = async (dataDir: string, runAs: RunAs | null, log: (line: string) => void): Promise<DatabaseHome> => {
  const inside = folderIn(dataDir)
  if (existsSync(clusterIn(dataDir))) {
    throw new DatabaseStartError(
      `${join(dataDir, 'postgres.json')}, which holds the password of the database beside it, is gone.`,
    )
  }
  makeFolder(inside, runAs)
  let home: string | null = null
  if (!mayUse(runAs, inside)) {
    rmdirSync(inside)
    home = openPlace(dataDir, runAs)
    await setAside(folderIn(home), clusterIn(home), log)
    claimPlace(home, dataDir)
    makeFolder(folderIn(home), runAs)
    log(`${runAs?.name ?? 'PostgreSQL'} cannot enter ${dataDir}, so its database is kept in ${home}`)
  }
  writeRecord(dataDir, { password: newPassword(), adminPassword: newPassword(), home, dataDir })
  const made = findHome(dataDir)
  if (!made) throw new DatabaseStartError(`${dataDir} does not keep files that are written to it.`)
  return made
}

const makeFolder = (folder: string, runAs: RunAs | null) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  } catch (error) {
    throw new DatabaseStartError(ownershipProblem(folder) ?? `${folder} cannot be made: ${errorText(error)}`)
  }
}
