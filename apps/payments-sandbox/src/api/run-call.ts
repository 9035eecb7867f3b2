import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultRow, type KeyRow } from '../ledger/rows.ts'
import { type Store, StoreFull, type Transaction } from '../ledger/store.ts'
import type { Caller, Route } from './call.ts'
import { forBrowser, forbidden } from './client-secret.ts'
import { customerOf, DELAY_MS, REORDER_MS, SILENCE_MS, takeFault } from './faults.ts'
import { readParameters } from './parameters.ts'
import { type Answer, apiError, Refusal } from './refusal.ts'
import { findRoute } from './routes.ts'

export type ApiRequest = {
  method: string
  path: string
  sent: URLSearchParams
  caller: Caller
  idempotencyKey: string | null
}
/** `silentFor`: no answer is sent, and the connection is closed after this time (ms). */
export type Reply = { status: number; body: string; replayed: boolean } | { silentFor: number }

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000
const MAX_KEY = 255
/** The most requests that faults delay at the same time. Further requests are not delayed. */
const MAX_HELD = 500

const digestOf = ({ method, path, sent, caller }: ApiRequest): string => {
  const parameters = [...sent].map(([name, value]) => `${name}=${value}`).toSorted()
  return createHash('sha256')
    .update(JSON.stringify([method, path, caller, parameters]))
    .digest('base64url')
}

const idempotencyError = (status: number, message: string, code?: string): Answer =>
  new Refusal(status, 'idempotency_error', message, code ? { code } : {}).answer

/** Runs requests one after the other. A request changes everything or nothing, and is answered only after its changes are on the disk. */
export const createRunner = (store: Store, now: () => number) => {
  const running = new Set<string>()
  const held = new Set<() => void>()

  /** Waits until another request has run, at most `ms`. */
  const untilAnother = async (ms: number): Promise<void> => {
    if (held.size >= MAX_HELD) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    held.add(resolve)
    await promise
    held.delete(resolve)
    clearTimeout(timer)
  }

  const hold = async (fault: FaultRow | null): Promise<void> => {
    if (fault?.fault === 'delay') await sleep(fault.ms ?? DELAY_MS)
    if (fault?.fault === 'reorder') await untilAnother(fault.ms ?? REORDER_MS)
  }

  const replyOf = async (kept: Pick<KeyRow, 'status' | 'body'>, replayed: boolean, fault: FaultRow | null): Promise<Reply> => {
    await store.settled()
    if (fault?.fault === 'no_reply_after') return { silentFor: fault.ms ?? SILENCE_MS }
    return { status: kept.status, body: kept.body, replayed }
  }

  const execute = (route: Route, id: string, request: ApiRequest, fault: FaultRow | null): Pick<KeyRow, 'status' | 'body'> => {
    const { caller, idempotencyKey, sent } = request
    const told = ({ status, body }: Answer) => ({ status, body: JSON.stringify(caller === 'secret' ? body : forBrowser(body)) })
    const rowOf = (answer: Answer, key: string): KeyRow => ({ id: key, digest: digestOf(request), at: now(), ...told(answer) })
    const keep = (answer: Answer) => {
      if (idempotencyKey !== null) store.change((transaction) => transaction.put('keys', rowOf(answer, idempotencyKey)))
      return told(answer)
    }
    if (fault?.fault === 'error_before') return keep(apiError('An error before anything was done, as a test asked for.'))
    try {
      return store.change((transaction) => {
        const parameters = readParameters(sent)
        const done = route.handle({ transaction, parameters, id, caller, idempotencyKey, now: now() })
        const answer = fault?.fault === 'error_after' ? apiError('An error after it was done, as a test asked for.') : done
        if (idempotencyKey !== null) transaction.put('keys', rowOf(answer, idempotencyKey))
        return told(answer)
      })
    } catch (error) {
      if (error instanceof StoreFull) return told({ status: 503, body: { error: { type: 'api_error', message: error.message } } })
      if (!(error instanceof Refusal)) throw error
      return error.kept ? keep(error.answer) : told(error.answer)
    }
  }

  return async (request: ApiRequest): Promise<Reply> => {
    const found = findRoute(request.method, request.path)
    const refuse = ({ status, body }: Answer): Reply => ({ status, body: JSON.stringify(body), replayed: false })
    if (!found) {
      const message = `Unrecognized request URL (${request.method}: ${request.path}). The sandbox speaks a part of Stripe's API only.`
      return refuse(new Refusal(404, 'invalid_request_error', message).answer)
    }
    const { route, id } = found
    if (request.caller === 'publishable' && !route.browser) return refuse(forbidden().answer)
    const key = route.method === 'POST' ? request.idempotencyKey : null
    if (key !== null && key.length > MAX_KEY)
      return refuse(idempotencyError(400, 'An idempotency key has at most 255 characters.'))
    const operation = typeof route.operation === 'function' ? route.operation(request.sent) : (route.operation ?? null)

    const whose = (transaction: Transaction) => customerOf(transaction, id, request.sent)

    const kept = key === null ? undefined : store.get('keys', key)
    if (kept && now() - kept.at < KEY_LIFETIME_MS) {
      if (kept.digest !== digestOf(request))
        return refuse(
          idempotencyError(
            400,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          ),
        )
      const fault =
        operation &&
        store.change((transaction) => takeFault(transaction, operation, whose(transaction), ['no_reply_after', 'delay']))
      await hold(fault)
      return replyOf(kept, true, fault)
    }
    if (key !== null && running.has(key))
      return refuse(
        idempotencyError(
          409,
          'There is currently another in-progress request using this Idempotent Key.',
          'idempotency_key_in_use',
        ),
      )
    if (key !== null) running.add(key)
    try {
      const fault = operation && store.change((transaction) => takeFault(transaction, operation, whose(transaction)))
      await hold(fault)
      const done = execute(route, id, { ...request, idempotencyKey: key }, fault)
      // A duplicate: the request is executed twice. With a key, the second execution would only repeat the stored answer.
      if (fault?.fault === 'duplicate' && key === null) execute(route, id, request, null)
      if (route.method === 'POST') for (const release of held) release()
      return await replyOf(done, false, fault)
    } finally {
      if (key !== null) running.delete(key)
    }
  }
}
