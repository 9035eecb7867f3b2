import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { KeptAnswer } from './answer-cache.ts'
import { loggedAddress } from './logged-address.ts'
import type { FrontDoor } from './front-door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request is answered with, where that may be sent again to whoever asks for the same address. */
    repeatable: KeptAnswer | null
  }
}

type Labels = 'method' | 'route' | 'status_code'

/** Where fastify-metrics counts what went the whole way. */
const timesOf = (registry: Registry) => registry.getSingleMetric('http_request_duration_seconds') as Histogram<Labels> | undefined

/** How many requests of one connection may wait for their answers. Browsers send the next one when they have the last answer. */
const MOST_UNANSWERED = 32

/**
 * Says whether a connection has sent more requests than it takes answers for, and ends it then. Node hands over every request of a chunk
 * at once: a few connections with thousands of small requests would keep the process from everybody else.
 */
const countUnanswered = (): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const unanswered = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    if (socket.destroyed) return true
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MOST_UNANSWERED) {
      socket.destroy()
      return true
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return false
  }
}

/** Puts the door before everything else that this server does with a request, and shows it what leaves the house. */
export const openFrontDoor = (app: FastifyInstance, door: FrontDoor): void => {
  const times = timesOf(app.metricsRegistry)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onResponse', async ({ raw, routeOptions, repeatable }, reply) => {
    const { statusCode } = reply
    if (!repeatable || !reply.raw.headersSent || (statusCode !== 200 && statusCode !== 304)) return
    door.keep(raw, { answer: repeatable, headers: reply.getHeaders(), route: routeOptions.url ?? '' })
  })
  app.server.removeAllListeners('request')
  const isTooMany = countUnanswered()
  app.server.on('request', (request, response) => {
    if (isTooMany(request, response)) return
    const started = performance.now()
    // While it closes, Fastify says so to whoever still asks.
    const answered = closing ? null : door.answer(request, response)
    if (!answered) return app.routing(request, response)
    const { id, route, status } = answered
    const { method = 'GET', url = '' } = request
    const milliseconds = performance.now() - started
    // Like the whole way, which counts no HEAD.
    if (method === 'GET') times?.observe({ method, route, status_code: status === 200 ? '2xx' : '3xx' }, milliseconds / 1_000)
    app.log.debug(
      { reqId: id, method, url: loggedAddress(url), statusCode: status, responseTime: milliseconds },
      'answered at the door',
    )
  })
}
