// Keeps the rows of a whole database, restores them, and compares them without values that differ in each run.
import type { TestStore } from './harness.ts'

/** The rows of each table. */
export type Contents = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>

export type Arranged = {
  /** Restores the rows that the database had when it was kept. */
  restore: () => Promise<void>
  read: () => Promise<Contents>
}

export const keepArranged = async ({ client: { pool } }: Pick<TestStore, 'client'>): Promise<Arranged> => {
  const { rows: columns } = await pool.query<{ table: string; columns: string }>(`
    select c.table_name as table, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`)
  const all = (statementOf: (table: string, columns: string) => string) =>
    columns.map((each) => statementOf(each.table, each.columns)).join(';\n')
  await pool.query(`create schema arranged; ${all((table) => `create table arranged.${table} as table public.${table}`)}`)
  // Disables triggers and foreign keys for these statements, because the books refuse to be emptied otherwise.
  const restore = `set session_replication_role = replica;
    ${all((table) => `delete from public.${table}`)};
    ${all((table, names) => `insert into public.${table} (${names}) overriding system value select ${names} from arranged.${table}`)};
    set session_replication_role = origin`
  const reading = columns.map(({ table }) => `select '${table}' as of, to_jsonb(r) as row from public.${table} r`)
  return {
    restore: async () => void (await pool.query(restore)),
    read: async () => {
      const { rows } = await pool.query<{ of: string; row: Record<string, unknown> }>(reading.join(' union all '))
      const contents = new Map<string, Record<string, unknown>[]>()
      for (const { of, row } of rows) contents.set(of, [...(contents.get(of) ?? []), row])
      return contents
    },
  }
}

const sorted = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).toSorted()

/** The columns whose values differ between two runs of the same work: random ids and secrets, and times of the database's own clock. */
export const changingColumns = (one: Contents, other: Contents): ReadonlySet<string> => {
  const changing = new Set<string>()
  for (const [table, rows] of one)
    for (const column of Object.keys(rows[0] ?? {})) {
      const valuesOf = (contents: Contents) => sorted((contents.get(table) ?? []).map((row) => row[column]))
      if (JSON.stringify(valuesOf(one)) !== JSON.stringify(valuesOf(other))) changing.add(`${table}.${column}`)
    }
  return changing
}

/** The rows as sorted texts, without these columns. */
export const withoutColumns = (contents: Contents, columns: ReadonlySet<string>): Record<string, string[]> =>
  Object.fromEntries(
    [...contents].map(([table, rows]) => [
      table,
      sorted(rows.map((row) => Object.entries(row).filter(([column]) => !columns.has(`${table}.${column}`)))),
    ]),
  )
