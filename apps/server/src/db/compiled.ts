import { is, Param, Placeholder, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import pg, { type CustomTypesConfig, type QueryResultRow } from 'pg'
import { clientOf, type Queryable } from './client.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

const { builtins } = pg.types
/** The types that drizzle returns as text: instants, intervals, and lists of both. */
const INSTANTS: ReadonlySet<number> = new Set([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
])
const TEXT_INSTANTS: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    INSTANTS.has(type) ? (text: string) => text : pg.types.getTypeParser(type, format as 'text'),
}

/** Returns the placeholder of a named value. With `column`, the value is encoded as a value of this column. */
export type Value<Name extends string> = (name: Name, column?: PgColumn) => SQL

/** Encodes a value for a column. Drizzle itself would pass null to the encoders of columns. */
const encoderOf = (column: PgColumn) => ({
  mapToDriverValue: (value: unknown): unknown => (value === null ? null : column.mapToDriverValue(value)),
})

export const placeholder: Value<string> = (name, column) => {
  const named = sql.placeholder(name)
  return column ? sql`${sql.param(named, encoderOf(column))}` : sql`${named}`
}

type Fill = (values: Readonly<Record<string, unknown>>) => unknown
const fillOf = (param: unknown): Fill => {
  const { value, encoder } = is(param, Param) ? param : { value: param, encoder: null }
  if (!is(value, Placeholder)) return () => param
  const { name } = value as Placeholder
  const valueOf: Fill = (values) => {
    if (!(name in values)) throw new Error(`the statement has no value for ${name}`)
    return values[name]
  }
  return encoder ? (values) => encoder.mapToDriverValue(valueOf(values)) : valueOf
}

/**
 * A statement whose text is built only once: building the statement that reads a cart or a caller takes longer than sending it. The rows
 * are like those of drizzle's `execute`: instants are text.
 */
export const compiled = <Row extends QueryResultRow, Name extends string>(build: (value: Value<Name>) => SQLWrapper) => {
  let query: { text: string; fills: Fill[] } | undefined
  return async (database: Queryable, values: Readonly<Record<Name, unknown>>): Promise<Row[]> => {
    if (!query) {
      const built = dialect.sqlToQuery(build(placeholder).getSQL())
      query = { text: built.sql, fills: built.params.map(fillOf) }
    }
    const { text, fills } = query
    const params = fills.map((fill) => fill(values))
    try {
      return (await clientOf(database).query<Row>({ text, types: TEXT_INSTANTS }, params)).rows
    } catch (error) {
      throw new DrizzleQueryError(text, params, error as Error)
    }
  }
}
