import type { Role } from './embedded/folder-lock.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { Postgres } from './embedded/postgres.ts'

export type { Postgres }
export { DatabaseStartError } from './embedded/errors.ts'

type Options = {
  dataDir: string
  /** A PostgreSQL of the operator's own; null for the embedded one in dataDir. */
  databaseUrl: string | null
  /** A server holds dataDir alone; a tool (import, export) works beside a running one. */
  role: Role
  log: (line: string) => void
}

/**
 * Opens the database. Throws DataFolderInUseError when another server holds dataDir, and DatabaseStartError, of which
 * that is one, for everything else that a person can do something about; the message is one line for them.
 */
export const openPostgres = async ({ databaseUrl, ...embedded }: Options): Promise<Postgres> =>
  databaseUrl === null
    ? openEmbedded(embedded)
    : { connectionString: databaseUrl, location: withoutPassword(databaseUrl), onMoved: () => {}, close: async () => {} }

const withoutPassword = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}
