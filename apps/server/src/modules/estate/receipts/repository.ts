import { and, desc, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { accounts, uninstallReceipts } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'

const columns = {
  id: uninstallReceipts.id,
  applicationId: uninstallReceipts.applicationId,
  at: uninstallReceipts.at,
  facts: uninstallReceipts.facts,
  by: { id: accounts.id, name: accounts.name },
}

const select = (database: Queryable) =>
  database.select(columns).from(uninstallReceipts).leftJoin(accounts, eq(accounts.id, uninstallReceipts.accountId))

/** A page of receipts, the newest first, and the number of all receipts. */
export const findReceipts = async (
  database: Queryable,
  organizationId: OrganizationId,
  { page, limit }: { page: number; limit: number },
) => {
  const isOwn = eq(uninstallReceipts.organizationId, organizationId)
  const rows = await select(database)
    .where(isOwn)
    .orderBy(desc(uninstallReceipts.at), desc(uninstallReceipts.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await database.$count(uninstallReceipts, isOwn) }
}

export const findReceipt = async (database: Queryable, organizationId: OrganizationId, id: string) => {
  if (!isStorable(id)) return null
  const [row] = await select(database).where(
    and(eq(uninstallReceipts.organizationId, organizationId), eq(uninstallReceipts.id, id)),
  )
  return row ?? null
}
