import { ACCOUNT, endpoint, ANYONE } from '../core/endpoint.ts'
import { params, signedIn } from '../core/product-calls.ts'
import { z } from 'zod'
import { html, json, rest } from '../core/site-calls.ts'
import { queryNumber } from '../core/query-number.ts'

export const getOwnApplicationPage = endpoint({
  id: 'getOwnApplicationPage',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/page',
  access: ACCOUNT,
  summary:
    'The page data of an application that is not public: of the caller’s own organization, or for an operator any that is in review',
  params,
  ok: { description: 'Page data, as of a public application', contentType: 'application/json' },
  errors: [...signedIn, 'APPLICATION_NOT_FOUND'],
})

export const getSitemap = endpoint({
  id: 'getSitemap',
  api: 'site',
  method: 'GET',
  path: '/sitemap.xml',
  access: ANYONE,
  summary: 'Every page that search engines may show, or an index of parts if one document cannot hold them',
  query: z.object({ part: queryNumber(1, 1000).optional() }),
  ok: { description: 'A sitemap', contentType: 'application/xml' },
  errors: ['INVALID_PARAMETERS', 'NOT_FOUND'],
})

export const getRobots = endpoint({
  id: 'getRobots',
  api: 'site',
  method: 'GET',
  path: '/robots.txt',
  access: ANYONE,
  summary: 'What crawlers may read',
  ok: { description: 'Rules', contentType: 'text/plain' },
})

export const getPageData = endpoint({
  id: 'getPageData',
  api: 'site',
  method: 'GET',
  path: '/page-data/*',
  access: ANYONE,
  summary: 'Static page data: {page}/page-data.json, app-data.json, sq/d/{hash}.json',
  params: rest,
  ok: json,
  errors: ['NOT_FOUND'],
})

export const getSliceData = endpoint({
  id: 'getSliceData',
  api: 'site',
  method: 'GET',
  path: '/slice-data/*',
  access: ANYONE,
  summary: 'Static data of a part that many pages share: {name}.json',
  params: rest,
  ok: json,
  errors: ['NOT_FOUND'],
})

export const getPage = endpoint({
  id: 'getPage',
  api: 'site',
  method: 'GET',
  path: '/*',
  access: ANYONE,
  summary: 'A page of the storefront',
  params: rest,
  ok: html,
  errors: ['NOT_FOUND'],
})
