import type { FolderRole } from './embedded/folder-lock.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { Postgres } from './embedded/postgres.ts'

export type { Postgres }
export { DatabaseStartError } from './embedded/errors.ts'

type Options = {
  dataDir: string
  /** The operator's own PostgreSQL. Null for the embedded one in dataDir. */
  databaseUrl: string | null
  /** A server holds dataDir exclusively. A tool (import, export) can work beside a running server. */
  role: FolderRole
  log: (line: string) => void
}

/**
 * Opens the database. Throws DataFolderInUseError if another server holds dataDir, and DatabaseStartError for every other problem
 * that the operator can fix. The message is one line for them.
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
