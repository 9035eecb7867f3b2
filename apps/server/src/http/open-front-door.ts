import type { Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { KeptAnswer } from './answer-cache.ts'
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
  app.server.on('request', (request, response) => {
    const started = performance.now()
    // While it closes, Fastify says so to whoever still asks.
    const answered = closing ? null : door.answer(request, response)
    if (!answered) return app.routing(request, response)
    const { id, route, status } = answered
    const { method = 'GET', url } = request
    const milliseconds = performance.now() - started
    // Like the whole way, which counts no HEAD.
    if (method === 'GET') times?.observe({ method, route, status_code: status === 200 ? '2xx' : '3xx' }, milliseconds / 1_000)
    app.log.debug({ reqId: id, method, url, statusCode: status, responseTime: milliseconds }, 'answered at the door')
  })
}
