import cors, { type FastifyCorsOptions } from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Registry } from '@prometheus-io/client'
import rateLimit from '@fastify/rate-limit'
import metrics from 'fastify-metrics'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { type Endpoint, API_MOUNTS } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { isSearchPath } from './api-path.ts'
import type { Authenticate, AuditRefusal, Recall } from '../core/caller.ts'
import { clientErrorAnswer } from './client-error.ts'
import { createConnections } from './connections.ts'
import { ApiError } from '../core/api-error.ts'
import { errorCodeOf, logFailure, misdirectedError, refusedFields } from './errors.ts'
import type { FrontDoor } from './front-door.ts'
import { loggedAddress } from './logged-address.ts'
import { openFrontDoor } from './open-front-door.ts'
import { createPeers, isAmbiguous, type Peers } from './peers.ts'
import { originForm, readableAddress, splitTarget } from './readable-address.ts'
import { CallerCounts } from './rate-limits.ts'
import { refuseUndeclaredRoutes } from './register-endpoint.ts'
import type { Site } from './site.ts'
import { TIME_LIMITS } from './time-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metricsRegistry: Registry
  }
}

export type HttpServerOptions = {
  log: FastifyBaseLogger
  site: Site
  authenticate: Authenticate
  /** Spares endpoints that lock the caller's rights anyway from reading them before. */
  recall?: Recall
  auditRefusal?: AuditRefusal
  /** The origin of the site's own pages. Forms from other origins are refused. */
  origin?: string
  /** Whether the public address is https. Browsers are then told to use https only. */
  https: boolean
  metricsToken: string | null
  /** Whether the public address is a loopback one. Otherwise endpoints for this machine need their token. */
  isLocal?: boolean
  /** The operator's own proxies. Without this, headers about the client's address are ignored. */
  peers?: Peers
  /** Repeats earlier answers before Fastify handles a request. Without it, Fastify handles every request. */
  door?: FrontDoor
  /** The metrics registry of another server in this process, to share it. */
  registry?: Registry
}

/** The policy for JSON: nothing in it may run as a page, and no page may frame it. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Browser features that neither the marketplace's pages nor framed ones need. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

/** Any origin may call the APIs, with a Bearer token and without cookies. Pages allow no other origin. */
const API_CORS: FastifyCorsOptions = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'idempotency-key', 'x-region'],
  exposedHeaders: ['etag', 'x-request-id'],
  maxAge: 86_400,
  strictPreflight: false,
}
/** Clients of the search protocol send headers that depend on their version. All are allowed, and none is used. */
const { allowedHeaders: _, ...SEARCH_CORS } = API_CORS

/**
 * Characters of the longest address that an answer redirects to. Clients read at least this many (RFC 9110, 4.1), and many read at most
 * 16 KB of headers, which is as much as this server reads of a request.
 */
const LONGEST_LOCATION = 8_000

/** A body that is too long is received to its end, if it has at most this many bytes, and ignored. Of a longer one the client may lose the answer. */
const MOST_IGNORED_BYTES = 16 * 1024 * 1024

/** A Fastify server with everything that all routes share: ids, logs, headers, CORS, metrics, errors. */
export const createHttpServer = async ({
  log,
  site,
  authenticate,
  recall = async () => null,
  auditRefusal = async () => {},
  https,
  metricsToken,
  isLocal = false,
  peers = createPeers([]),
  origin,
  door,
  registry,
}: HttpServerOptions): Promise<FastifyInstance> => {
  const failureOf = (code: ErrorCode, request: { id: string; url: string }, details = {}) =>
    code === 'MISDIRECTED_REQUEST' ? misdirectedError(details) : site.failure(code, request, details)
  const sendFailure = (reply: FastifyReply, code: ErrorCode, request: FastifyRequest, details = {}) => {
    const isForPeople = !site.isApi(request.url) && (request.headers.accept ?? '').includes('text/html')
    const page = isForPeople ? site.failurePage?.(code, request) : undefined
    // The page may exist a moment later, so the answer must not be cached.
    reply.code(ERRORS[code].status).header('cache-control', 'no-store')
    return page
      ? reply.headers(page.headers).send(page.body)
      : reply.type('application/json').send(failureOf(code, request, details))
  }
  const allowedMethods = methodsOf(site)
  const connections = createConnections()
  const { requestTimeout, keepAliveTimeout, silence, ...http } = TIME_LIMITS
  const app = Fastify({
    requestTimeout,
    keepAliveTimeout,
    connectionTimeout: silence,
    http,
    loggerInstance: log.child({}, { serializers: { req: withoutQuery } }),
    // Clients cannot choose request ids, because these ids are written to the logs.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: peers.isTrusted,
    bodyLimit: 1024 * 1024,
    rewriteUrl: ({ url = '' }) => {
      const target = originForm(url)
      return site.isApi(target) ? target : readableAddress(target)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    clientErrorHandler: clientErrorAnswer(site.failure, connections),
    frameworkErrors: (error, request, reply) => {
      const code = errorCodeOf(error)
      // This answer is sent before the hooks that set these headers for all other answers.
      const headers = { 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'content-security-policy': API_POLICY }
      void (reply as FastifyReply).headers(headers).code(ERRORS[code].status).send(failureOf(code, request))
    },
  })
  app.decorate('accessTokens', { METRICS_TOKEN: metricsToken })
  app.decorate('isLocal', isLocal)
  app.decorate('ownOrigin', origin ?? null)
  app.decorate('authenticate', authenticate)
  app.decorate('recall', recall)
  app.decorate('auditRefusal', auditRefusal)
  app.decorateRequest('caller', null)
  readJson(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  // Set before the plugins are registered, so that their routes use the same format of errors.
  app.setErrorHandler((error, request, reply) => {
    const code = errorCodeOf(error)
    logFailure(request, code, error)
    void sendFailure(reply, code, request, detailsOf(error))
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // A sign-in popup must keep its opener, and other origins may load pictures and API answers.
    crossOriginOpenerPolicy: { policy: site.openerPolicy },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    // The policy's frame-ancestors replaces this header, because it can name allowed hosts.
    xFrameOptions: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'content-security-policy': API_POLICY, 'permissions-policy': PERMISSIONS })
    if (isAmbiguous(request.raw)) throw new ApiError('BAD_REQUEST')
  })
  app.addHook('onSend', (request, reply, _, done) => {
    // Fastify ends the connection of a body that is too long. If the client is still sending, this can take the answer away from it.
    const rest = Number(request.headers['content-length'])
    if (reply.statusCode === ERRORS.PAYLOAD_TOO_LARGE.status && rest <= MOST_IGNORED_BYTES) reply.removeHeader('connection')
    done()
  })
  await app.register(cors, {
    delegator: ({ url }, callback) =>
      callback(null, isSearchPath(url) ? SEARCH_CORS : site.isApi(url) ? API_CORS : { origin: false }),
  })
  // Endpoints declare their limits themselves.
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new ApiError('TOO_MANY_REQUESTS'),
    store: CallerCounts,
  })
  const isFirst = registry === undefined
  app.decorate('metricsRegistry', registry ?? new Registry())
  await app.register(metrics, metricsOptions(site, app.metricsRegistry, isFirst))

  app.setNotFoundHandler((request, reply) => {
    const { path, query } = splitTarget(request.url)
    // Paths are lower case. One leading slash only: two would be read as a host name.
    const plain = path.replaceAll(/\/+/g, '/').toLowerCase()
    const location = query ? `${plain}?${query}` : plain
    const mayRedirect = plain !== path && request.method === 'GET' && location.length <= LONGEST_LOCATION
    if (mayRedirect && allowedMethods(plain).includes('GET'))
      return void reply.header('cache-control', 'no-store').redirect(location, 301)
    const allowed = allowedMethods(path)
    // The route of pages matches any path and sends its own 404.
    const code = allowed.length && !allowed.includes(request.method) ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'
    if (code === 'METHOD_NOT_ALLOWED') reply.header('allow', allowed.join(', '))
    void sendFailure(reply, code, request)
  })
  refuseUndeclaredRoutes(app)
  app.decorateRequest('repeatable', null)
  if (door) openFrontDoor(app, door, connections)
  // Listeners are called in their order, so this is added before those that answer.
  app.server.prependListener('request', connections.note)
  return app
}

/** Parses JSON bodies. Some clients send `content-type: application/json` without a body: that is a request without a body. */
const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

const withoutQuery = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: loggedAddress(url),
  host,
  remoteAddress: ip,
})

/** Metrics of the process are collected by its first server only. Request times have a name for each server. */
const metricsOptions = ({ name }: Site, register: Registry, isFirst: boolean) => {
  const named = (metric: string) => ({ name: `${name === 'storefront' ? '' : `${name}_`}${metric}`, registers: [register] })
  return {
    endpoint: null,
    defaultMetrics: { enabled: isFirst, register },
    routeMetrics: {
      // Percentiles are computed from the histogram, over all processes. A summary would cover only one process, and cost more than all
      // other metrics.
      enabled: { histogram: true, summary: false },
      groupStatusCodes: true,
      overrides: {
        histogram: named('http_request_duration_seconds'),
        // fastify-metrics registers it even if it is not enabled.
        summary: named('http_request_summary_seconds'),
      },
    },
  }
}

const detailsOf = (error: unknown): Readonly<Record<string, unknown>> => {
  if (error instanceof ApiError) return error.details
  const fields = refusedFields(error)
  return fields.length > 0 ? { fields } : {}
}

const patternOf = (endpoint: Endpoint, mount: string): RegExp => {
  const path = (mount + endpoint.path)
    .replaceAll(/[.]/g, '\\.')
    .replaceAll(/\{\w+\}/g, '[^/]+')
    .replace(/\*$/, '.*')
  return new RegExp(`^${path}/?$`)
}
/** Finds the methods of a path for the Allow header of a 405. Empty if no route has this path. */
const methodsOf = ({ apis, isApi }: Site): ((path: string) => string[]) => {
  const patterns = Object.values(ENDPOINTS as Record<string, Endpoint>)
    .filter(({ api }) => apis.includes(api))
    .flatMap((endpoint) =>
      API_MOUNTS[endpoint.api].map((mount) => ({
        method: endpoint.method,
        pattern: patternOf(endpoint, mount),
        anyPath: endpoint.path === '/*',
      })),
    )
  return (path) => {
    const matching = patterns.filter(({ pattern, anyPath }) => pattern.test(path) && !(anyPath && isApi(path)))
    return [...new Set(matching.flatMap(({ method }): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}
