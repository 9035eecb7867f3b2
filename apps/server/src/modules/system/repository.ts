import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'

/**
 * Writes to the database without leaving anything. It creates a file and writes to the log, so it fails if the disk is full or
 * the database is read-only. Updating a row in place would succeed with a full disk.
 */
export const tryToWrite = async (database: Queryable): Promise<void> => {
  await database.execute(sql`create temporary table write_probe on commit drop as select 1 as one`)
}
