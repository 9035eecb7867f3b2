export { readBalance } from './books/repository.ts'
export { recordSales } from './books/record-sales.ts'
export type { SaleLine } from './books/record-sales.ts'
export type { PaidAttempt } from './invoices/repository.ts'
