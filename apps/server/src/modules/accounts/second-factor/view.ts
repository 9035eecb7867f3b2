import type { Database } from '../../../db/client.ts'
import { countRecoveryCodes, findApp } from './repository.ts'

/** What an account has as its second factor. */
export type SecondFactor = { app: { createdAt: Date } | null; recoveryCodes: number }

export const readSecondFactor = async (database: Database, accountId: string): Promise<SecondFactor> => {
  const [app, recoveryCodes] = [await findApp(database, accountId), await countRecoveryCodes(database, accountId)]
  return { app, recoveryCodes }
}

/** Whether anything is asked for after the password. */
export const isOn = ({ app }: SecondFactor): boolean => app !== null
