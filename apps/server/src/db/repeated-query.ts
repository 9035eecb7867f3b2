import pg, { type CustomTypesConfig, type FieldDef } from 'pg'

/**
 * Names of prepared statements that are sent in the same message before and after another statement. They have no parameters, and their
 * results are ignored.
 */
export type Frames = { before: readonly string[]; after: readonly string[] }
const NO_FRAMES: Frames = { before: [], after: [] }

/** pg's description of a statement's rows. */
type Description = { fields: FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
/**
 * Known descriptions of a connection's prepared statements, by name: one for each way to read the rows. PostgreSQL refuses to run a
 * prepared statement whose columns or types have changed, so describing each statement once is enough.
 */
export type Descriptions = Map<string, (Description | undefined)[]>

type Connection = {
  bind: (config: { portal: string; statement: string; values: unknown[] }) => void
  execute: (config: { portal: string; rows?: number }) => void
  describe: (config: object) => void
  sync: () => void
}

/** The parts of pg's Query that this class uses or overrides, as pg's cursors do. */
type PgQuery = {
  portal: string
  name?: string | undefined
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
export type Callback = (error: Error | null, result: pg.QueryResult) => void
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => PgQuery & pg.Submittable
const Result = pg.Result as unknown as new (rowMode: string | undefined, types: CustomTypesConfig | undefined) => Description

/** A statement with parameters. `types` are the same for all statements with this text. */
export type Repeated = {
  text: string
  values: unknown[]
  name?: string | undefined
  types?: CustomTypesConfig | undefined
  rowMode?: string | undefined
}

/**
 * A statement that may be sent in one message with others before and after it. After an error PostgreSQL skips the rest of the message.
 * If it is prepared, its rows are described only the first time.
 */
export class RepeatedQuery extends Query {
  readonly #frames: Frames
  readonly #descriptions: Descriptions
  readonly #result: Description
  /** How rows of the statement are read: as arrays or objects, with their own parsers or those of pg. */
  readonly #way: number
  #completed = 0
  #isDescribed = false

  constructor(
    { text, values, name, types, rowMode }: Repeated,
    { frames, descriptions }: { frames: Frames | null; descriptions: Descriptions },
    callback: Callback,
  ) {
    // If pg got the statement as an object, it would copy it, which takes longer.
    super(text, values, callback)
    this.#result = new Result(rowMode, types)
    this.#way = (rowMode === 'array' ? 1 : 0) + (types ? 2 : 0)
    Object.assign(this, { name, types, _rowMode: rowMode, _result: this.#result, _results: this.#result })
    this.#frames = frames ?? NO_FRAMES
    this.#descriptions = descriptions
  }

  requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Connection): void {
    for (const statement of this.#frames.before) run(connection, statement)
    const known = this.name === undefined ? undefined : this.#descriptions.get(this.name)?.[this.#way]
    if (known) {
      Object.assign(this.#result, known)
      Object.assign(this, { _accumulateRows: true })
      this.#isDescribed = true
    }
    super.prepare(known ? withoutDescribe(connection) : connection)
  }

  _getRows(connection: Connection): void {
    connection.execute({ portal: this.portal })
    for (const statement of this.#frames.after) run(connection, statement)
    connection.sync()
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    this.#learn()
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#completed++ !== this.#frames.before.length) return
    // A statement without rows has no description.
    if (!this.#isDescribed) this.#learn()
    super.handleCommandComplete(message, connection)
  }

  #learn(): void {
    this.#isDescribed = true
    if (this.name === undefined) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this.#result
    const ways = this.#descriptions.get(this.name) ?? []
    ways[this.#way] = { fields, _parsers, _prebuiltEmptyResultObject }
    this.#descriptions.set(this.name, ways)
  }
}

const run = (connection: Connection, statement: string): void => {
  connection.bind({ portal: '', statement, values: [] })
  connection.execute({ portal: '' })
}

const silent = new WeakMap<Connection, Connection>()
const withoutDescribe = (connection: Connection): Connection => {
  const found = silent.get(connection) ?? Object.assign(Object.create(connection) as Connection, { describe: () => {} })
  silent.set(connection, found)
  return found
}
