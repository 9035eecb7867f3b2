import pg from 'pg'

/** Statements that begin and end transactions and savepoints. */
const FRAMES = /^(?:begin|commit|rollback|savepoint|release savepoint)\b/i

/** Counts the statements that this process sends to PostgreSQL, without those that begin and end transactions and savepoints. */
export const createStatementMeter = () => {
  const client = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown }
  const { query } = client
  let counted = 0
  return {
    start: (): void => {
      counted = 0
      client.query = function (this: unknown, ...asked) {
        const [statement] = asked as [string | { text?: string } | undefined]
        const text = typeof statement === 'string' ? statement : (statement?.text ?? '')
        if (!FRAMES.test(text)) counted++
        return query.apply(this, asked)
      }
    },
    stop: (): number => {
      client.query = query
      return counted
    },
  }
}
