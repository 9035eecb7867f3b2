import { createHash } from 'node:crypto'

type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

/** A hash of all rows in the database, except the tables `without` and audit events of the actions `withoutActions`. */
export const fingerprint = async (sql: Ask, without: readonly string[], withoutActions: string): Promise<string> => {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [without],
  )
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const but = name === 'audit_events' ? `where action not like '${withoutActions}'` : ''
    const [row] = await sql(`select string_agg(t::text, '|' order by t::text) as text from "${name}" t ${but}`)
    hash.update(JSON.stringify([name, row]))
  }
  return hash.digest('hex')
}
