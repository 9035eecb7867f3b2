import type { EventRow, Operation } from '../ledger/rows.ts'
import { newId } from '../ledger/new-id.ts'
import type { Transaction } from '../ledger/store.ts'
import type { Parameters } from './parameters.ts'
import type { Answer } from './refusal.ts'

/** `secret`: a server with the secret key. `publishable`: a browser, which may only call endpoints with a client secret. */
export type Caller = 'secret' | 'publishable'

/** A request in the form that routes get. */
export type Call = {
  transaction: Transaction
  parameters: Parameters
  /** The value of `:id` in the path. */
  id: string
  caller: Caller
  idempotencyKey: string | null
  now: number
}

export type Route = {
  method: 'GET' | 'POST'
  /** A path in which `:id` stands for an id. */
  path: string
  /** Whether browsers may call it too. */
  browser?: true
  /** The operation whose faults apply to it. */
  operation?: Operation | ((sent: URLSearchParams) => Operation | null)
  handle: (call: Call) => Answer
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** Stores an event and the webhook that reports it. */
export const emit = (call: Pick<Call, 'transaction' | 'idempotencyKey' | 'now'>, type: string, object: unknown): void => {
  const row: EventRow = { id: newId('evt'), createdAt: call.now, type, object, idempotencyKey: call.idempotencyKey }
  call.transaction.put('events', row)
  call.transaction.put('deliveries', { id: row.id, attempts: 0, dueAt: call.now })
}
