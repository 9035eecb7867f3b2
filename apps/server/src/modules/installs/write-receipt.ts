import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'
import { clientIdOf } from '@marketplace/domain/installing'
import { isService } from '@marketplace/domain/visibility'
import { paidUntil } from '@marketplace/domain/buying/paid-until'
import type { OrganizationId } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { EntitledPurchase } from '../charges/index.ts'
import type { stopPaying } from '../charges/index.ts'
import type { InstallState } from './records.ts'
import { insertReceipt, type NewReceipt, readKeeper } from './receipts/repository.ts'

type Stopped = Awaited<ReturnType<typeof stopPaying>>

/** The effects of an uninstall, as counted in its transaction. */
export type Ended = {
  /** The application and its installation before the uninstall. */
  state: Pick<InstallState, 'application'> & { installation: NonNullable<InstallState['installation']> }
  who: { accountId: string } | null
  at: Date
  reason: string | null
  payments: Stopped
  /** The paid right that continues after the uninstall; null for none. */
  kept: EntitledPurchase | null
  consentEnded: boolean
  sharers: string[]
  tokens: number
}

/** The cancelled charges. Charges are cancelled before anything is written, so their earlier state tells whether they were in their trial. */
const cancelledOf = ({ payments, at }: Ended): ReceiptFacts['cancelled'] =>
  payments.cancelled.map((charge) => {
    const { id, name, price, quantity, months, trialEndsAt, settledPeriod } = charge
    return {
      id,
      name,
      price,
      quantity,
      months,
      usable_until: paidUntil(charge)?.toISOString() ?? null,
      was_trial: settledPeriod < 0 && trialEndsAt !== null && trialEndsAt > at,
    }
  })

/** Writes the receipt of an uninstall, in the same transaction. */
export const writeReceipt = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  ended: Ended,
): Promise<NewReceipt> => {
  const { state, who, at, reason, payments, kept, consentEnded, sharers, tokens } = ended
  const { application, installation } = state
  const keeper = await readKeeper(transaction, organizationId, {
    applicationId: application.id,
    clientId: clientIdOf(application),
  })
  const maker = keeper.developer ?? (keeper.company && { ...keeper.company, slug: null })
  const facts: ReceiptFacts = {
    application: {
      name: application.name,
      slug: application.slug,
      product: application.product,
      service: isService(application),
    },
    installed_at: installation.installedAt.toISOString(),
    used_by: installation.agents?.length ?? null,
    reason,
    cancelled: cancelledOf(ended),
    kept_purchase: kept && (kept.once || kept.until) ? { once: kept.once, until: kept.until?.toISOString() ?? null } : null,
    free_right_ended: payments.freeEnded,
    refunded: 0,
    tokens_revoked: tokens,
    consent: { ended: consentEnded, scopes: installation.scopes, kept_for: sharers, personal: keeper.personal },
    told: keeper.told,
    developer: maker && {
      name: maker.name,
      slug: maker.slug,
      email: maker.email ?? keeper.company?.email ?? null,
      website: maker.website ?? keeper.company?.website ?? null,
      privacy_policy: keeper.privacyPolicy,
    },
  }
  const receipt = { id: newId(), organizationId, applicationId: application.id, accountId: who?.accountId ?? null, at, facts }
  await insertReceipt(transaction, receipt)
  return receipt
}
