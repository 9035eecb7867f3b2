import { newId } from '../ledger/new-id.ts'
import { FAULTS, type FaultKind, type FaultRow, type Operation, OPERATIONS } from '../ledger/rows.ts'
import type { Transaction } from '../ledger/store.ts'

const MAX_TIMES = 1_000_000
const MAX_MS = 600_000
/** How long something waits for what should come before it, unless the fault says so. */
export const REORDER_MS = 2_000
/** How long a request that gets no reply stays open, unless the fault says so. */
export const SILENCE_MS = 60_000
export const DELAY_MS = 1_000

const isOneOf = <V extends string>(values: readonly V[], value: unknown): value is V => values.some((each) => each === value)
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

/** A fault as a test asks for it, or null if it is none. `times` is 1 and `ms` the usual unless they are given. */
export const readFault = (body: unknown): FaultRow | null => {
  if (typeof body !== 'object' || body === null) return null
  const { operation, fault, times = 1, ms = null } = body as Record<string, unknown>
  if (!isOneOf(OPERATIONS, operation) || !isOneOf(FAULTS, fault)) return null
  if (!isCount(times, MAX_TIMES) || times === 0 || (ms !== null && !isCount(ms, MAX_MS))) return null
  return { id: newId('fault'), operation, fault, times, ms }
}

/** Takes the oldest fault that is set for the operation, if it is one of these kinds, and counts it. */
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
