import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError, errorText } from './errors.ts'
import { ownershipProblem } from './users.ts'

/** The passwords of the project's own user and of the superuser. */
export type Passwords = { password: string; adminPassword: string }

/** What the data folder remembers of its database. */
export type DatabaseRecord = Passwords & {
  /** Where the database is kept when that is not the data folder itself. */
  home: string | null
  /** The data folder's own path when `home` was chosen, to tell a folder that was moved from one that was copied. */
  dataDir: string
}

const recordFile = (dataDir: string) => join(dataDir, 'postgres.json')

/** Throws DatabaseStartError when there is a record that cannot be read. */
export const readRecord = (dataDir: string): DatabaseRecord | null => {
  const path = recordFile(dataDir)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DatabaseRecord
  } catch (error) {
    throw new DatabaseStartError(ownershipProblem(path) ?? `${path} cannot be read: ${errorText(error)}`)
  }
}

/** Written before the database is made and flushed to the disk: a database without its password would be lost. */
export const writeRecord = (dataDir: string, record: DatabaseRecord): void => {
  const path = recordFile(dataDir)
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeSync(file, `${JSON.stringify(record, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}

export const newPassword = (): string => randomBytes(24).toString('base64url')
