import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import type { IdempotencyStore, KeyedRequest, KeptOutcome } from '../core/idempotency.ts'
import { ApiError } from '../core/api-error.ts'
import { StatusAnswer } from './status-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: IdempotencyStore | null
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/
const ASK_AGAIN_MS = 100
/** How long a repeated request waits for the first one with the same key. */
const WAIT_MS = 10_000

const keyedRequest = (request: FastifyRequest, endpoint: string, key: string): KeyedRequest => {
  if (!request.caller) throw new Error(`${endpoint} accepts an Idempotency-Key, so it must need an account`)
  if (!KEY.test(key)) throw new ApiError('BAD_REQUEST')
  const asked = JSON.stringify([request.method, request.url, request.body ?? null])
  const { accountId, organizationId, clientId } = request.caller
  // The same account may act for another organization or through another client. That is another request.
  const digest = createHash('sha256')
    .update(JSON.stringify([organizationId, clientId, asked]))
    .digest('base64url')
  return { accountId, endpoint, key, digest }
}

/**
 * Runs a request at most once for each Idempotency-Key. A repeated request gets the stored answer or error; if the first one is
 * still running, it waits. Unexpected errors are not stored, so that the client can retry.
 */
export const runOnce = async (
  app: FastifyInstance,
  request: FastifyRequest,
  endpoint: string,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const { idempotency: store } = app
  if (!store) throw new Error(`${endpoint} accepts an Idempotency-Key, but this server has no store for them`)
  const { 'idempotency-key': key } = request.headers
  if (key === undefined) return work()
  if (typeof key !== 'string') throw new ApiError('BAD_REQUEST')
  const keyed = keyedRequest(request, endpoint, key)
  for (const end = Date.now() + WAIT_MS; ;) {
    const begun = await store.begin(keyed)
    if (begun.state === 'key-of-another-request') throw new ApiError('IDEMPOTENCY_KEY_REUSED')
    if (begun.state === 'done') return replay(begun.outcome)
    if (begun.state === 'begun') return run(store, keyed, begun.run, work)
    if (Date.now() > end) throw new ApiError('REQUEST_RUNNING')
    await wait(ASK_AGAIN_MS)
  }
}

const replay = (outcome: KeptOutcome): unknown => {
  if (outcome.kind === 'failure') throw new ApiError(outcome.code as ErrorCode, outcome.details)
  return outcome.status === 200 ? outcome.body : new StatusAnswer(outcome.status, outcome.body)
}

const run = async (store: IdempotencyStore, keyed: KeyedRequest, id: string, work: () => Promise<unknown>): Promise<unknown> => {
  try {
    const answer = await work()
    const { status, body } = answer instanceof StatusAnswer ? answer : { status: 200, body: answer }
    await store.finish(keyed, id, { kind: 'answer', status, body: body ?? null })
    return answer
  } catch (error) {
    if (error instanceof ApiError && ERRORS[error.code].status < 500)
      await store.finish(keyed, id, { kind: 'failure', code: error.code, details: error.details })
    else await store.abandon(keyed, id)
    throw error
  }
}
