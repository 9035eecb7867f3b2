import { newId } from '../../adapters/ids.ts'
import type { Queryable } from '../../db/client.ts'
import { mails } from '../../db/schema.ts'

export type NewMail = { recipient: string; subject: string; text: string; html: string }

/** Puts mail into the outbox, where it is with what caused it or not at all. */
export const queueMail = async (database: Queryable, messages: readonly NewMail[]): Promise<void> => {
  if (messages.length === 0) return
  await database.insert(mails).values(messages.map((mail) => ({ id: newId(), ...mail })))
}
