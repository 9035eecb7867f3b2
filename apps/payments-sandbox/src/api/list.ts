import type { Rows, Table } from '../ledger/rows.ts'
import { type Call, ok } from './call.ts'
import { missing, type Answer } from './refusal.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** Answers a page of a list, newest first. `starting_after` is the last id of the previous page. */
export const answerList = <T extends Table>(
  { transaction, parameters }: Call,
  table: T,
  path: string,
  fits: (row: Rows[T]) => boolean,
  present: (row: Rows[T]) => unknown,
): Answer => {
  const limit = Math.min(MAX_LIMIT, parameters.integer('limit', 1) ?? DEFAULT_LIMIT)
  const after = parameters.text('starting_after')
  const since = parameters.integer('created[gte]', 0)
  parameters.end()
  const rows = transaction.newestFirst(table)
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw missing(path, after, 'starting_after')
  const found: Rows[T][] = []
  for (let index = start; index < rows.length && found.length <= limit; index += 1) {
    const row = rows[index]
    if (!row || ('createdAt' in row && since !== undefined && Math.floor(row.createdAt / 1000) < since)) continue
    if (fits(row)) found.push(row)
  }
  return ok({ object: 'list', url: `/v1/${path}`, has_more: found.length > limit, data: found.slice(0, limit).map(present) })
}
