import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from './adapters/local-files.ts'
import type { Config } from './config/config.ts'
import { type DatabaseClient, migrateDatabase, openDatabase } from './db/client.ts'
import { REQUEST_LIMITS } from './db/limits.ts'
import { openPostgres, type Postgres } from './db/open-postgres.ts'
import { migrateJobs } from './modules/jobs/index.ts'
import type { Files } from './ports/files.ts'

/** The open database and file store. The database is migrated. */
export type Store = {
  postgres: Postgres
  /** A pool for work that may take long. */
  client: DatabaseClient
  /** A pool for requests: its calls fail soon if the database does not answer. */
  requests: DatabaseClient
  files: Files
  close: () => Promise<void>
}

/** Opens the store. Import and export open it too, with or without a running server. */
export const openStore = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  role: 'server' | 'tool',
  say: { info: (line: string) => void; warn: (details: object, line: string) => void },
): Promise<Store> => {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await openPostgres({ ...config, role, log: say.info })
  const onError = (err: Error) => say.warn({ err }, 'a connection of the database broke')
  const client = openDatabase(postgres.connectionString, onError)
  const requests = openDatabase(postgres.connectionString, onError, REQUEST_LIMITS)
  postgres.onMoved((address) => {
    for (const each of [client, requests]) each.moveTo(address)
  })
  const close = async () => {
    await Promise.all([client.close(), requests.close()])
    await postgres.close()
  }
  try {
    await migrateDatabase(client)
    await migrateJobs(client)
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  return { postgres, client, requests, files: localFiles(join(config.dataDir, 'files')), close }
}
