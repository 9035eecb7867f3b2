import pg from 'pg'
import { type Callback, type Descriptions, type Frames, type Repeated, RepeatedQuery } from './repeated-query.ts'

/** A statement is prepared when it is sent for the fifth time, because preparing rare statements would only take memory. */
const PREPARED_FROM = 5
/**
 * The most statements that are prepared on a connection, and the most that are counted. There is a limit because statements with lists have
 * a different text for each length of a list.
 */
const MOST_PREPARED = 400
const MOST_COUNTED = 4_000

/** Gives names to the statements that are sent repeatedly. The names are the same for all connections of a pool. */
const createNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST_PREPARED) return name
    const count = (counts.get(text) ?? 0) + 1
    if (count < PREPARED_FROM) {
      if (counts.size >= MOST_COUNTED) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const given = `repeated_${names.size}`
    names.set(text, given)
    return given
  }
}

/**
 * The error codes that only prepared statements can cause: the statement's result has changed with the schema, or a connection pooler has
 * moved it to another connection.
 */
const LOST: readonly unknown[] = ['0A000', '26000', '42P05'] satisfies string[]

/** The statements that drizzle sends to begin transactions and savepoints, and to release savepoints. */
const OPENS = /^(?:begin|(?:release )?savepoint sp\d+)$/
const NOTHING = { command: '', rowCount: null, oid: 0, fields: [], rows: [] } satisfies pg.QueryResult

export type PreparingClient = pg.Client & {
  /** Sends the commit in the same message as the next statement, which must be the transaction's last one. */
  commitWithNext: () => void
}

/**
 * A client that prepares repeated statements with parameters, so that PostgreSQL plans them once for each connection. Planning the
 * statement that reads a cart takes longer than running it.
 *
 * `begin` and `savepoint` are sent in one message with the next statement. After an error PostgreSQL skips the rest of the message, so a
 * statement never runs if its `begin` has failed.
 */
export const clientThatPrepares = (): typeof pg.Client => {
  const nameOf = createNames()
  return class extends pg.Client implements PreparingClient {
    #prepares = true
    #held: string[] = []
    readonly #descriptions: Descriptions = new Map()
    #commits = false
    #committed = false

    commitWithNext(): void {
      this.#commits = this.#prepares && this.#isParsed('commit')
    }

    override query(asked: never, ...rest: never[]): never {
      const { text, name } = asked as { text?: string; name?: string }
      const values: unknown = rest[0]
      // Drizzle's prepared statements have an empty name.
      if (text === undefined || name || !Array.isArray(values)) {
        if (this.#held.length > 0) throw new Error('what drizzle does not send would run before its transaction begins')
        return super.query(asked, ...rest) as never
      }
      const answered = values.length === 0 ? this.#frame(text) : null
      if (answered) return answered as never
      const repeated = this.#prepares ? nameOf(text) : undefined
      const frames = this.#takeFrames()
      if (repeated === undefined && !frames) return super.query(asked, ...rest) as never
      const { types, rowMode } = asked as Pick<Repeated, 'types' | 'rowMode'>
      const statement = { text, values, name: repeated, types, rowMode }
      // The pool calls this with a callback.
      const callback = rest[1] as Callback | undefined
      if (callback) return this.#send(statement, frames, callback) as never
      return new Promise<pg.QueryResult>((resolve, reject) => {
        this.#send(statement, frames, (error, result) => (error ? reject(error) : resolve(result)))
      }) as never
    }

    /** On each connection the first such statement is sent separately, to be parsed. */
    #isParsed(text: string): boolean {
      return (this.connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements[text] !== undefined
    }

    /** Answers `begin`, `commit` and savepoints whose statement is sent together with another one; null for all others. */
    #frame(text: string): Promise<pg.QueryResult> | null {
      const opens = OPENS.test(text)
      if (opens && this.#prepares && this.#isParsed(text)) {
        this.#held.push(text)
        return Promise.resolve(NOTHING)
      }
      const ends = text === 'commit' || text === 'rollback'
      const isOver = ends && (this.#held.includes('begin') || this.#committed)
      if (ends) {
        this.#held = []
        this.#commits = false
        this.#committed = false
      }
      if (isOver) return Promise.resolve(NOTHING)
      return (opens || text === 'commit') && this.#prepares && this.#held.length === 0 ? super.query({ name: text, text }) : null
    }

    #takeFrames(): Frames | null {
      if (this.#held.length === 0 && !this.#commits) return null
      const frames = { before: this.#held, after: this.#commits ? ['commit'] : [] }
      this.#held = []
      this.#commits = false
      return frames
    }

    #send(statement: Repeated, frames: Frames | null, callback: Callback): void {
      const query = new RepeatedQuery(statement, { frames, descriptions: this.#descriptions }, (error, result) => {
        if (LOST.includes((error as { code?: unknown } | null)?.code)) this.#prepares = false
        if (!error && frames) this.#committed = frames.after.length > 0
        callback(error, result)
      })
      super.query(query)
    }
  } as unknown as typeof pg.Client
}
