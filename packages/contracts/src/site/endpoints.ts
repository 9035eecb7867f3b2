import { z } from 'zod'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import { html, rest } from '../core/site-calls.ts'

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

export const getFavicon = endpoint({
  id: 'getFavicon',
  api: 'site',
  method: 'GET',
  path: '/favicon.ico',
  access: ANYONE,
  summary: "The marketplace's icon, for clients that do not read the page's icon link",
  ok: { description: 'An icon', contentType: 'image/x-icon' },
})
