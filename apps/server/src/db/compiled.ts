import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { PgDialect } from 'drizzle-orm/pg-core'
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

/** Returns the placeholder of a named value. */
export type Value<Name extends string> = (name: Name) => SQL

/**
 * A statement whose text is built only once: building the statement that reads a cart or a caller takes longer than sending it. The rows
 * are like those of drizzle's `execute`: instants are text.
 */
export const compiled = <Row extends QueryResultRow, Name extends string>(build: (value: Value<Name>) => SQL) => {
  let query: { sql: string; params: unknown[] } | undefined
  return async (database: Queryable, values: Readonly<Record<Name, unknown>>): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build((name) => sql`${sql.placeholder(name)}`))
    const { sql: text } = query
    const params = fillPlaceholders(query.params, values)
    try {
      return (await clientOf(database).query<Row>({ text, types: TEXT_INSTANTS }, params)).rows
    } catch (error) {
      throw new DrizzleQueryError(text, params, error as Error)
    }
  }
}
