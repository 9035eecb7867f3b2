import { hash } from 'node:crypto'
import { periodStart } from '@marketplace/domain/buying/periods'
import { quoteText } from '@marketplace/domain/buying/quote'
import type { Queryable } from '../../../db/client.ts'
import { findInside } from '../../billing/index.ts'
import { type AuditedAttempt, CHECKS, readAttempts, readPeriods, readQuotes, readRefunds, runCheck } from './repository.ts'

/** The captures and refunds that the provider reports. */
export type ProviderLedger = {
  captures: readonly { id: string; amount: number; metadata: Readonly<Record<string, string>> }[]
  refunds: readonly { id: string; capture: string; amount: number }[]
}

/** A violation of a rule in docs/product/buying.md, Rules. */
export type Violation = { rule: number; what: string; id: string }

/** Compares the provider's captures with the attempts. A capture under way may not be recorded yet. */
const compareCaptures = ({ captures }: ProviderLedger, attempts: readonly AuditedAttempt[]): Violation[] => {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const seen = new Set<string>()
  const found: Violation[] = []
  for (const { id, amount, metadata } of captures) {
    const attempt = byId.get(metadata.attempt ?? '')
    if (!attempt) found.push({ rule: 2, what: 'the provider captured for nothing that we know', id })
    else if (seen.has(attempt.id)) found.push({ rule: 1, what: 'the provider captured twice for one attempt', id })
    else if (!attempt.live && attempt.state !== 'captured')
      found.push({ rule: 2, what: 'the provider captured for an attempt that came to nothing', id })
    else if (!attempt.live && attempt.captureAmount !== amount)
      found.push({ rule: 2, what: 'the provider captured another amount', id })
    else if (!attempt.live && attempt.captureId !== id) found.push({ rule: 2, what: 'the provider knows another capture', id })
    if (attempt) seen.add(attempt.id)
  }
  for (const { id, state, captureAmount } of attempts)
    if (state === 'captured' && captureAmount !== null && captureAmount > 0 && !seen.has(id))
      found.push({ rule: 2, what: 'the provider captured nothing for it', id })
  return found
}

/** Compares the provider's refunds with those in the books. */
const compareRefunds = (ledger: ProviderLedger, refunds: Awaited<ReturnType<typeof readRefunds>>): Violation[] => {
  const found: Violation[] = []
  const ours = new Map(refunds.map((refund) => [refund.providerRefundId, refund]))
  for (const { id, amount, capture } of ledger.refunds) {
    const refund = ours.get(id)
    if (refund?.total !== amount) found.push({ rule: 2, what: 'the provider refunded what we do not know', id })
    else if (refund.captureId !== capture) found.push({ rule: 2, what: 'the provider refunded another capture', id })
  }
  const theirs = new Set(ledger.refunds.map(({ id }) => id))
  for (const { providerRefundId: id } of refunds)
    if (!theirs.has(id)) found.push({ rule: 2, what: 'the provider does not know a refund', id })
  return found
}

/** Compares the captures and refunds of the provider with the attempts and refunds in the database, in both directions. */
export const auditProvider = async (database: Queryable, ledger: ProviderLedger): Promise<Violation[]> => [
  ...compareCaptures(ledger, await readAttempts(database)),
  ...compareRefunds(ledger, await readRefunds(database)),
]

/** Checks the database alone against every rule, also with the checks of reconciliation. */
export const auditDatabase = async (database: Queryable, { now }: { now: Date }): Promise<Violation[]> => {
  const found: Violation[] = []
  for (const check of CHECKS)
    for (const id of await runCheck(database, check, now)) found.push({ rule: check.rule, what: check.what, id })
  for (const { id, quote, checksum } of await readQuotes(database))
    if (hash('sha256', quoteText(quote), 'hex') !== checksum)
      found.push({ rule: 5, what: 'the frozen quote is not what its checksum says', id })
  for (const { chargeId: id, anchor, months, index, startsAt } of await readPeriods(database))
    if (periodStart({ anchor: new Date(anchor), months }, index).getTime() !== new Date(startsAt).getTime())
      found.push({ rule: 8, what: 'a period is not counted from the anchor', id })
  for (const { kind, subject: id } of await findInside(database, now))
    found.push({ rule: kind === 'renewal_missing' ? 8 : 2, what: `reconciliation: ${kind}`, id })
  return found
}

/** Checks the database against every rule, and against the provider's ledger. Returns an empty list if the books are correct. */
export const auditBooks = async (database: Queryable, ledger: ProviderLedger, at: { now: Date }): Promise<Violation[]> => [
  ...(await auditDatabase(database, at)),
  ...(await auditProvider(database, ledger)),
]
