import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type OrganizationId, vouchForOrganization } from '../core/caller.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Files } from '../ports/files.ts'

/** The input of one step of the seed. `database` is the step's transaction. */
export type SeedStep = { database: Transaction; files: Files; folder: string; now: Date }

/** The id of a demo object. It is derived from its name, so that nothing is added twice. */
export const demoId = (...names: readonly string[]): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify(['demo', ...names]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Parses a text of the demo. Throws an Error with the place and the fault. */
export const parseDemo = <T extends z.ZodType>(schema: T, text: string, place: string): z.output<T> => {
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`The demo has a fault in ${place}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

export const demoOrganizationId = (key: string): OrganizationId => vouchForOrganization(demoId('organization', key))
