import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'
import type { OrganizationId } from '../../../core/caller.ts'
import { applications, consents, developers, uninstallReceipts } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

type Keeper = {
  told: boolean
  company: { name: string; website: string | null; email: string | null } | null
  developer: { name: string; slug: string; website: string | null; email: string | null } | null
  privacyPolicy: string | null
  /** The number of people in the organization who have consented to the client for themselves. */
  personal: number
}

/** Reads who keeps the data that an application has stored, and what else continues after its uninstall. */
export const readKeeper = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  { applicationId, clientId }: { applicationId: string; clientId: string },
): Promise<Keeper> => {
  const personal = transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(consents)
    .where(and(eq(consents.organizationId, organizationId), eq(consents.clientId, clientId), isNotNull(consents.accountId)))
  const [row] = await transaction
    .select({
      told: sql<boolean>`${applications.webhookUrl} is not null`,
      company: applications.company,
      developer: { name: developers.name, slug: developers.slug, website: developers.website, email: developers.email },
      privacyPolicy: applications.privacyPolicyUrl,
      personal: sql<number>`(${personal})`,
    })
    .from(applications)
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .where(eq(applications.id, applicationId))
  if (!row) throw new Error(`application ${applicationId} is gone in the transaction that uninstalls it`)
  return row
}

export type NewReceipt = {
  id: string
  organizationId: OrganizationId
  applicationId: string
  accountId: string | null
  at: Date
  facts: ReceiptFacts
}

export const insertReceipt = async (transaction: Transaction, receipt: NewReceipt): Promise<void> => {
  await transaction.insert(uninstallReceipts).values(receipt)
}
