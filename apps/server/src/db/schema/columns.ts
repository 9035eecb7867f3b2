import { sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** An instant, to the millisecond: what JavaScript's dates hold. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const lower = (column: AnyPgColumn) => sql`lower(${column})`
