import type { Transaction } from '../../../db/transaction.ts'
import { stepOfCode } from './app-codes.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { findApp, claimAppStep, claimRecoveryCode } from './repository.ts'
import type { Vault } from './vault.ts'

/** Longer than any code, however many spaces it is typed with. */
const LONGEST = 100

/**
 * Uses a code of an account's authenticator app, or one of its recovery codes. Null if it is wrong or was used: whatever the caller does
 * with it is done in the same transaction, and once.
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

/** Whether this looks like a code of an authenticator app, of which there are few enough to be guessed. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
