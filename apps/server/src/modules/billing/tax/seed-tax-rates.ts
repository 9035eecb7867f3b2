import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../../../db/client.ts'
import { readFact, writeFact } from '../../../db/facts.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { addTaxRates } from './repository.ts'

const FILE = join(import.meta.dirname, '../../../../data/tax-rates.json')
const FACT = 'tax-rates'

const fileSchema = z.strictObject({
  /** The day on which the rates were last compared with their sources. */
  asOf: z.iso.date(),
  note: z.string(),
  rates: z.array(
    z.strictObject({
      country: z.string().length(2),
      state: z.string(),
      name: z.string(),
      rate: z.int().min(0).max(100_000),
      from: z.iso.date(),
      source: z.string(),
    }),
  ),
})

/**
 * Adds the tax rates that this version of the server knows, once for each version of the file. Rates that an operator changed stay, and so
 * do the operator's own.
 */
export const seedTaxRates = async (database: Database): Promise<void> => {
  const { asOf, rates } = fileSchema.parse(JSON.parse(await readFile(FILE, 'utf8')))
  const edition = `${asOf}, ${rates.length} rates`
  if ((await readFact(database, FACT)) === edition) return
  await inTransaction(database, async (transaction) => {
    await addTaxRates(
      transaction,
      rates.map(({ from, ...rate }) => ({ ...rate, validFrom: new Date(`${from}T00:00:00Z`) })),
    )
    await writeFact(transaction, FACT, edition)
  })
}
