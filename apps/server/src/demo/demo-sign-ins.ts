import type { Queryable } from '../db/client.ts'
import { isAccount } from '../modules/accounts/index.ts'

/** The demo's sign-ins. The accounts are in demo/accounts.json. */
export const DEMO_SIGN_INS = [
  { emails: ['owner@acme.test', 'viceowner@acme.test', 'admin@acme.test', 'agent@acme.test', 'viewer@acme.test'], who: 'Acme' },
  { emails: ['owner@globex.test'], who: 'Globex, without a card' },
  { emails: ['owner@initech.test'], who: 'Initech, cancelled' },
  { emails: ['dev@northwind.test'], who: 'Northwind, a developer' },
  { emails: ['reseller@partner.test'], who: 'a reseller' },
  { emails: ['support@marketplace.test'], who: 'staff' },
] as const

/** The sign-ins whose accounts exist. A database that was not filled by the demo has none of them. */
export const presentDemoSignIns = async (database: Queryable): Promise<{ emails: string[]; who: string }[]> => {
  const present = await Promise.all(
    DEMO_SIGN_INS.map(async ({ emails, who }) => {
      const found = await Promise.all(emails.map((email) => isAccount(database, email)))
      return { who, emails: emails.filter((_, index) => found[index]) }
    }),
  )
  return present.filter(({ emails }) => emails.length > 0)
}
