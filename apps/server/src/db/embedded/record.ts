import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError, errorText } from './errors.ts'
import { ownershipProblem } from './users.ts'

/** The passwords of the project's database user and of the superuser. */
export type Passwords = { password: string; adminPassword: string }

/** The record of a data folder's database. */
export type DatabaseRecord = Passwords & {
  /** The place of the database if it is not inside the data folder; null if it is. */
  home: string | null
  /** The data folder's path at the time when `home` was chosen. It distinguishes a moved data folder from a copied one. */
  dataDir: string
}

const recordFile = (dataDir: string) => join(dataDir, 'postgres.json')

/** Throws DatabaseStartError if the record cannot be read. */
export const readRecord = (dataDir: string): DatabaseRecord | null => {
  const path = recordFile(dataDir)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DatabaseRecord
  } catch (error) {
    throw new DatabaseStartError(ownershipProblem(path) ?? `${path} cannot be read: ${errorText(error)}`)
  }
}

/**
 * Call it before the database is created. The record is flushed to the disk, because without its password the database could not be opened.
 */
export const writeRecord = (dataDir: string, record: DatabaseRecord): void => {
  const path = recordFile(dataDir)
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeSync(file, `${JSON.stringify(record, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}

export const newPassword = (): string => randomBytes(24).toString('base64url')
