import type { Database } from '../../../db/client.ts'
import { countRecoveryCodes, findApp, findPasskeys, type Passkey } from './repository.ts'

/** The second factors of an account. */
export type SecondFactor = { app: { createdAt: Date } | null; passkeys: readonly Passkey[]; recoveryCodes: number }

export const readSecondFactor = async (database: Database, accountId: string): Promise<SecondFactor> => ({
  app: await findApp(database, accountId),
  passkeys: await findPasskeys(database, accountId),
  recoveryCodes: await countRecoveryCodes(database, accountId),
})

/** Whether the account is asked for a second step. */
export const isOn = ({ app, passkeys }: SecondFactor): boolean => app !== null || passkeys.length > 0
