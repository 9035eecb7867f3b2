import type { Transaction } from '../../../db/transaction.ts'
import { stepOfCode } from './app-codes.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { findApp, claimAppStep, claimRecoveryCode } from './repository.ts'
import type { Vault } from './vault.ts'

/** Longer than any code, even if it is typed with many spaces. */
const LONGEST = 100

/**
 * Uses up a code of the account's authenticator app, or a recovery code. Null if the code is wrong or was used before. The action that the
 * code allows must happen in the same transaction, so that it happens once.
 */
export const claimCode = async (
  transaction: Transaction,
  vault: Vault,
  { accountId, code }: { accountId: string; code: string },
  now: Date,
): Promise<'app' | 'recovery' | null> => {
  if (code.length > LONGEST) return null
  const plain = code.replaceAll(/\s/g, '')
  if (isAppCode(plain)) {
    const app = await findApp(transaction, accountId)
    const secret = app && vault.open(app.sealedSecret, accountId)
    const step = secret === null ? null : stepOfCode(secret, plain, now)
    return step !== null && (await claimAppStep(transaction, accountId, step)) ? 'app' : null
  }
  const hash = hashOfRecoveryCode(plain)
  return hash !== null && (await claimRecoveryCode(transaction, accountId, hash)) ? 'recovery' : null
}

/** Whether a text has the form of a code of an authenticator app: six digits, which can be guessed. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
