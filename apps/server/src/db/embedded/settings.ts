/** Whom the project connects as, and to what. It owns its database and no more, as on a PostgreSQL of somebody's own. */
export const DATABASE_USER = 'marketplace'
export const DATABASE_NAME = 'marketplace'
/** The superuser, for what only that one may do: making the two above, and asking where the cluster is. */
export const ADMIN_USER = 'postgres'

/** PostgreSQL's settings at each start. On the command line, so that a new version of this list needs no migration. */
export const serverSettings = (): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  // TCP alone: the path of a socket may have 107 bytes, which a data folder's path can exceed.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements contain what people entered. The log must not have it: neither for statements that fail nor for those that are cut off.
  log_min_messages: 'log',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  max_connections: '100',
  // What a killed client left running ends within a second. PostgreSQL cannot tell on Windows, and refuses the setting.
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '1s' }),
})

/** For tests: many connections, and nothing that is worth a flush to the disk. */
export const TEST_SETTINGS = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/**
 * What initdb is told. The C.UTF-8 of PostgreSQL itself sorts by code point, knows upper and lower case of all letters,
 * and is there whatever locales the machine has.
 */
export const INITDB_OPTIONS = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
