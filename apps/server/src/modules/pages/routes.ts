import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@marketplace/contracts/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/endpoints'
import { getPage, getPageData, getRobots, getSitemap, getSliceData } from '@marketplace/contracts/endpoints/site'
import { ERRORS } from '@marketplace/contracts/errors'
import type { KeptAnswer } from '../../http/answer-cache.ts'
import { isApiPath } from '../../http/api-path.ts'
import { ApiError } from '../../core/api-error.ts'
import { errorCodeOf, logFailure } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { isOfOneAsker, refusalOf } from '../search/index.ts'
import { createSiteServer, type Place, type SiteOptions } from './site-server.ts'

const PAGE_DATA = '/page-data/'
const SLICE_DATA = '/slice-data/'

/** What this server answers beside pages, each at one address. */
const SINGLE_ADDRESSES = new Set(
  Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(({ api, path }) =>
    api === 'site' && !/[{*]/.test(path) ? [path] : [],
  ),
)

const whyRefused = (error: unknown) => (isOfOneAsker(error) ? 'search-busy' : 'search-away')

/** Pages and page data of all variants: what is left when no other route fits. */
export const registerPageRoutes = (app: FastifyInstance, options: SiteOptions): void => {
  const site = createSiteServer(options)
  const placeOf = (request: FastifyRequest) =>
    site.placeOf({ host: request.host, url: request.url, method: request.method, ip: request.ip })

  registerEndpoint(app, getSitemap, ({ query: { part } }) => site.sitemap(part))
  registerEndpoint(app, getRobots, async () => site.robots())
  const pageData = async (place: Place, reply: FastifyReply): Promise<KeptAnswer> => {
    try {
      return await site.pageData(place, place.path.slice(PAGE_DATA.length))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      reply.headers(refusal.headers)
      const { code, details } = refusal.error
      throw new ApiError(code, { ...details, ...site.refusedData(place, whyRefused(error)) })
    }
  }
  registerEndpoint(app, getPageData, ({ request, reply }) => pageData(placeOf(request), reply))
  registerEndpoint(app, getSliceData, ({ request }) => {
    const place = placeOf(request)
    return site.sliceData(place, place.path.slice(SLICE_DATA.length))
  })
  registerEndpoint(app, getPage, async ({ request, reply }) => {
    const place = placeOf(request)
    // An API's address that answers other methods only, or nothing at all; or an address of ours in another case.
    if (isApiPath(place.path) || (!place.isPlain && SINGLE_ADDRESSES.has(place.path))) {
      reply.callNotFound()
      return reply
    }
    // Under a variant's prefix the data lies beside its pages.
    if (place.path.startsWith(PAGE_DATA)) return pageData(place, reply)
    if (place.path.startsWith(SLICE_DATA)) return site.sliceData(place, place.path.slice(SLICE_DATA.length))
    try {
      return await site.page(place)
    } catch (error) {
      if (error instanceof ApiError) throw error
      const refusal = refusalOf(error)
      if (refusal) {
        reply.headers(refusal.headers)
        return site.refused(place, whyRefused(error), ERRORS[refusal.error.code].status)
      }
      const code = errorCodeOf(error)
      logFailure(request.log, code, error)
      return site.failure(place, code === 'DATABASE_UNAVAILABLE' ? 'unavailable' : 'server-error')
    }
  })
}
