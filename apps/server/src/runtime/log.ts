import { type DestinationStream, type Logger, pino } from 'pino'

/** The most causes of an error that are logged: in a chain of causes, and of one error that has several. */
const MOST_CAUSES = 5
const LONGEST_TEXT = 2_000

/**
 * Fields of a PostgreSQL error that say where it occurred. Its detail and context contain values of people and are not logged.
 */
const LOCATION_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'errno'] as const

/** An error in the form for the log: what failed and where, without any value that a person has entered. */
export type LoggedError = { type: string; message: string; stack?: string; sql?: string; cause?: LoggedError } & Readonly<
  Record<string, unknown>
>

/** Removes the values of query parameters, and the values that PostgreSQL quotes when it cannot parse them. */
const withoutValues = (message: string, code: unknown): string => {
  const plain = message.slice(0, LONGEST_TEXT).replaceAll(/([?&#;][\w.-]{1,60}=)[^&#\s"']+/g, '$1…')
  // Class 22 is "data exception": its messages contain the refused text.
  return typeof code === 'string' && code.startsWith('22') ? plain.replace(/: .*$/s, '').replaceAll(/"[^"]*"/g, '"…"') : plain
}

/** The stack without its first lines, which repeat the message. */
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** An error or a plain copy of one: the job queue reports errors as plain objects. */
const isErrorLike = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

const typeOf = (error: Error): string => {
  if (!(error instanceof Error)) return 'object'
  return error.name === 'Error' ? error.constructor.name : error.name
}

/**
 * Describes an error and its causes. `caused` has the errors that it caused. A cause that is one of them is left out, because it is
 * described already.
 */
const describeCause = (error: unknown, caused: readonly unknown[]): LoggedError => {
  if (!isErrorLike(error)) return { type: typeof error, message: withoutValues(String(error), undefined) }
  const known = error as Error & { query?: unknown; params?: unknown } & Readonly<Record<string, unknown>>
  // Drizzle puts the values of the statement into the message, and so into the stack.
  const isStatement = typeof known.query === 'string' && 'params' in known
  const places = LOCATION_FIELDS.flatMap((name) => {
    const value = known[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  const described = [...caused, error]
  const isLogged = (cause: unknown) => cause !== undefined && caused.length < MOST_CAUSES && !described.includes(cause)
  const causes = error instanceof AggregateError ? error.errors.slice(0, MOST_CAUSES).filter(isLogged) : []
  return {
    type: typeOf(error),
    message: isStatement ? 'a statement failed' : withoutValues(error.message, known.code),
    ...(isStatement && { sql: String(known.query).slice(0, LONGEST_TEXT) }),
    ...Object.fromEntries(places),
    stack: framesOf(error.stack),
    ...(isLogged(error.cause) && { cause: describeCause(error.cause, described) }),
    ...(causes.length > 0 && { causes: causes.map((each) => describeCause(each, described)) }),
  }
}

/** Describes an error for the log, with its causes: what failed and where, without any value that a person has entered. */
export const describeError = (error: unknown): LoggedError => describeCause(error, [])

/** An error in one line, for a terminal. */
export const lineOf = (error: unknown): string => {
  const { message, cause } = describeError(error)
  return cause ? `${message}: ${cause.message}` : message
}

/** Receives each logged error, with the other fields of its line. */
export type OnError = (error: LoggedError, fields: Readonly<Record<string, unknown>>) => void

const ERROR_LEVEL = 50

/**
 * The log, as JSON lines. Log an error under `err`: it is logged without the values that people entered. `onError` receives each line
 * with the level error or worse.
 */
export const createLog = (level: string, destination?: DestinationStream, onError?: OnError): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError, error: describeError },
      ...(onError && {
        hooks: {
          logMethod(given, method, at) {
            const [fields] = given as unknown[]
            if (at >= ERROR_LEVEL && typeof fields === 'object' && fields !== null && 'err' in fields)
              onError(describeError(fields.err), fields as Record<string, unknown>)
            method.apply(this, given)
          },
        },
      }),
    },
    destination ?? pino.destination(1),
  )
