import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRecentMap } from '../../core/recent-map.ts'
import { searchFacetValues, searchIndex, searchIndexes } from '@marketplace/contracts/search/endpoints'
import { LONGEST_BODY } from '@marketplace/contracts/search/protocol'
import { createAnswerCache } from '../../http/answer-cache.ts'
import { digestOf } from '../../http/digest.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { answerSearchErrors } from '../../http/search-errors.ts'
import { sendAnswer } from '../../http/send-answer.ts'
import type { Clock } from '../../core/clock.ts'
import type { IndexRequest } from '../../ports/search.ts'
import type { LiveSearch } from './live-search.ts'
import { limitLongBodies } from './long-bodies.ts'
import { readParameters, readRequest } from './read-requests.ts'
import { isOfOneAsker, searchApiError } from './refusal.ts'

/** Content types with which published clients send JSON to avoid a preflight request. */
const AS_JSON = /^(?:text\/plain|application\/json|application\/x-www-form-urlencoded)\s*(?:;|$)/i

/** Memory (bytes) for cached answers. It is separate from the cache of pages, because strangers can make up any number of requests. */
const ANSWERS_BYTES = 8 * 1024 * 1024

/** The number of requests that are remembered, so that a repeated request is noticed. */
const REMEMBERED_REQUESTS = 5_000

/** Reads JSON of these content types, and without one. */
const readJsonBodies = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY }, (request: FastifyRequest, body, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers
    if ((type !== undefined && !AS_JSON.test(type)) || (encoding !== undefined && encoding !== 'identity'))
      return done(new ApiError('UNSUPPORTED_MEDIA_TYPE') as unknown as FastifyError)
    if (String(body).trim() === '') return done(null, undefined)
    void parse(request, String(body), done)
  })
}

/**
 * The hosted index's protocol, for published clients. Their x-algolia-… headers and parameters are accepted and ignored, because
 * everything in the index is public.
 */
export const registerProtocolRoutes = async (app: FastifyInstance, search: LiveSearch, clock: Clock): Promise<void> => {
  const answers = createAnswerCache(ANSWERS_BYTES, { isOfOneAsker })
  const requested = createRecentMap<string, true>(REMEMBERED_REQUESTS)
  await app.register(async (scope) => {
    readJsonBodies(scope)
    answerSearchErrors(scope)
    scope.addHook('onRequest', limitLongBodies(clock))

    /**
     * Answers requests. `shape` joins the answers to the body. The body is not validated, because the server itself made it. An answer is
     * cached at its second request: most typed texts are searched once, and caching them would cause more work for the garbage collector.
     */
    const answer = async (
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      read: () => readonly IndexRequest[],
      shape: (answers: readonly string[]) => string,
    ): Promise<FastifyReply> => {
      try {
        const requests = read()
        const key = digestOf(Buffer.from(JSON.stringify([search.revision(), shape([]), requests])))
        const keep = requested.has(key)
        requested.set(key, true)
        const made = await answers.get(key, clock.now(), async () => ({
          status: 200,
          contentType: 'application/json; charset=utf-8',
          body: shape(await search.searchAsJson(requests, request.ip)),
          keep,
          headers: { 'cache-control': 'no-store' },
          effort: 'once' as const,
          until: search.until(),
        }))
        return await sendAnswer(request, reply, made)
      } catch (error) {
        const refusal = searchApiError(error)
        if (!refusal) throw error
        reply.headers(refusal.headers)
        throw refusal.error
      }
    }
    const first = ([answer = '']: readonly string[]): string => answer

    registerEndpoint(scope, searchIndexes, ({ params: { index }, body, ...call }) =>
      answer(
        call,
        () => body.requests.map((request) => readRequest(request, index === '*' ? null : index)),
        (results) => `{"results":[${results.join(',')}]}`,
      ),
    )
    registerEndpoint(scope, searchIndex, ({ params: { index }, body, ...call }) =>
      answer(call, () => [{ ...readParameters(body ?? {}), indexName: index }], first),
    )
    registerEndpoint(scope, searchFacetValues, ({ params: { index, facet }, body, ...call }) =>
      answer(call, () => [{ ...readParameters(body ?? {}), indexName: index, type: 'facet' as const, facet }], first),
    )
  })
}
