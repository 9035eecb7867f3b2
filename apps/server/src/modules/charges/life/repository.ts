import { chargePeriods } from '../../../db/schema.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'
import { declareInsert } from '../../../db/writes.ts'

export type NewPeriod = typeof chargePeriods.$inferInsert

/** Records a period as charged or waived. A period is settled once: a second row for it is an error. */
export const insertPeriod = async (transaction: Transaction, period: NewPeriod): Promise<void> => {
  await transaction.insert(chargePeriods).values(period)
}

const newPeriods = declareInsert(chargePeriods)

/** As insertPeriod, for a period that the transaction does not read again: the row is written at the end. */
export const insertPeriodAtEnd = (transaction: Transaction, period: NewPeriod): Promise<void> =>
  writeAtEnd(transaction, newPeriods([period]))
