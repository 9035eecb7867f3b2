import type { EventRow, Operation } from '../ledger/rows.ts'
import { newId } from '../ledger/new-id.ts'
import type { Transaction } from '../ledger/store.ts'
import type { Parameters } from './parameters.ts'
import type { Answer } from './refusal.ts'

/** `secret`: the server's key. `publishable`: a browser, which may do what it holds a client secret for. */
export type Caller = 'secret' | 'publishable'

/** A request on its way through a route. */
export type Call = {
  transaction: Transaction
  parameters: Parameters
  /** What stands in the path for `:id`. */
  id: string
  caller: Caller
  idempotencyKey: string | null
  now: number
}

export type Route = {
  method: 'GET' | 'POST'
  /** With `:id` for an id. */
  path: string
  /** Browsers may call it too. */
  browser?: true
  /** Which faults concern it. */
  operation?: Operation | ((sent: URLSearchParams) => Operation | null)
  handle: (call: Call) => Answer
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** Keeps an event, and a webhook that tells of it. */
export const emit = (call: Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>, type: string, object: unknown): void => {
  const row: EventRow = { id: newId('evt'), createdAt: call.now, type, object, idempotencyKey: call.idempotencyKey }
  call.transaction.put('events', row)
  call.transaction.put('deliveries', { id: row.id, attempts: 0, dueAt: call.now })
}
