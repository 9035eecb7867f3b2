import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAppendFile, replaceAppendFile } from './append-file.ts'
import { CAPACITY, type Rows, type Table, TABLES } from './rows.ts'

/** The table is full. */
export class StoreFull extends Error {}

export type Reader = {
  get: <T extends Table>(table: T, id: string) => Rows[T] | undefined
  newestFirst: <T extends Table>(table: T) => Rows[T][]
}
export type Transaction = Reader & {
  put: <T extends Table>(table: T, row: Rows[T]) => void
  remove: (table: Table, id: string) => void
}

export type Store = Reader & {
  /** Runs `work` and stores all of its changes, or none if it throws. They are on the disk once `settled` resolves. */
  change: <R>(work: (transaction: Transaction) => R) => R
  /** Resolves once all changes so far are on the disk. Requests are answered only after that. */
  settled: () => Promise<void>
  /** Adds a listener that is called after each change. */
  onChange: (listener: () => void) => void
  close: () => Promise<void>
}

type Change = readonly [table: Table, id: string, row: Rows[Table] | null]

const MAX_FILE_BYTES = 1024 ** 3
/** At the start, the file is rewritten if it has this many times more lines than rows. */
const REWRITE_FROM = 3
const ROWS_PER_LINE = 100

/** Opens the ledger in the folder with all acknowledged changes. */
export const openStore = async (folder: string): Promise<Store> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'ledger.jsonl')
  const tables = new Map<Table, Map<string, Rows[Table]>>(TABLES.map((table) => [table, new Map()]))
  const rowsOf = <T extends Table>(table: T) => tables.get(table) as Map<string, Rows[T]>

  const apply = ([table, id, row]: Change): void => {
    const rows = rowsOf(table)
    if (row === null) return void rows.delete(id)
    rows.set(id, row)
    const oldest = rows.size > CAPACITY[table].rows ? rows.keys().next().value : undefined
    if (oldest !== undefined) rows.delete(oldest)
  }

  let read = 0
  let file = await openAppendFile(path, (json) => {
    for (const change of JSON.parse(json) as Change[]) {
      apply(change)
      read += 1
    }
  })
  const left = [...tables.values()].reduce((sum, rows) => sum + rows.size, 0)
  if (read > 1_000 && read > left * REWRITE_FROM) {
    await file.close()
    file = await replaceAppendFile(path, linesOf(tables))
  }

  const reader: Reader = {
    get: (table, id) => rowsOf(table).get(id),
    newestFirst: (table) => [...rowsOf(table).values()].toReversed(),
  }
  const listeners: (() => void)[] = []
  return {
    ...reader,
    change: (work) => {
      const changed = new Map<string, Change>()
      const transaction: Transaction = {
        ...reader,
        get: <T extends Table>(table: T, id: string) => {
          const change = changed.get(`${table} ${id}`)
          return change ? ((change[2] ?? undefined) as Rows[T] | undefined) : reader.get(table, id)
        },
        put: (table, row) => {
          const { rows, drop } = CAPACITY[table]
          const isNew = !rowsOf(table).has(row.id)
          if (isNew && ((!drop && rowsOf(table).size >= rows) || file.bytes() > MAX_FILE_BYTES))
            throw new StoreFull(`The sandbox keeps no more than ${rows} ${table}. Stop it and delete ${path} to begin anew.`)
          changed.set(`${table} ${row.id}`, [table, row.id, row])
        },
        remove: (table, id) => void changed.set(`${table} ${id}`, [table, id, null]),
      }
      const result = work(transaction)
      if (changed.size > 0) {
        const changes = [...changed.values()]
        for (const change of changes) apply(change)
        file.append(JSON.stringify(changes))
        for (const listener of listeners) listener()
      }
      return result
    },
    settled: () => file.settled(),
    onChange: (listener) => void listeners.push(listener),
    close: () => file.close(),
  }
}

const linesOf = function* (tables: ReadonlyMap<Table, ReadonlyMap<string, Rows[Table]>>): Generator<string> {
  for (const [table, rows] of tables) {
    const all: Change[] = [...rows].map(([id, row]) => [table, id, row])
    for (let start = 0; start < all.length; start += ROWS_PER_LINE) yield JSON.stringify(all.slice(start, start + ROWS_PER_LINE))
  }
}
