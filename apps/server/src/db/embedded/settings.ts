/**
 * The project's database user and database. The user owns the database and has no other rights, as with an operator's own
 * PostgreSQL.
 */
export const DATABASE_USER = 'marketplace'
export const DATABASE_NAME = 'marketplace'
/** The superuser creates user and database, and reads the cluster's location. */
export const ADMIN_USER = 'postgres'

/** PostgreSQL's settings, given at each start on the command line, so that a change of this list needs no migration. */
export const serverSettings = (): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  // TCP only: a socket's path may have at most 107 bytes, which a data folder's path can exceed.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements contain texts that people have entered, so neither failing nor slow statements may be logged.
  log_min_messages: 'log',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  max_connections: '100',
  // For solid-state drives. With PostgreSQL's own 4, which is for turning disks, it reads whole tables where an index would do.
  random_page_cost: '1.1',
  // Cancels the statements of a killed client within a second. Windows does not support the setting.
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '1s' }),
})

/** For tests: many connections, no durability. */
export const TEST_SETTINGS = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/**
 * Options of initdb. PostgreSQL's builtin C.UTF-8 sorts by code point, maps upper and lower case of all letters, and does not
 * depend on the machine's locales.
 */
export const INITDB_OPTIONS = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
