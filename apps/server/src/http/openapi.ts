import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import { BRAND } from '@marketplace/contracts/core/brand'
import {
  type DeclaredAnswer,
  API_MOUNTS,
  type ApiName,
  type Endpoint,
  streamedBodyOf,
} from '@marketplace/contracts/core/endpoint'
import { ERRORS, type ErrorCode } from '@marketplace/contracts/core/errors'

const errorSchema = z
  .looseObject({ code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]), message: z.string(), requestId: z.string() })
  .meta({ id: 'Error' })

const searchErrorSchema = z.object({ message: z.string(), status: z.int() }).meta({ id: 'SearchError' })

const accountsErrorSchema = z
  .object({
    error: z.string(),
    error_description: z.string(),
    sub_error: z.string().optional(),
    request_id: z.string(),
    invalid_fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    resource_name: z.string().optional(),
    resource_id: z.string().optional(),
  })
  .meta({ id: 'AccountsError' })

/** OpenAPI 3.1 from the declared endpoints. */
export const buildOpenApi = (endpoints: readonly Endpoint[], urls: { public: string; accounts: string }, version: string) => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const endpoint of endpoints) {
    for (const [index, mount] of API_MOUNTS[endpoint.api].entries()) {
      const path = (mount + endpoint.path).replace(/\*$/, '{path}')
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: { ...operationOf(endpoint, index), ...serversOf(endpoint.api, urls.accounts) },
      }
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: `${BRAND.marketplace} API`,
      version,
      description: `Applications, services and partners around ${BRAND.products.livechat} (/api/v2) and ${BRAND.products.helpdesk} (/api/v1).`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: urls.public }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: paths as ZodOpenApiPathsObject,
  })
}

/** The accounts server has an origin of its own. */
const serversOf = (api: ApiName, accountsUrl: string) =>
  api === 'accounts' || api === 'accountsSite' ? { servers: [{ url: accountsUrl }] } : {}

const operationOf = (endpoint: Endpoint, mount: number): ZodOpenApiOperationObject => ({
  // Operation ids must be unique, so the second mount of an endpoint gets a suffix.
  operationId: mount === 0 ? endpoint.id : `${endpoint.id}_v1`,
  summary: endpoint.summary,
  ...describeClient(endpoint),
  tags: [endpoint.api],
  ...((endpoint.access.kind === 'account' || endpoint.access.kind === 'loopback') && { security: [{ bearer: [] }] }),
  ...parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: {
    '200': { description: endpoint.ok.description, content: contentOf(endpoint.ok) },
    ...Object.fromEntries(
      Object.entries(endpoint.also).map(([status, answer]) => [
        status,
        { description: answer.description, ...('body' in answer && { content: contentOf(answer) }) },
      ]),
    ),
    ...Object.fromEntries(statusesOf(endpoint).map(([status, codes]) => [status, errorAnswer(endpoint.api, codes)])),
  },
})

const CLIENTS = {
  any: null,
  marketplace: 'The token has to be of the marketplace’s own client.',
  application: 'The token has to be of an application’s own client.',
} as const
const describeClient = ({ access }: Endpoint) => {
  const description = access.kind === 'account' ? CLIENTS[access.client] : null
  return description === null ? {} : { description }
}

const bodyOf = (endpoint: Endpoint) => {
  const streamed = streamedBodyOf(endpoint)
  if (streamed?.kind === 'raw')
    return { requestBody: { description: `At most ${streamed.maxBytes} bytes`, content: { '*/*': {} } } }
  if (streamed) {
    const { files, maxFileBytes, fields, maxFieldBytes } = streamed
    const description = `At most ${files} files of ${maxFileBytes} bytes, and ${fields} fields of ${maxFieldBytes} bytes`
    return { requestBody: { description, content: { 'multipart/form-data': {} } } }
  }
  return endpoint.body ? { requestBody: { content: { [bodyTypeOf(endpoint.api)]: { schema: endpoint.body as z.ZodType } } } } : {}
}

/** The accounts server's pages submit forms. */
const bodyTypeOf = (api: ApiName) => (api === 'accountsSite' ? 'application/x-www-form-urlencoded' : 'application/json')

const parametersOf = ({ params, query, idempotent, access }: Endpoint) => {
  // "*" is Fastify's name for the rest of a path.
  const path = params instanceof z.ZodObject ? renameRest(params) : undefined
  const given = { ...(path && { path }), ...(query instanceof z.ZodObject && { query }) }
  const headers = {
    ...(idempotent && { 'Idempotency-Key': z.string().max(255).optional() }),
    ...(access.kind === 'webhook' && { [access.signature]: z.string() }),
  }
  const all = { ...given, ...(Object.keys(headers).length > 0 && { header: z.object(headers) }) }
  return Object.keys(all).length ? { requestParams: all } : {}
}

const renameRest = (params: z.ZodObject): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(params.shape).map(([name, schema]) => [name === '*' ? 'path' : name, schema])))

const contentOf = (answer: DeclaredAnswer) =>
  'body' in answer ? { 'application/json': { schema: answer.body } } : { [answer.contentType]: {} }

const statusesOf = ({ errors }: Endpoint): [string, ErrorCode[]][] => {
  const byStatus = new Map<string, ErrorCode[]>()
  for (const code of errors) {
    const status = String(ERRORS[code].status)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus]
}

const failureSchemaOf = (api: ApiName) =>
  api === 'search' ? searchErrorSchema : api === 'accounts' || api === 'accountsSite' ? accountsErrorSchema : errorSchema

const errorAnswer = (api: ApiName, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
  content: { 'application/json': { schema: failureSchemaOf(api) } },
})
