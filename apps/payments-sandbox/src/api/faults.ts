import { newId } from '../ledger/new-id.ts'
import { FAULTS, type FaultKind, type FaultRow, type Operation, OPERATIONS } from '../ledger/rows.ts'
import type { Transaction } from '../ledger/store.ts'

const MAX_TIMES = 1_000_000
const MAX_MS = 600_000
/** How long (ms) a `reorder` fault delays something, unless the fault says so. */
export const REORDER_MS = 2_000
/** How long (ms) a request without a reply stays open, unless the fault says so. */
export const SILENCE_MS = 60_000
export const DELAY_MS = 1_000

const isOneOf = <V extends string>(values: readonly V[], value: unknown): value is V => values.some((each) => each === value)
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

/** Parses a fault that a test sends; null if it is invalid. `times` defaults to 1; if `ms` is null, the durations above are used. */
export const readFault = (body: unknown): FaultRow | null => {
  if (typeof body !== 'object' || body === null) return null
  const { operation, fault, times = 1, ms = null } = body as Record<string, unknown>
  if (!isOneOf(OPERATIONS, operation) || !isOneOf(FAULTS, fault)) return null
  if (!isCount(times, MAX_TIMES) || times === 0 || (ms !== null && !isCount(ms, MAX_MS))) return null
  return { id: newId('fault'), operation, fault, times, ms }
}

/** Returns the oldest fault of the operation with one of these kinds, and counts it as used once. */
export const takeFault = (
  transaction: Transaction,
  operation: Operation,
  kinds: readonly FaultKind[] = FAULTS,
): FaultRow | null => {
  const row = transaction
    .newestFirst('faults')
    .toReversed()
    .find((each) => each.operation === operation && kinds.includes(each.fault))
  if (!row) return null
  if (row.times > 1) transaction.put('faults', { ...row, times: row.times - 1 })
  else transaction.remove('faults', row.id)
  return row
}
