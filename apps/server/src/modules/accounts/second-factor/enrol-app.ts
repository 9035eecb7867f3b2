import { stepOfCode } from '../factors/app-codes.ts'
import { findApp, insertApp } from '../factors/repository.ts'
import type { Vault } from '../factors/vault.ts'
import type { SignedIn } from '../sessions/visitor.ts'
import { type Added, addFactor, type Changer, type FactorDeps } from './change-factors.ts'

/** Binds the secret to the session for which it was made, so that a form of another session is refused. */
const aboutOf = ({ identity, sessionHash }: SignedIn): string => JSON.stringify(['new app', identity.id, sessionHash])

/** The sealed form of a new app's secret. The page keeps it until the app has produced a correct code. */
export const sealNewSecret = (vault: Vault, signedIn: SignedIn, secret: string): string => vault.seal(secret, aboutOf(signedIn))

/** Reads the secret in a form. Null if it was changed or made for another session. */
export const readNewSecret = (vault: Vault, signedIn: SignedIn, sealed: string): string | null =>
  vault.open(sealed, aboutOf(signedIn))

/** Turns an authenticator app on after a first correct code, and uses up that code. */
export const enrolApp = async (
  deps: FactorDeps & { vault: Vault },
  changer: Changer,
  { secret, code }: { secret: string; code: string },
  now: Date,
): Promise<Added | { kind: 'wrong' }> => {
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now)
  if (step === null) return { kind: 'wrong' }
  const accountId = changer.signedIn.identity.id
  return addFactor(
    deps,
    changer,
    { kind: 'app' },
    async (transaction) => {
      if (await findApp(transaction, accountId)) return false
      const sealedSecret = deps.vault.seal(secret, accountId)
      await insertApp(transaction, { accountId, sealedSecret, lastStep: step, createdAt: now })
      return true
    },
    now,
  )
}
