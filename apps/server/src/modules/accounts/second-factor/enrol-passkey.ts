import { z } from 'zod'
import { addPurpose, askForNewPasskey, type PasskeyDeps, readNewPasskey } from '../factors/passkeys.ts'
import { findPasskeys, insertPasskey } from '../factors/repository.ts'
import type { SignedIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { type Added, addFactor, type Changer, type FactorDeps } from './change-factors.ts'
import { MAX_PASSKEY_NAME } from './second-factor-pages.ts'

/** The maximum number of passkeys of an account. */
const MOST = 20

/** The name that the owner gives a passkey. It is shown in mails. */
export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PASSKEY_NAME)
  .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u)

/** The request to the browser to make a passkey for the account that is signed in. */
export const askForOwnPasskey = async (
  deps: PasskeyDeps & Pick<SignInDeps, 'database'>,
  { identity, sessionHash }: SignedIn,
  now: Date,
): Promise<string> => {
  const others = await findPasskeys(deps.database, identity.id)
  return askForNewPasskey(deps, identity, { purpose: addPurpose(identity.id, sessionHash), others }, now)
}

/** Adds the passkey that a browser made for this session. */
export const enrolPasskey = (
  deps: FactorDeps & PasskeyDeps,
  changer: Changer,
  { json, name }: { json: string; name: string },
  now: Date,
): Promise<Added> => {
  const { identity, sessionHash } = changer.signedIn
  return addFactor(
    deps,
    changer,
    { kind: 'passkey', name },
    async (transaction) => {
      if ((await findPasskeys(transaction, identity.id)).length >= MOST) return false
      const purpose = addPurpose(identity.id, sessionHash)
      const made = await readNewPasskey(transaction, deps, { json, purpose }, now)
      return made !== null && insertPasskey(transaction, { ...made, accountId: identity.id, name, createdAt: now })
    },
    now,
  )
}
