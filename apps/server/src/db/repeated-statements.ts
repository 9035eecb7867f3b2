import pg from 'pg'

/** A statement is prepared when it is sent so often: one that never comes again would only occupy memory. */
const PREPARED_FROM = 5
/** Statements with lists of any length have endlessly many texts. So many are prepared on a connection, and so many are counted, at most. */
const MOST_PREPARED = 400
const MOST_COUNTED = 4_000

/** The names of the statements that are sent again and again. They are the same on each connection of a pool. */
const createNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST_PREPARED) return name
    const count = (counts.get(text) ?? 0) + 1
    if (count < PREPARED_FROM) {
      if (counts.size >= MOST_COUNTED) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const given = `repeated_${names.size}`
    names.set(text, given)
    return given
  }
}

/** Errors of a prepared statement that its text does not have: its result has changed with the schema, or a pooler has taken it to another connection. */
const LOST: readonly unknown[] = ['0A000', '26000', '42P05'] satisfies string[]

/**
 * A client whose statements with parameters are parsed and planned once on each connection if they repeat. To plan what a cart consists of
 * takes PostgreSQL longer than to read it.
 */
export const clientThatPrepares = (): typeof pg.Client => {
  const nameOf = createNames()
  return class extends pg.Client {
    #prepares = true

    override query(asked: never, ...rest: never[]): never {
      const { text, name } = asked as { text?: string; name?: string }
      const repeated =
        this.#prepares && text !== undefined && name === undefined && Array.isArray(rest[0]) ? nameOf(text) : undefined
      if (repeated === undefined) return super.query(asked, ...rest) as never
      const answering = super.query({ ...(asked as object), name: repeated } as never, ...rest) as unknown
      if (answering instanceof Promise)
        answering.catch((error: unknown) => {
          if (LOST.includes((error as { code?: unknown }).code)) this.#prepares = false
        })
      return answering as never
    }
  }
}
