import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  API_MOUNTS,
  type Endpoint,
  type MultipartBody,
  type ParsedPart,
  type RawBody,
  streamedBodyOf,
  type WebhookAccess,
} from '@marketplace/contracts/core/endpoint'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { KeptAnswer } from './answer-cache.ts'
import { ApiError } from '../core/api-error.ts'
import type { Caller, RecentCaller } from '../core/caller.ts'
import { guard } from './guard.ts'
import { limitOf } from './rate-limits.ts'
import { type Parts, readParts, refuseLongForm } from './read-parts.ts'
import { sendAnswer } from './send-answer.ts'
import { type OtherStatus, StatusAnswer } from './status-answer.ts'

type BodyOf<Body extends Endpoint['body']> = Body extends RawBody ? Buffer : Body extends MultipartBody ? Parts : ParsedPart<Body>

export type Call<E extends Endpoint> = {
  params: ParsedPart<E['params']>
  query: ParsedPart<E['query']>
  body: BodyOf<E['body']>
  /** The product of the address: /api/v1 is the help desk's, all others are live chat's. */
  product: Product
  /** Null unless the endpoint needs an account. */
  caller: E['access'] extends { kind: 'account' } ? Caller : null
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the endpoint's JSON, an answer with another status, a cached answer, or the reply if it was sent already. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | OtherStatus<E> | KeptAnswer | FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const isKept = (answer: unknown): answer is KeptAnswer =>
  typeof answer === 'object' && answer !== null && 'etag' in answer && 'body' in answer

/** A call of an endpoint whose handler locks the caller's rights. */
export type LockingCall<E extends Endpoint> = Omit<Call<E>, 'caller'> & { caller: RecentCaller }

/**
 * Registers an endpoint. Its route, validation, serialisation and guard are made from its declaration. An endpoint that accepts an
 * Idempotency-Key is registered with registerKeyedEndpoint of modules/idempotency.
 */
export const registerEndpoint = <E extends Endpoint & { idempotent: false }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void => {
  if (endpoint.idempotent)
    throw new Error(`${(endpoint as Endpoint).id} accepts an Idempotency-Key: register it with registerKeyedEndpoint`)
  if (endpoint.access.kind === 'webhook') throw new Error(`${endpoint.id} is a webhook: register it with registerWebhook`)
  addRoutes(app, endpoint, handler)
}

/**
 * Registers an endpoint whose handler calls LockCaller before anything else. Its caller is not read from the database if it was found in the
 * last minute (docs/decisions/0061-who-asked-a-moment-ago.md).
 */
export const registerLockingEndpoint = <E extends Endpoint & { idempotent: false; access: { kind: 'account' } }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: LockingCall<E>) => ReturnType<Handler<E>>,
): void =>
  addRoutes(
    app,
    endpoint,
    ({ caller, ...call }) => {
      const asFound = caller as Caller
      const { accountId, organizationId, actor } = asFound
      return handler({ ...call, caller: { accountId, organizationId, actor, asFound } })
    },
    { recalls: true },
  )

export type Webhook = Endpoint & { access: WebhookAccess; body: RawBody }

/**
 * Registers a webhook. `readEvent` reads the event from the signed bytes and returns null for a wrong signature. It must check the
 * signature before it reads anything else.
 */
export const registerWebhook = <E extends Webhook, Event>(
  app: FastifyInstance,
  endpoint: E,
  readEvent: (bytes: Buffer, signature: string) => Event | null,
  handler: (event: Event) => ReturnType<Handler<E>>,
): void => {
  const { signature } = endpoint.access
  addRoutes(app, endpoint, async ({ request, body }) => {
    const event = readEvent(body as Buffer, String(request.headers[signature]))
    if (event === null) throw new ApiError('BAD_REQUEST')
    return handler(event)
  })
}

const requireSignature =
  ({ signature }: WebhookAccess) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (typeof headers[signature] !== 'string') throw new ApiError('BAD_REQUEST')
  }

/** Adds a route in a separate scope that reads bodies of any type as bytes, or only forms with files, so that no other parser runs. */
const addStreamedRoute = (
  app: FastifyInstance,
  { kind }: { kind: 'raw' | 'multipart' },
  addRoute: (scope: FastifyInstance) => void,
): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (kind === 'multipart') await scope.register(multipart)
    else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    addRoute(scope)
  })
}

/** Only the functions that register endpoints may call this. */
export const addRoutes = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { recalls }: { recalls: boolean } = { recalls: false },
): void => {
  const { params, query, body, ok, also } = endpoint
  const { access } = endpoint
  const streamed = streamedBodyOf(endpoint)
  if (streamed && endpoint.idempotent) throw new Error(`${endpoint.id}: only JSON is compared for an Idempotency-Key`)
  const otherAnswers = Object.entries(also).flatMap(([status, answer]) => ('body' in answer ? [[status, answer.body]] : []))
  const isForAnyone = access.kind === 'anyone'
  const addRoute = (scope: FastifyInstance, mount: string) =>
    scope.route({
      method: endpoint.method,
      url: mount + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      ...(streamed?.kind === 'raw' && { bodyLimit: streamed.maxBytes }),
      ...(endpoint.maxBytes !== null && { bodyLimit: endpoint.maxBytes }),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && !streamed && { body }),
        response: { ...('body' in ok && { 200: ok.body }), ...Object.fromEntries(otherAnswers) },
      },
      // All checks run before the body is read, so that the limit also bounds the work of reading and validating it.
      onRequest: [
        guard(app, endpoint, { recalls }),
        ...(endpoint.limit ? [app.rateLimit(limitOf(endpoint.limit))] : []),
        ...(access.kind === 'webhook' ? [requireSignature(access)] : []),
        ...(streamed?.kind === 'multipart' ? [refuseLongForm(streamed)] : []),
      ],
      handler: async (request, reply) => {
        const given = streamed?.kind === 'multipart' ? await readParts(request, streamed) : request.body
        const work = () =>
          handler({
            params: request.params as ParsedPart<E['params']>,
            query: request.query as ParsedPart<E['query']>,
            body: (streamed ? (given ?? Buffer.alloc(0)) : given) as Call<E>['body'],
            product: mount === '/api/v1' ? 'helpdesk' : 'livechat',
            caller: request.caller as Call<E>['caller'],
            request,
            reply,
          })
        const answer = await work()
        if (answer instanceof StatusAnswer) return reply.code(answer.status).send(answer.body)
        if (!isKept(answer)) return answer
        if (answer.repeatable) {
          if (!isForAnyone) throw new Error(`${endpoint.id} needs an account, so its answer must not be repeatable`)
          request.repeatable = answer
        }
        return sendAnswer(request, reply, answer)
      },
    })
  for (const mount of API_MOUNTS[endpoint.api]) {
    if (streamed) addStreamedRoute(app, streamed, (scope) => void addRoute(scope, mount))
    else addRoute(app, mount)
  }
}

/** A route without a declared endpoint stops the server before it listens. Fastify's own HEAD routes follow their GET. */
export const refuseUndeclaredRoutes = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint)
      throw new Error(`${String(route.method)} ${route.url} has no declared endpoint, so nothing says who may call it`)
  })
}
