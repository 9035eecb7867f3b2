import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { ApiError } from '../../core/api-error.ts'
import type { KeptOutcome } from '../../core/idempotency.ts'
import type { Transaction } from '../../db/transaction.ts'
import { StatusAnswer } from '../../http/status-answer.ts'
import type { IdempotencyStore, KeyedRequest } from './repository.ts'

const KEY = /^[\x21-\x7e]{1,255}$/
const ASK_AGAIN_MS = 100
/** How long (ms) a repeated request waits for the first one with the same key. */
const WAIT_MS = 10_000

/** A value that is unchanged after it was stored as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The two parts of a request with a key. `write` may be rolled back and run again; after its commit only `answer` runs again. */
export type KeyedWork<Result, Kept> = {
  /** Runs the request's transaction, and `keep` at its end. */
  write: (keep: (transaction: Transaction, kept: Kept) => Promise<void>) => Promise<Result>
  answer: (result: Result | Kept) => Promise<unknown>
}

const keyedRequest = (request: FastifyRequest, endpoint: string, key: string): KeyedRequest => {
  if (!request.caller) throw new Error(`${endpoint} accepts an Idempotency-Key, so it must need an account`)
  if (!KEY.test(key)) throw new ApiError('BAD_REQUEST')
  const asked = JSON.stringify([request.method, request.url, request.body ?? null])
  const { accountId, organizationId, clientId } = request.caller
  // If the same account acts for another organization or through another client, it is another request.
  const digest = createHash('sha256')
    .update(JSON.stringify([organizationId, clientId, asked]))
    .digest('base64url')
  return { accountId, endpoint, key, digest }
}

/**
 * Commits the work of a request at most once for each Idempotency-Key. A repeated request gets the stored answer or error; if the first
 * one is still running, it waits. If the first one was lost after its commit, the repeated one makes the answer from what was committed.
 * Unexpected errors, and those that ask the client to try again, are not stored.
 */
export const runOnce = async <Result, Kept>(
  store: IdempotencyStore,
  request: FastifyRequest,
  endpoint: string,
  work: KeyedWork<Result, Kept>,
): Promise<unknown> => {
  const { 'idempotency-key': key } = request.headers
  if (key === undefined) return work.answer(await work.write(async () => {}))
  if (typeof key !== 'string') throw new ApiError('BAD_REQUEST')
  const keyed = keyedRequest(request, endpoint, key)
  for (const end = Date.now() + WAIT_MS; ;) {
    const begun = await store.begin(keyed)
    if (begun.state === 'key-of-another-request') throw new ApiError('IDEMPOTENCY_KEY_REUSED')
    if (begun.state === 'done') return replay(begun.outcome)
    if (begun.state === 'begun') {
      const { run, committed } = begun
      const keep = async (transaction: Transaction, kept: Kept) => {
        // A run that took too long writes nothing, because another run has taken over.
        if (!(await store.keep(transaction, keyed, run, kept))) throw new ApiError('REQUEST_RUNNING')
      }
      const ended = await outcomeOf(
        () => store.abandon(keyed, run),
        async () => work.answer(committed ? (committed.result as Kept) : await work.write(keep)),
      )
      try {
        await store.finish(keyed, run, ended.outcome)
      } catch (err) {
        // The work was committed with its result. A repeated request gets the answer that is made from this result.
        request.log.error({ err, endpoint }, 'the answer of a request with an Idempotency-Key was not stored')
      }
      return ended.reply()
    }
    if (Date.now() > end) throw new ApiError('REQUEST_RUNNING')
    await wait(ASK_AGAIN_MS)
  }
}

const replay = (outcome: KeptOutcome): unknown => {
  if (outcome.kind === 'failure') throw new ApiError(outcome.code as ErrorCode, outcome.details)
  return outcome.status === 200 ? outcome.body : new StatusAnswer(outcome.status, outcome.body)
}

/** After these errors, clients send the same request again, after signing in or after a pause. */
const AGAIN_STATUSES: ReadonlySet<number> = new Set([401, 429])
const AGAIN: ReadonlySet<ErrorCode> = new Set(['PAYMENT_RUNNING', 'REQUEST_RUNNING'])

/**
 * Whether an error is a final answer that repeated requests get too. The work was rolled back in any case, so a request without a final
 * answer can run again.
 */
const isFinal = (code: ErrorCode): boolean => {
  const { status } = ERRORS[code]
  return status < 500 && !AGAIN_STATUSES.has(status) && !AGAIN.has(code)
}

type Ended = { outcome: KeptOutcome; reply: () => unknown }

const outcomeOf = async (abandon: () => Promise<void>, run: () => Promise<unknown>): Promise<Ended> => {
  try {
    const answer = await run()
    const { status, body } = answer instanceof StatusAnswer ? answer : { status: 200, body: answer }
    return { outcome: { kind: 'answer', status, body: body ?? null }, reply: () => answer }
  } catch (error) {
    if (error instanceof ApiError && isFinal(error.code)) {
      const { code, details } = error
      const reply = () => {
        throw error
      }
      return { outcome: { kind: 'failure', code, details }, reply }
    }
    await abandon()
    throw error
  }
}
