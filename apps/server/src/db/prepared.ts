import type { Table } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Database, databaseOf, type Queryable } from './client.ts'
import { placeholder, type Value } from './compiled.ts'

/** A statement of drizzle's that can be prepared. */
export type Preparable<Result> = { prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Result> } }

/** The client gives names itself, to all statements that are sent repeatedly. */
const UNNAMED = ''

/**
 * A statement of drizzle's that is built once for each connection: building it takes longer than sending it. Unlike a compiled one, it
 * returns rows as drizzle reads them.
 */
export const prepared = <Result, Name extends string = never>(
  build: (database: Database, value: Value<Name>) => Preparable<Result>,
): ((queryable: Queryable, values: Readonly<Record<Name, unknown>>) => Promise<Result>) => {
  const queries = new WeakMap<Database, ReturnType<Preparable<Result>['prepare']>>()
  return (queryable, values) => {
    const database = databaseOf(queryable)
    const query = queries.get(database) ?? build(database, placeholder).prepare(UNNAMED)
    queries.set(database, query)
    return query.execute(values)
  }
}

/** The columns of a table that a row has values for. */
export const definedIn = (table: Table, row: object): string[] =>
  Object.entries(row).flatMap(([name, value]) => (value === undefined || !(name in table) ? [] : [name]))

/** The placeholders of columns. Their values have the names of the columns, after `prefix`. */
export const placeholdersOf = <Row>(table: Table, columns: readonly string[], value: Value<string>, prefix = ''): Row =>
  Object.fromEntries(
    columns.map((name) => [name, value(`${prefix}${name}`, (table as unknown as Record<string, PgColumn>)[name])]),
  ) as Row

/** As `prepared`, for statements that write a row of a table: one for each set of columns that the written rows have. */
export const preparedFor = <T extends Table, Result, Name extends string = never>(
  table: T,
  build: (database: Database, row: T['$inferInsert'], value: Value<Name>) => Preparable<Result>,
) => {
  const statements = new Map<string, ReturnType<typeof prepared<Result, string>>>()
  return (
    queryable: Queryable,
    row: Partial<T['$inferInsert']>,
    values: Readonly<Record<Name, unknown>> = {} as Record<Name, unknown>,
  ): Promise<Result> => {
    const columns = definedIn(table, row)
    const key = columns.join()
    const statement =
      statements.get(key) ??
      prepared<Result, string>((database, value) =>
        build(database, placeholdersOf(table, columns, value, 'row '), value as Value<Name>),
      )
    statements.set(key, statement)
    const given: Record<string, unknown> = { ...values }
    for (const name of columns) given[`row ${name}`] = (row as Record<string, unknown>)[name]
    return statement(queryable, given)
  }
}
