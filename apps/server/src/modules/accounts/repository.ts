import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { accounts, memberships } from '../../db/schema.ts'
import { insertMembers, insertOrganizations, type NewMembers, type NewOrganization } from '../organizations/index.ts'

/** Until the transaction ends, nobody changes what an account is, in any organization. */
export const holdAccount = async (database: Queryable, accountId: string): Promise<void> => {
  await database.execute(sql`
    select 1 from ${accounts} a, ${memberships} m where a.id = ${accountId} and m.account_id = a.id for share`)
}

export type NewAccount = typeof accounts.$inferInsert

/** Organizations, and everything that belongs to them. */
export type NewPeople = NewMembers & { organizations: readonly NewOrganization[]; accounts: readonly NewAccount[] }

/** Writes people in the order in which their rows refer to each other. */
export const insertPeople = async (database: Queryable, people: NewPeople): Promise<void> => {
  await insertOrganizations(database, people.organizations)
  if (people.accounts.length > 0) await database.insert(accounts).values([...people.accounts])
  await insertMembers(database, people)
}
