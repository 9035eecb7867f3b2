import type { SourceFile } from './source-file.ts'
import { MODULES, TABLE_OWNERS } from './rules.ts'

const SCHEMA = 'apps/server/src/db/schema/'
const DECLARED = /export const (\w+) = pgTable\(\s*'(\w+)'/g
const BUILT = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const WRITTEN_OUT = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:\$\{(\w+)\}|"?(\w+)"?)/gi

/** The name in the code of each table, by that name and by its name in the database. */
export type TableNames = ReadonlyMap<string, string>

const tablesIn = (files: readonly SourceFile[]) =>
  files
    .filter(({ path }) => path.startsWith(SCHEMA))
    .flatMap(({ path, text }) => [...text.matchAll(DECLARED)].map(([, name = '', table = '']) => ({ path, name, table })))

const byName = (tables: ReturnType<typeof tablesIn>): TableNames =>
  new Map(tables.flatMap(({ name, table }) => [[name, name] as const, [table, name] as const]))

export const tableNamesOf = (files: readonly SourceFile[]): TableNames => byName(tablesIn(files))

/** The tables that a text writes, once for each write. */
export const writesOf = (text: string, tables: TableNames): string[] =>
  [...text.matchAll(BUILT), ...text.matchAll(WRITTEN_OUT)].flatMap((match) => tables.get(match[1] ?? match[2] ?? '') ?? [])

/** Tables without a declared owner (and the reverse), and writes of a table by another module than its owner. */
export const findTableViolations = (files: readonly SourceFile[]): string[] => {
  const declared = tablesIn(files)
  const nameOf = byName(declared)
  const ownerless = declared
    .filter(({ name }) => !TABLE_OWNERS.has(name))
    .map(
      ({ path, name }) =>
        `${path}: the table ${name} has no owner. Add it to TABLE_OWNERS in tools/arch/rules.ts, with the module that writes it`,
    )
  const gone = declared.length === 0 ? [] : [...TABLE_OWNERS.keys()].filter((name) => !nameOf.has(name))
  return [
    ...ownerless,
    ...gone.map((name) => `tools/arch/rules.ts: TABLE_OWNERS has ${name}, and no file of ${SCHEMA} has this table`),
    ...files.flatMap((file) => foreignWrites(file, nameOf)),
  ]
}

const foreignWrites = ({ path, text }: SourceFile, nameOf: TableNames): string[] => {
  if (!path.startsWith('apps/server/src/')) return []
  const writer = path.startsWith(MODULES) ? path.slice(MODULES.length).split('/')[0] : path.split('/')[3]
  return (
    [...new Set(writesOf(text, nameOf))]
      // A table without an owner is reported once, where it is declared.
      .filter((name) => (TABLE_OWNERS.get(name) ?? writer) !== writer)
      .map((name) => `${path}: only ${TABLE_OWNERS.get(name)} writes the table ${name}. Call a function of its index.ts`)
  )
}
