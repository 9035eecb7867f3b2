import pg from 'pg'

/** Statements without parameters and answers that are sent in one message with another one: names of prepared statements. */
export type Frames = { before: readonly string[]; after: readonly string[] }

type Connection = {
  bind: (config: { portal: string; statement: string; values: unknown[] }) => void
  execute: (config: { portal: string; rows?: number }) => void
  sync: () => void
}

/** The parts of pg's Query that other queries, such as cursors, are made of. */
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

/** A statement with others before and after it. After an error PostgreSQL runs nothing more of the same message. */
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
