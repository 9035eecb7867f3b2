// Records the statements that some work sends to the database.
import pg from 'pg'
import { vi } from 'vitest'

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : String((asked as { text?: unknown } | undefined)?.text ?? '')

const FRAMES = /^(?:begin|commit|rollback|savepoint|release savepoint)\b/i

/** The statements of `work` on any connection, without those that begin and end transactions and savepoints. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    // Leave out the queries with which the job queue looks for work.
    return query.mock.calls.map(([asked]) => textOf(asked)).filter((text) => !FRAMES.test(text) && !/jobs\./i.test(text))
  } finally {
    query.mockRestore()
  }
}
