import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from './adapters/local-files.ts'
import type { Config } from './config/config.ts'
import { type DatabaseClient, migrateDatabase, openDatabase } from './db/client.ts'
import { openPostgres, type Postgres } from './db/open-postgres.ts'
import type { Files } from './ports/files.ts'

/** The data folder or the server behind DATABASE_URL, migrated and ready. */
export type Store = { postgres: Postgres; client: DatabaseClient; files: Files; close: () => Promise<void> }

/** What it takes to open the store: the import and the export open it too, beside a server or without one. */
export const openStore = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  role: 'server' | 'tool',
  say: { info: (line: string) => void; warn: (details: object, line: string) => void },
): Promise<Store> => {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await openPostgres({ ...config, role, log: say.info })
  const client = openDatabase(postgres.connectionString, (err) => say.warn({ err }, 'a connection of the database broke'))
  const close = async () => {
    await client.close()
    await postgres.close()
  }
  try {
    await migrateDatabase(client)
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  return { postgres, client, files: localFiles(join(config.dataDir, 'files')), close }
}
