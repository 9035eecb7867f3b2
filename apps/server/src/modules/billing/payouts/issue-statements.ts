import type { StatementDocument } from '@marketplace/contracts/billing/payout-schemas'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { findMovements, findUnstated, insertStatement, owedAt } from './repository.ts'

const MOST_AT_ONCE = 100
/** At this time (ms) after midnight, all transactions that began before midnight are in the books. */
const SETTLED_MS = 3_600_000

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`)
const monthAfter = (month: string): string => {
  const next = startOf(month)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString().slice(0, 7)
}

/** Issues the statements of all past months, each once, including months in which no server ran. */
export const issueStatements = async (
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const settled = new Date(clock.now().getTime() - SETTLED_MS)
    const unstated = await findUnstated(database, settled, MOST_AT_ONCE)
    for (const developer of unstated) {
      if (signal.aborted) return
      await issueStatement(database, developer, clock.now())
    }
    if (unstated.length === 0 || signal.aborted) return
  }
}

const issueStatement = (
  database: Database,
  { id, name, from: month }: { id: string; name: string; from: string },
  at: Date,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const [from, to] = [startOf(month), startOf(monthAfter(month))]
    const opening = await owedAt(transaction, id, from)
    const lines = await findMovements(transaction, id, { from, to })
    const sumOf = (...kinds: string[]) => lines.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)
    const document: StatementDocument = {
      developer: { id, name },
      month,
      issued_at: at.toISOString(),
      opening,
      closing: opening + lines.reduce((sum, { amount }) => sum + amount, 0),
      sales: sumOf('sale'),
      refunds: sumOf('refund', 'dispute'),
      payouts: sumOf('payout'),
      currency: 'usd',
      lines,
    }
    await insertStatement(transaction, { developerId: id, month, document, issuedAt: at })
    await recordAudit(transaction, {
      action: 'statement.issued',
      at,
      who: { accountId: null, organizationId: null },
      subject: id,
      details: { month, closing: document.closing },
    })
  })
