import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Value } from './compiled.ts'
import { definedIn, placeholdersOf } from './prepared.ts'

type WriteShape = { number: number; build: (value: Value<string>) => SQLWrapper }

/** A statement for writeAtEnd, with its values. Statements of the same shape have the same text, which is built once. */
export type Write = { shape: WriteShape; values: Readonly<Record<string, unknown>> }

let shapes = 0
const shapeOf = (build: WriteShape['build']): WriteShape => ({ number: shapes++, build })

/** Builds statements. It has no connection to send them. */
const builder = drizzle.mock({ casing: 'snake_case' })

/** Declares a statement for writeAtEnd. */
export const declareWrite = <Name extends string>(build: (value: Value<Name>) => SQLWrapper) => {
  const shape = shapeOf(build as WriteShape['build'])
  return (values: Readonly<Record<Name, unknown>>): Write => ({ shape, values })
}

/** Declares the insertion of rows into a table, for writeAtEnd. */
export const declareInsert = <T extends PgTable>(table: T) => {
  const known = new Map<string, WriteShape>()
  return (rows: readonly T['$inferInsert'][]): Write => {
    const columns = rows.map((row) => definedIn(table, row))
    const key = columns.join(';')
    const shape =
      known.get(key) ??
      shapeOf((value) =>
        builder
          .insert(table)
          .values(columns.map((names, index) => placeholdersOf<T['$inferInsert']>(table, names, value, `${index} `))),
      )
    known.set(key, shape)
    const values: Record<string, unknown> = {}
    for (const [index, row] of rows.entries())
      for (const name of columns[index] ?? []) values[`${index} ${name}`] = (row as Record<string, unknown>)[name]
    return { shape, values }
  }
}

/** Declares a change of rows, for writeAtEnd. `always` is set by each change. */
export const declareChange = <T extends PgTable, Name extends string>(
  table: T,
  where: (value: Value<Name>) => SQL | undefined,
  always: Record<string, SQL> = {},
) => {
  const known = new Map<string, WriteShape>()
  return (changes: Partial<T['$inferInsert']>, values: Readonly<Record<Name, unknown>>): Write => {
    const columns = definedIn(table, changes)
    const key = columns.join()
    const shape =
      known.get(key) ??
      shapeOf((value) =>
        builder
          .update(table)
          .set({ ...placeholdersOf<Record<string, SQL>>(table, columns, value, 'set '), ...always } as never)
          .where(where(value as Value<Name>)),
      )
    known.set(key, shape)
    const given: Record<string, unknown> = { ...values }
    for (const name of columns) given[`set ${name}`] = (changes as Record<string, unknown>)[name]
    return { shape, values: given }
  }
}

/** A write as SQL with its values. */
export const sqlOfWrite = ({ shape, values }: Write): SQL =>
  shape.build((name, column) => sql`${column ? sql.param(values[name], column) : sql.param(values[name])}`).getSQL()
