import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerOf, API_MOUNTS, type Endpoint, type ParsedPart } from '@marketplace/contracts/core/endpoint'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { KeptAnswer } from './answer-cache.ts'
import type { Caller } from '../core/caller.ts'
import { guard } from './guard.ts'
import { limitOf } from './rate-limits.ts'
import { runOnce } from './run-once.ts'
import { sendAnswer } from './send-answer.ts'
import { type OtherStatus, StatusAnswer } from './status-answer.ts'

export type Call<E extends Endpoint> = {
  params: ParsedPart<E['params']>
  query: ParsedPart<E['query']>
  body: ParsedPart<E['body']>
  /** The product that the address stands for: /api/v1 is the help desk's, everything else live chat's. */
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

/** Registers an endpoint: its declaration gives the route, validation, serialisation and guard. */
export const registerEndpoint = <E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void => {
  const { params, query, body, ok, also } = endpoint
  const otherAnswers = Object.entries(also).flatMap(([status, answer]) => ('body' in answer ? [[status, answer.body]] : []))
  const isForAnyone = endpoint.access.kind === 'anyone'
  for (const mount of API_MOUNTS[endpoint.api]) {
    app.route({
      method: endpoint.method,
      url: mount + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: { ...('body' in ok && { 200: ok.body }), ...Object.fromEntries(otherAnswers) },
      },
      // Both before the body is read: to read and check it is work that a limit should bound.
      onRequest: [guard(app, endpoint), ...(endpoint.limit ? [app.rateLimit(limitOf(endpoint.limit))] : [])],
      handler: async (request, reply) => {
        const work = () =>
          handler({
            params: request.params as ParsedPart<E['params']>,
            query: request.query as ParsedPart<E['query']>,
            body: request.body as ParsedPart<E['body']>,
            product: mount === '/api/v1' ? 'helpdesk' : 'livechat',
            caller: request.caller as Call<E>['caller'],
            request,
            reply,
          })
        const answer = endpoint.idempotent ? await runOnce(app, request, endpoint.id, work) : await work()
        if (answer instanceof StatusAnswer) return reply.code(answer.status).send(answer.body)
        if (!isKept(answer)) return answer
        if (answer.repeatable) {
          if (!isForAnyone) throw new Error(`${endpoint.id} needs an account, so its answer must not be repeatable`)
          request.repeatable = answer
        }
        return sendAnswer(request, reply, answer)
      },
    })
  }
}

/** A route without a declared endpoint stops the server before it listens. Fastify's own HEAD routes follow their GET. */
export const refuseUndeclaredRoutes = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint)
      throw new Error(`${String(route.method)} ${route.url} has no declared endpoint, so nothing says who may call it`)
  })
}
