import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'

/**
 * Writes something to the database, and leaves nothing. It takes a new file and a place in the log, so that it fails with a full disk: a
 * row that is written anew in its old place would not. It fails where everything may only be read, too.
 */
export const tryToWrite = async (database: Queryable): Promise<void> => {
  await database.execute(sql`create temporary table write_probe on commit drop as select 1 as one`)
}
