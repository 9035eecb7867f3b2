import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { searchFacetValues, searchIndex, searchIndexes } from '@marketplace/contracts/endpoints/search'
import type { ErrorCode } from '@marketplace/contracts/errors'
import { ApiError } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { answerSearchErrors } from '../../http/search-errors.ts'
import { sendOnce } from '../../http/send-answer.ts'
import { type RefusalReason, SearchRefused } from '../../ports/search.ts'
import type { LiveSearch } from './live-search.ts'
import { readParameters, readRequest } from './read-requests.ts'

/** What the published clients send JSON as, so that a browser need not ask first. */
const AS_JSON = /^(?:text\/plain|application\/json|application\/x-www-form-urlencoded)\s*(?:;|$)/i

const CODES: Record<RefusalReason, ErrorCode> = {
  malformed: 'INVALID_PARAMETERS',
  'no-index': 'INDEX_NOT_FOUND',
  unavailable: 'SEARCH_UNAVAILABLE',
}

/** Reads JSON out of whatever content type it comes with, and out of none. */
const readJsonBodies = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request: FastifyRequest, body, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers
    if ((type !== undefined && !AS_JSON.test(type)) || (encoding !== undefined && encoding !== 'identity'))
      return done(new ApiError('UNSUPPORTED_MEDIA_TYPE') as unknown as FastifyError)
    if (String(body).trim() === '') return done(null, undefined)
    void parse(request, String(body), done)
  })
}

/**
 * The hosted index's protocol, for clients that we did not write. Their x-algolia-… headers and parameters are let pass and mean
 * nothing: everything in the index is public.
 */
export const registerProtocolRoutes = async (app: FastifyInstance, search: LiveSearch): Promise<void> => {
  await app.register(async (scope) => {
    readJsonBodies(scope)
    answerSearchErrors(scope)

    /** An answer is ours, and need not be checked against its declaration. */
    const answer = async (request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>): Promise<FastifyReply> => {
      try {
        const body = JSON.stringify(await make())
        return await sendOnce(request, reply.header('cache-control', 'no-store'), 'application/json; charset=utf-8', body)
      } catch (error) {
        if (error instanceof SearchRefused) throw new ApiError(CODES[error.reason], { reason: error.message })
        throw error
      }
    }

    registerEndpoint(scope, searchIndexes, ({ params: { index }, body, request, reply }) =>
      answer(request, reply, async () => {
        const requests = body.requests.map((request) => readRequest(request, index === '*' ? null : index))
        return { results: await search.search(requests) }
      }),
    )
    registerEndpoint(scope, searchIndex, ({ params: { index }, body, request, reply }) =>
      answer(request, reply, async () => (await search.search([{ ...readParameters(body ?? {}), indexName: index }]))[0]),
    )
    registerEndpoint(scope, searchFacetValues, ({ params: { index, facet }, body, request, reply }) =>
      answer(request, reply, async () => {
        const asked = { ...readParameters(body ?? {}), indexName: index, type: 'facet' as const, facet }
        return (await search.search([asked]))[0]
      }),
    )
  })
}
