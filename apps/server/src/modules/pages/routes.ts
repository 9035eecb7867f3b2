import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPage, getPageData, getRobots, getSitemap, getSliceData } from '@marketplace/contracts/endpoints/site'
import { isApiPath } from '../../http/api-path.ts'
import { ApiError } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { createSiteServer, type SiteOptions } from './site-server.ts'

const PAGE_DATA = '/page-data/'
const SLICE_DATA = '/slice-data/'

/** Pages and page data of all variants: what is left when no other route fits. */
export const registerPageRoutes = (app: FastifyInstance, options: SiteOptions): void => {
  const site = createSiteServer(options)
  const placeOf = (request: FastifyRequest) =>
    site.placeOf({ host: request.headers.host, url: request.url, method: request.method })

  registerEndpoint(app, getSitemap, ({ query: { part } }) => site.sitemap(part))
  registerEndpoint(app, getRobots, async () => site.robots())
  registerEndpoint(app, getPageData, ({ request }) => {
    const place = placeOf(request)
    return site.pageData(place, decode(place.path.slice(PAGE_DATA.length)))
  })
  registerEndpoint(app, getSliceData, ({ request }) => {
    const place = placeOf(request)
    return site.sliceData(place, place.path.slice(SLICE_DATA.length))
  })
  registerEndpoint(app, getPage, async ({ request, reply }) => {
    const place = placeOf(request)
    // An API's address that answers other methods only, or nothing at all.
    if (isApiPath(place.path)) {
      reply.callNotFound()
      return reply
    }
    // Under a variant's prefix the data lies beside its pages.
    if (place.path.startsWith(PAGE_DATA)) return site.pageData(place, decode(place.path.slice(PAGE_DATA.length)))
    if (place.path.startsWith(SLICE_DATA)) return site.sliceData(place, place.path.slice(SLICE_DATA.length))
    try {
      return await site.page({ ...place, path: decode(place.path) })
    } catch (error) {
      if (error instanceof ApiError) throw error
      request.log.error({ err: error }, 'a page failed unexpectedly')
      return site.failure(place)
    }
  })
}

/** A path with its percent-encoding undone. Throws BAD_REQUEST for one that is malformed. */
const decode = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ApiError('BAD_REQUEST')
  }
}
