/** What PostgreSQL and the network say where the database is not there, or does not answer in time. */
const UNAVAILABLE = new Set([
  // PostgreSQL ends the session, stops, has crashed, or starts.
  '57P01',
  '57P02',
  '57P03',
  // It was told to end a statement or a session that takes too long, or that waits for a lock or for its client for too long.
  '57014',
  '25P03',
  '25P04',
  '55P03',
  // It has too many connections already.
  '53300',
  // It can write nothing: it has no space, or is a copy for reading only.
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
/** Class 08 is about connections. */
const CONNECTION_CLASS = /^08/
/** Messages of the database client's own errors, which have no codes. */
const SAID_BY_CLIENT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/

type Thrown = Error & { code?: unknown; errors?: unknown }

/** An error and all of its causes. Drizzle wraps the database's errors, and Node wraps those of a host with two addresses. */
const withCauses = (error: unknown): Thrown[] => {
  const found: Thrown[] = []
  for (let next: unknown = error; next instanceof Error && found.length < 10; next = next.cause ?? firstOf(next)) found.push(next)
  return found
}

const firstOf = ({ errors }: Thrown): unknown => (Array.isArray(errors) ? errors[0] : undefined)

/** Whether the database could not be asked, or did not answer in time: whoever tries again later may succeed. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  withCauses(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (UNAVAILABLE.has(code) || CONNECTION_CLASS.test(code))) || SAID_BY_CLIENT.test(message),
  )

/** PostgreSQL's word for a text that it cannot hold: somebody has sent a NUL. */
export const isUnstorable = (error: unknown): boolean => withCauses(error).some(({ code }) => code === '22021')

/** The message of the innermost cause, in one line. */
export const rootCause = (error: unknown): string => withCauses(error).at(-1)?.message ?? String(error)
