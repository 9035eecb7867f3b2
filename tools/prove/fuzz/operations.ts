import { z } from 'zod'

const schema = z.record(z.string(), z.unknown())
const parameter = z.object({ name: z.string(), in: z.string(), schema: schema.default({}) })
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).default([]),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schema.default({}) })) }).optional(),
  servers: z.array(z.object({ url: z.string() })).optional(),
})
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

export type JsonSchema = Readonly<Record<string, unknown>>
export type Operation = {
  id: string
  method: string
  path: string
  origin: 'storefront' | 'accounts'
  /** The schema of its errors. */
  error: z.ZodType
  /** Whether browsers call it, so that it may answer with a page. */
  isPage: boolean
  parameters: readonly { name: string; in: string; schema: JsonSchema }[]
  body: { type: string; schema: JsonSchema } | null
}

export type DescribedApi = { operations: readonly Operation[]; schemas: Readonly<Record<string, JsonSchema>> }

const ERRORS = { search: 'SearchError', accounts: 'AccountsError', accountsSite: 'AccountsError' } as const

/** The operations of an OpenAPI document. Those that end a session come last. */
export const readOperations = (document: unknown): DescribedApi => {
  const { paths, components } = description.parse(document)
  const errorOf = (tag: string) => {
    const name = Object.hasOwn(ERRORS, tag) ? ERRORS[tag as keyof typeof ERRORS] : 'Error'
    const found = components.schemas[name]
    if (!found) throw new Error(`The description has no schema ${name}`)
    return z.fromJSONSchema(found as Parameters<typeof z.fromJSONSchema>[0])
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          operationId: id,
          tags: [tag = ''],
          parameters,
          requestBody,
          servers,
        },
      ]): Operation => {
        const [content] = Object.entries(requestBody?.content ?? {})
        return {
          id,
          method: method.toUpperCase(),
          path,
          origin: servers ? 'accounts' : 'storefront',
          error: errorOf(tag),
          isPage: tag === 'site' || tag === 'accountsSite',
          parameters,
          body: content ? { type: content[0], schema: content[1].schema } : null,
        }
      },
    ),
  )
  const ends = ({ id }: Operation) => /^(?:endSessions|revokeToken)/.test(id)
  return {
    operations: [...operations.filter((one) => !ends(one)), ...operations.filter(ends)],
    schemas: components.schemas,
  }
}
