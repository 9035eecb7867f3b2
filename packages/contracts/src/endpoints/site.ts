import { z } from 'zod'
import { ANYONE, endpoint } from '../endpoint.ts'

const rest = z.object({ '*': z.string() })
const json = { description: 'A JSON document', contentType: 'application/json' }
const html = { description: 'A page', contentType: 'text/html' }

export const getHealth = endpoint({
  id: 'getHealth',
  api: 'site',
  method: 'GET',
  path: '/healthz',
  access: ANYONE,
  summary: 'Whether the process is alive',
  ok: { description: 'The process is alive', body: z.object({ status: z.literal('ok') }) },
})

export const getReadiness = endpoint({
  id: 'getReadiness',
  api: 'site',
  method: 'GET',
  path: '/readyz',
  access: ANYONE,
  summary: 'Whether the server is migrated, indexed and connected, and can write to its database',
  ok: { description: 'The server is ready', body: z.object({ status: z.literal('ready'), catalogueVersion: z.string() }) },
  errors: ['NOT_READY'],
})

export const getMetrics = endpoint({
  id: 'getMetrics',
  api: 'site',
  method: 'GET',
  path: '/metrics',
  access: { kind: 'loopback', unlessToken: 'METRICS_TOKEN' },
  summary: 'Metrics for Prometheus',
  ok: { description: 'Metrics', contentType: 'text/plain' },
  errors: ['FORBIDDEN'],
})

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  api: 'site',
  method: 'GET',
  path: '/openapi.json',
  access: ANYONE,
  summary: 'This description',
  ok: { description: 'OpenAPI 3.1', contentType: 'application/json' },
})

export const getDocs = endpoint({
  id: 'getDocs',
  api: 'site',
  method: 'GET',
  path: '/docs',
  access: ANYONE,
  summary: 'A page to read this description',
  ok: html,
})

export const getAsset = endpoint({
  id: 'getAsset',
  api: 'site',
  method: 'GET',
  path: '/assets/*',
  access: ANYONE,
  summary: 'Scripts, styles and fonts; their names change with their content',
  params: rest,
  ok: { description: 'A file', contentType: 'application/octet-stream' },
  errors: ['NOT_FOUND'],
})

export const getPicture = endpoint({
  id: 'getPicture',
  api: 'site',
  method: 'GET',
  path: '/pictures/{id}/{file}',
  access: ANYONE,
  summary: 'A picture of the catalogue in one of its widths, re-encoded',
  params: z.object({ id: z.string(), file: z.string() }),
  ok: { description: 'A picture', contentType: 'image/webp' },
  errors: ['NOT_FOUND'],
})

export const getSocialPicture = endpoint({
  id: 'getSocialPicture',
  api: 'site',
  method: 'GET',
  path: '/pictures/{id}/social.png',
  access: ANYONE,
  summary: 'A picture of the catalogue as social networks show it: 1200 by 630 px',
  params: z.object({ id: z.string() }),
  ok: { description: 'A picture', contentType: 'image/png' },
  errors: ['NOT_FOUND'],
})

export const getMarketplacePicture = endpoint({
  id: 'getMarketplacePicture',
  api: 'site',
  method: 'GET',
  path: '/social.png',
  access: ANYONE,
  summary: 'The picture that social networks show for a page without one',
  ok: { description: 'A picture', contentType: 'image/png' },
})

export const getFavicon = endpoint({
  id: 'getFavicon',
  api: 'site',
  method: 'GET',
  path: '/favicon.ico',
  access: ANYONE,
  summary: "The marketplace's icon, for clients that do not read the page's icon link",
  ok: { description: 'An icon', contentType: 'image/x-icon' },
})

export const getSitemap = endpoint({
  id: 'getSitemap',
  api: 'site',
  method: 'GET',
  path: '/sitemap.xml',
  access: ANYONE,
  summary: 'Every page that search engines may show, or an index of parts if one document cannot hold them',
  query: z.object({ part: z.coerce.number().int().min(1).max(1000).optional() }),
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
