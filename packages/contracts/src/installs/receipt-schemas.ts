import { z } from 'zod'
import { id, instant } from '../core/fields.ts'
import { receiptFactsSchema } from './receipt-facts.ts'

/** The record of an uninstall: docs/product/my-apps.md, Receipts. */
export const uninstallReceiptSchema = receiptFactsSchema
  .extend({
    id,
    application_id: id.nullable().meta({ description: 'null once the application is deleted' }),
    at: instant,
    by: z.object({ id, name: z.string() }).nullable().meta({ description: 'null if the marketplace itself uninstalled it' }),
  })
  .meta({ id: 'UninstallReceipt' })

export type UninstallReceipt = z.output<typeof uninstallReceiptSchema>
