import pg from 'pg'
import { errorCode } from './errors.ts'
import type { Passwords } from './record.ts'
import { ADMIN_USER, DATABASE_NAME, DATABASE_USER } from './settings.ts'

type Login = { user: string; password: string; database: string }

const addressOf = (port: number, { user, password, database }: Login): string =>
  // Every part is set, because pg would take missing parts from the environment.
  `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`

/** The connection string of the project's own user. */
export const connectionString = (port: number, password: string, database: string = DATABASE_NAME): string =>
  addressOf(port, { user: DATABASE_USER, password, database })

const adminAddress = (port: number, { adminPassword }: Passwords): string =>
  addressOf(port, { user: ADMIN_USER, password: adminPassword, database: 'postgres' })

/** Opens a connection, runs the work on it and closes it. */
export const withClient = async <T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 })
  // If the connection breaks, its query fails too, and the caller handles that error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Asks the PostgreSQL at this port for its version and its cluster. Rejects if it is not the marketplace's: SCRAM authentication proves
 * that both sides know the password.
 */
export const askPostgres = (port: number, passwords: Passwords): Promise<{ version: string; cluster: string }> =>
  withClient(adminAddress(port, passwords), async (client) => {
    const { rows } = await client.query<{ version: string; cluster: string }>(
      "select current_setting('server_version') as version, current_setting('data_directory') as cluster",
    )
    if (!rows[0]) throw new Error('PostgreSQL did not tell its version')
    return rows[0]
  })

const [NO_SUCH_USER_OR_PASSWORD, NO_SUCH_DATABASE] = ['28P01', '3D000']

/** Creates the project's user and database in a new cluster. */
export const ensureDatabase = async (port: number, passwords: Passwords): Promise<void> => {
  try {
    await withClient(connectionString(port, passwords.password), async () => {})
  } catch (error) {
    const code = errorCode(error)
    if (code !== NO_SUCH_USER_OR_PASSWORD && code !== NO_SUCH_DATABASE) throw error
    await withClient(adminAddress(port, passwords), async (client) => {
      if (code === NO_SUCH_USER_OR_PASSWORD) {
        await client.query(`create role ${DATABASE_USER} login password ${client.escapeLiteral(passwords.password)}`)
      }
      await client.query(`create database ${DATABASE_NAME} owner ${DATABASE_USER}`)
    })
  }
}
