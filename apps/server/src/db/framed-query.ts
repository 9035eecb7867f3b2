import pg from 'pg'

/**
 * Names of prepared statements that are sent in the same message before and after another statement. They have no parameters, and their
 * results are ignored.
 */
export type Frames = { before: readonly string[]; after: readonly string[] }

type Connection = {
  bind: (config: { portal: string; statement: string; values: unknown[] }) => void
  execute: (config: { portal: string; rows?: number }) => void
  sync: () => void
}

/** The methods of pg's Query that this class overrides, as pg's cursors do. */
type PgQuery = {
  portal: string
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => PgQuery & pg.Submittable

/** A statement that is sent in one message with others before and after it. After an error PostgreSQL skips the rest of the message. */
export class FramedQuery extends Query {
  readonly #frames: Frames
  #completed = 0

  constructor(config: pg.QueryConfig, frames: Frames, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super(config, undefined, callback)
    this.#frames = frames
  }

  requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Connection): void {
    for (const statement of this.#frames.before) run(connection, statement)
    super.prepare(connection)
  }

  _getRows(connection: Connection): void {
    connection.execute({ portal: this.portal })
    for (const statement of this.#frames.after) run(connection, statement)
    connection.sync()
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#completed++ === this.#frames.before.length) super.handleCommandComplete(message, connection)
  }
}

const run = (connection: Connection, statement: string): void => {
  connection.bind({ portal: '', statement, values: [] })
  connection.execute({ portal: '' })
}
