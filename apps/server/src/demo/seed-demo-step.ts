import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import type { Files } from '../ports/files.ts'

/** What one step of the demo's seed works with: its transaction, the store of files, the demo's folder, the time. */
export type SeedStep = { database: Queryable; files: Files; folder: string; now: Date }

/** The id of something of the demo, in the form of any other: the same each time, so that nothing is ever there twice. */
export const demoId = (...names: readonly string[]): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify(['demo', ...names]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** A text of the demo as its schema understands it. Throws an Error that names the place and the fault. */
export const parseDemo = <T extends z.ZodType>(schema: T, text: string, place: string): z.output<T> => {
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`The demo has a fault in ${place}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
