import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type Browser, openSession } from '../sessions/sessions.ts'
import { createOwner, isTaken } from './create-owner.ts'
import { deleteSignUpsOf, holdSignUpsOf, type SignUp } from './repository.ts'

export type Finished = { kind: 'signed-in'; secret: string } | { kind: 'gone' } | { kind: 'taken' }

/**
 * Makes the account of a person who has proved that the e-mail is theirs and that they sent the form, and signs them in. Of two requests
 * with the same link, the second one finds it used.
 */
export const finishSignUp = async (
  database: Database,
  { id, email }: SignUp,
  { browser, before }: { browser: Browser; before: string | null },
  now: Date,
): Promise<Finished> => {
  try {
    return await inTransaction(database, async (transaction): Promise<Finished> => {
      const signUp = (await holdSignUpsOf(transaction, email)).find((each) => each.id === id)
      if (!signUp?.tokenHash) return { kind: 'gone' }
      const who = await createOwner(transaction, signUp, now)
      await deleteSignUpsOf(transaction, email)
      return { kind: 'signed-in', secret: await openSession(transaction, { ...who, browser, before }, now) }
    })
  } catch (error) {
    if (isTaken(error)) return { kind: 'taken' }
    throw error
  }
}
