import { eq } from 'drizzle-orm'
import type { Queryable } from './client.ts'
import { facts } from './schema.ts'

/** A fact about this installation; undefined if it was never written. */
export const readFact = async (database: Queryable, key: string): Promise<string | undefined> => {
  const [fact] = await database.select().from(facts).where(eq(facts.key, key))
  return fact?.value
}

export const writeFact = async (database: Queryable, key: string, value: string): Promise<void> => {
  await database.insert(facts).values({ key, value }).onConflictDoUpdate({ target: facts.key, set: { value } })
}

export const ensureFact = async (database: Queryable, key: string, make: () => string): Promise<string> => {
  await database.insert(facts).values({ key, value: make() }).onConflictDoNothing()
  const value = await readFact(database, key)
  if (value === undefined) throw new Error(`the fact ${key} is gone`)
  return value
}
