import { newId } from '../ledger/new-id.ts'
import { FAULTS, type FaultKind, type FaultRow, type Operation, OPERATIONS } from '../ledger/rows.ts'
import type { Transaction } from '../ledger/store.ts'

const MAX_TIMES = 1_000_000
const MAX_MS = 600_000
const MAX_NAME = 500
/** How long (ms) a `reorder` fault delays something, unless the fault says so. */
export const REORDER_MS = 2_000
/** How long (ms) a request without a reply stays open, unless the fault says so. */
export const SILENCE_MS = 60_000
export const DELAY_MS = 1_000

const isOneOf = <V extends string>(values: readonly V[], value: unknown): value is V => values.some((each) => each === value)
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

/**
 * Parses a fault that a test sends; null if it is invalid. `times` defaults to 1; if `ms` is null, the durations above are used; without
 * `customer` it applies to everybody.
 */
export const readFault = (body: unknown): FaultRow | null => {
  if (typeof body !== 'object' || body === null) return null
  const { operation, fault, times = 1, ms = null, customer = null } = body as Record<string, unknown>
  if (!isOneOf(OPERATIONS, operation) || !isOneOf(FAULTS, fault)) return null
  if (!isCount(times, MAX_TIMES) || times === 0 || (ms !== null && !isCount(ms, MAX_MS))) return null
  if (customer !== null && (typeof customer !== 'string' || customer === '' || customer.length > MAX_NAME)) return null
  return { id: newId('fault'), operation, fault, times, ms, customer }
}

/** The customer of whatever a request names, by its path or by a parameter; null if that has no customer. */
export const customerOf = (transaction: Transaction, id: string, sent: URLSearchParams): string | null => {
  const named = [id, ...['payment_intent', 'charge'].map((name) => sent.get(name) ?? '')]
  const found = named.flatMap((each) => [
    transaction.get('intents', each)?.customer,
    transaction.get('setups', each)?.customer,
    transaction.get('charges', each)?.customer,
  ])
  return sent.get('customer') ?? found.find((each) => typeof each === 'string') ?? null
}

/** Returns the oldest fault of the operation for this customer (an id), with one of these kinds, and counts it as used once. */
export const takeFault = (
  transaction: Transaction,
  operation: Operation,
  customer: string | null,
  kinds: readonly FaultKind[] = FAULTS,
): FaultRow | null => {
  const name = customer === null ? null : (transaction.get('customers', customer)?.name ?? null)
  const row = transaction
    .newestFirst('faults')
    .toReversed()
    .find(
      (each) => each.operation === operation && kinds.includes(each.fault) && (each.customer === null || each.customer === name),
    )
  if (!row) return null
  if (row.times > 1) transaction.put('faults', { ...row, times: row.times - 1 })
  else transaction.remove('faults', row.id)
  return row
}
