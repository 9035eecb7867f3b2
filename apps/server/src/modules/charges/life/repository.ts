import { chargePeriods } from '../../../db/schema.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'

export type NewPeriod = typeof chargePeriods.$inferInsert

/** Records a period as charged or waived. A period is settled once: a second row for it is an error. */
export const insertPeriod = async (transaction: Transaction, period: NewPeriod): Promise<void> => {
  await transaction.insert(chargePeriods).values(period)
}

/** As insertPeriod, but the row is written at the end of the transaction. For a period that is not read again in it. */
export const insertPeriodAtEnd = (transaction: Transaction, period: NewPeriod): Promise<void> =>
  writeAtEnd(transaction, transaction.insert(chargePeriods).values(period))
