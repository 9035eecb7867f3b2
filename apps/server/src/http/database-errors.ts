/** Error codes of PostgreSQL and of the network for a database that is unreachable or too slow. */
const UNAVAILABLE = new Set([
  // PostgreSQL ended the session, is stopping, has crashed, or is starting.
  '57P01',
  '57P02',
  '57P03',
  // PostgreSQL ended a statement or session because of a timeout: statement, lock, or idle in transaction.
  '57014',
  '25P03',
  '25P04',
  '55P03',
  // Too many connections.
  '53300',
  // Nothing can be written: the disk is full, or the server is a read-only replica.
  '53100',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Class 08: connection exceptions. */
const CONNECTION_CLASS = /^08/
/** Messages of the database client's own errors, which have no codes. */
const CLIENT_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/

type Thrown = Error & { code?: unknown; errors?: unknown }

/**
 * An error and all of its causes. Drizzle wraps the database's errors, and Node wraps the errors of a host with two addresses.
 */
const withCauses = (error: unknown): Thrown[] => {
  const found: Thrown[] = []
  for (let next: unknown = error; next instanceof Error && found.length < 10; next = next.cause ?? firstOf(next)) found.push(next)
  return found
}

const firstOf = ({ errors }: Thrown): unknown => (Array.isArray(errors) ? errors[0] : undefined)

/** Whether the database was unreachable or did not answer in time, so that a retry may succeed. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  withCauses(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (UNAVAILABLE.has(code) || CONNECTION_CLASS.test(code))) || CLIENT_MESSAGES.test(message),
  )

/** The codes for a NUL in a text and in JSON. */
const UNSTORABLE = new Set<unknown>(['22021', '22P05'])

/** Whether PostgreSQL refused a text that it cannot store, which means that the text contains a NUL. */
export const isUnstorableText = (error: unknown): boolean => withCauses(error).some(({ code }) => UNSTORABLE.has(code))

export const rootCause = (error: unknown): string => withCauses(error).at(-1)?.message ?? String(error)
