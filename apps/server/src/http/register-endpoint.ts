import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerOf, API_MOUNTS, type Endpoint, type PartOf, type RateLimit } from '@marketplace/contracts/endpoint'
import type { Product } from '@marketplace/contracts/enumerations'
import { networkOf } from '@marketplace/domain/network'
import type { KeptAnswer } from './answer-cache.ts'
import type { Caller } from '../core/caller.ts'
import { guard } from './guard.ts'
import { runOnce } from './run-once.ts'
import { sendAnswer } from './send-answer.ts'
import { type OtherStatus, StatusAnswer } from './status-answer.ts'

export type Call<E extends Endpoint> = {
  params: PartOf<E['params']>
  query: PartOf<E['query']>
  body: PartOf<E['body']>
  /** The default product of the address: /api/v1 means the help desk, everything else live chat. */
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
      onRequest: guard(app, endpoint),
      ...(endpoint.limit && { preHandler: app.rateLimit(limitOf(endpoint.limit)) }),
      handler: async (request, reply) => {
        const work = () =>
          handler({
            params: request.params as PartOf<E['params']>,
            query: request.query as PartOf<E['query']>,
            body: request.body as PartOf<E['body']>,
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

const limitOf = ({ max, windowSeconds }: RateLimit) => ({
  max,
  timeWindow: windowSeconds * 1_000,
  keyGenerator: ({ caller, ip }: FastifyRequest) => caller?.accountId ?? networkOf(ip),
})

/** Throws at start for a route without a declared endpoint. Fastify's own HEAD routes are allowed. */
export const refuseUndeclaredRoutes = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint)
      throw new Error(`${String(route.method)} ${route.url} has no declared endpoint, so nothing says who may call it`)
  })
}
