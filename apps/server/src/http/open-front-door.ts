import type { IncomingMessage } from 'node:http'
import type { Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { KeptAnswer } from './answer-cache.ts'
import type { Connections } from './connections.ts'
import { loggedAddress } from './logged-address.ts'
import type { FrontDoor } from './front-door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer to this request, if the front door may repeat it for the same address; otherwise null. */
    repeatable: KeptAnswer | null
  }
}

type Labels = 'method' | 'route' | 'status_code'

/** The histogram in which fastify-metrics measures the requests that Fastify handles. */
const timesOf = (registry: Registry) => registry.getSingleMetric('http_request_duration_seconds') as Histogram<Labels> | undefined

/** The most unanswered requests of one connection. Browsers do not pipeline, so they have only one. */
const MOST_UNANSWERED = 32

/**
 * Ends a connection that pipelines too many requests, and reports it to its caller. Node emits all requests of a received chunk at once, so
 * a few connections with thousands of small requests would block the process for everybody else.
 */
const isTooMany = ({ socket }: IncomingMessage, connections: Connections): boolean => {
  if ((connections.of(socket)?.unanswered ?? 0) > MOST_UNANSWERED) socket.destroy()
  return socket.destroyed
}

/** Puts the front door before Fastify, and gives it the repeatable answers that Fastify sends. */
export const openFrontDoor = (app: FastifyInstance, door: FrontDoor, connections: Connections): void => {
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
  app.server.on('request', (request, response) => {
    if (isTooMany(request, connections)) return
    const started = performance.now()
    // While the server closes, Fastify answers requests of open connections itself.
    const answered = closing ? null : door.answer(request, response)
    if (!answered) return app.routing(request, response)
    const { id, route, status } = answered
    const { method = 'GET', url = '' } = request
    const milliseconds = performance.now() - started
    // fastify-metrics measures no HEAD requests either.
    if (method === 'GET') times?.observe({ method, route, status_code: status === 200 ? '2xx' : '3xx' }, milliseconds / 1_000)
    app.log.debug(
      { reqId: id, method, url: loggedAddress(url), statusCode: status, responseTime: milliseconds },
      'answered by the front door',
    )
  })
}
