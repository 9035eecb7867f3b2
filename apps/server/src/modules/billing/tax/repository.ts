import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { taxRates } from '../../../db/schema.ts'

/** The tax rate at this time: the state's; without one, the country's. */
export const findTaxRate = async (
  database: Queryable,
  country: string,
  state: string | null,
  now: Date,
): Promise<{ rate: number; name: string } | null> => {
  const [found] = await database
    .select({ rate: taxRates.rate, name: taxRates.name })
    .from(taxRates)
    .where(and(eq(taxRates.country, country), inArray(taxRates.state, ['', state ?? '']), lte(taxRates.validFrom, now)))
    .orderBy(desc(sql`${taxRates.state} <> ''`), desc(taxRates.validFrom))
    .limit(1)
  return found ?? null
}

/** Adds new rates. Existing ones stay as they are. */
export const addTaxRates = async (database: Queryable, rates: readonly (typeof taxRates.$inferInsert)[]): Promise<void> => {
  if (rates.length > 0)
    await database
      .insert(taxRates)
      .values([...rates])
      .onConflictDoNothing()
}
