import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { getPage, getPageData, getRobots, getSitemap, getSliceData } from '@marketplace/contracts/pages/endpoints'
import { ERRORS } from '@marketplace/contracts/core/errors'
import type { KeptAnswer } from '../../http/answer-cache.ts'
import { isApiPath } from '../../http/api-path.ts'
import { ApiError } from '../../core/api-error.ts'
import { errorCodeOf, logFailure } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { isOfOneAsker, searchApiError } from '../search/index.ts'
import type { PageTarget } from './page-target.ts'
import { createSiteServer, type SiteOptions } from './site-server.ts'

const PAGE_DATA = '/page-data/'
const SLICE_DATA = '/slice-data/'

/** The fixed paths of endpoints that are not pages. */
const SINGLE_ADDRESSES = new Set(
  Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(({ api, path }) =>
    api === 'site' && !/[{*]/.test(path) ? [path] : [],
  ),
)

const whyRefused = (error: unknown) => (isOfOneAsker(error) ? 'search-busy' : 'search-away')

/** Pages and page data of all variants: handles requests that no other route handles. */
export const registerPageRoutes = (app: FastifyInstance, options: SiteOptions): void => {
  const site = createSiteServer(options)
  const targetOf = (request: FastifyRequest) =>
    site.targetOf({ host: request.host, url: request.url, method: request.method, ip: request.ip })

  registerEndpoint(app, getSitemap, ({ query: { part } }) => site.sitemap(part))
  registerEndpoint(app, getRobots, async () => site.robots())
  const pageData = async (target: PageTarget, reply: FastifyReply): Promise<KeptAnswer> => {
    try {
      return await site.pageData(target, target.path.slice(PAGE_DATA.length))
    } catch (error) {
      const refusal = searchApiError(error)
      if (!refusal) throw error
      reply.headers(refusal.headers)
      const { code, details } = refusal.error
      throw new ApiError(code, { ...details, ...site.refusedData(target, whyRefused(error)) })
    }
  }
  registerEndpoint(app, getPageData, ({ request, reply }) => pageData(targetOf(request), reply))
  registerEndpoint(app, getSliceData, ({ request }) => {
    const target = targetOf(request)
    return site.sliceData(target, target.path.slice(SLICE_DATA.length))
  })
  registerEndpoint(app, getPage, async ({ request, reply }) => {
    const target = targetOf(request)
    // The address of an API without this method, or another spelling of a fixed path.
    if (isApiPath(target.path) || (!target.isPlain && SINGLE_ADDRESSES.has(target.path))) {
      reply.callNotFound()
      return reply
    }
    // A variant's page data is below its prefix too.
    if (target.path.startsWith(PAGE_DATA)) return pageData(target, reply)
    if (target.path.startsWith(SLICE_DATA)) return site.sliceData(target, target.path.slice(SLICE_DATA.length))
    try {
      return await site.page(target)
    } catch (error) {
      if (error instanceof ApiError) throw error
      const refusal = searchApiError(error)
      if (refusal) {
        reply.headers(refusal.headers)
        return site.refused(target, whyRefused(error), ERRORS[refusal.error.code].status)
      }
      const code = errorCodeOf(error)
      logFailure(request, code, error)
      return site.failure(target, code === 'DATABASE_UNAVAILABLE' ? 'unavailable' : 'server-error')
    }
  })
}
