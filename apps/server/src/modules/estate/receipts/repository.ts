import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { accounts, uninstallReceipts } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'

const columns = {
  id: uninstallReceipts.id,
  applicationId: uninstallReceipts.applicationId,
  at: uninstallReceipts.at,
  facts: uninstallReceipts.facts,
  by: { id: accounts.id, name: accounts.name },
  total: sql<number>`count(*) over ()::int`,
}

const select = (database: Queryable) =>
  database.select(columns).from(uninstallReceipts).leftJoin(accounts, eq(accounts.id, uninstallReceipts.accountId))

/** A page of receipts, the newest first, and how many there are. */
export const findReceipts = async (
  database: Queryable,
  organizationId: string,
  { page, limit }: { page: number; limit: number },
) => {
  const rows = await select(database)
    .where(eq(uninstallReceipts.organizationId, organizationId))
    .orderBy(desc(uninstallReceipts.at), desc(uninstallReceipts.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: rows[0]?.total ?? 0 }
}

export const findReceipt = async (database: Queryable, organizationId: string, id: string) => {
  if (!isStorable(id)) return null
  const [row] = await select(database).where(
    and(eq(uninstallReceipts.organizationId, organizationId), eq(uninstallReceipts.id, id)),
  )
  return row ?? null
}
