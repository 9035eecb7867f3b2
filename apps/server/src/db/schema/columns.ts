import { sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp with millisecond precision, like JavaScript's Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const lower = (column: AnyPgColumn) => sql`lower(${column})`
