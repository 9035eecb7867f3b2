import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../db/client.ts'
import { findMail } from '../../mail/index.ts'
import { findSignUp } from '../sign-up/repository.ts'
import { findReset } from './repository.ts'

/** A job writes the mail, which takes it a moment. */
const WAITS_MS = 5_000
const LOOKS_EVERY_MS = 100

/** The mail that answers a form of this id: a password reset or a sign-up. Null if there is none yet, or never will be. For the demo. */
export const awaitMail = async (database: Database, id: string) => {
  for (let waited = 0; ; waited += LOOKS_EVERY_MS) {
    const asked = (await findReset(database, id)) ?? (await findSignUp(database, id))
    if (!asked) return null
    if (asked.mailId !== null) return findMail(database, asked.mailId)
    if (waited >= WAITS_MS) return null
    await wait(LOOKS_EVERY_MS)
  }
}
