import { siteOf } from '@marketplace/domain/network'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { lockLinks } from '../mailed-links/repository.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Visitor } from '../sessions/visitor.ts'
import { createOwner, isTaken, type NewOwnerField, newOwnerSchema } from './create-owner.ts'
import { deleteSignUpsOf, findSignUpByToken } from './repository.ts'

export type NewOwnerErrors = Readonly<Partial<Record<NewOwnerField, string>>>

export type Finished =
  | { kind: 'signed-in'; secret: string }
  | { kind: 'invalid'; errors: NewOwnerErrors }
  | { kind: 'gone' }
  | { kind: 'taken' }

/**
 * Makes the account of a person who has proved by the mailed link that the e-mail is theirs, and signs them in. Of two requests with the
 * same link, the second one finds it used. Rejects with QueueFull while too many passwords wait to be hashed.
 */
export const finishSignUp = async (
  database: Database,
  { email, tokenHash, fields }: { email: string; tokenHash: string; fields: Readonly<Record<NewOwnerField, string>> },
  { address, browser, refusedPassword, before }: Omit<Visitor, 'device'> & { before: string | null },
  now: Date,
): Promise<Finished> => {
  const invalid = (errors: NewOwnerErrors): Finished => ({ kind: 'invalid', errors })
  const parsed = newOwnerSchema.safeParse(fields)
  if (!parsed.success) {
    // The first problem of each field.
    const errors = parsed.error.issues.toReversed().map(({ path: [name], message }) => [String(name), message])
    return invalid(Object.fromEntries(errors))
  }
  const { name, organization, password } = parsed.data
  if (password === refusedPassword) return invalid({ password: 'Everybody knows this password. Take another one.' })
  const problem = await newPasswordProblem(password, { name, email, organization })
  if (problem !== null) return invalid({ password: problem })
  const passwordHash = await hashPassword(password, siteOf(address))
  try {
    return await inTransaction(database, async (transaction): Promise<Finished> => {
      await lockLinks(transaction, 'sign-up', email)
      if (!(await findSignUpByToken(transaction, tokenHash, now))) return { kind: 'gone' }
      const who = await createOwner(transaction, { name, email, organization, passwordHash }, now)
      await deleteSignUpsOf(transaction, email)
      return { kind: 'signed-in', secret: await openSession(transaction, { ...who, browser, before }, now) }
    })
  } catch (error) {
    if (isTaken(error)) return { kind: 'taken' }
    throw error
  }
}
