import type { Random } from '../../../bench/catalogue/random.ts'
import type { JsonSchema, Operation } from './operations.ts'
import { fittingValue, hostileBody, hostileText, hostileValue, type KnownNames } from './values.ts'

export type MadeRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | null
  /** Whether the path still belongs to the operation. Unescaped values may change the path. */
  isAtItsPath: boolean
}

type RequestSource = {
  schemas: Readonly<Record<string, JsonSchema>>
  known: KnownNames
  tokens: readonly string[]
  random: Random
}

const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'x',
  'a/b;;=',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** Node refuses to send these characters in a request line. */
const sendable = (text: string): string =>
  text.replaceAll(/[^\u0021-\u00ff]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
const headerText = (text: string): string => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '')
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Makes a request to an operation. Some are valid in every part; most have one or more invalid parts. */
export const makeRequest = (operation: Operation, { schemas, known, tokens, random }: RequestSource): MadeRequest => {
  // The probability of an invalid part: none, some, or nearly all.
  const wrong = random.pick([0, 0.2, 0.2, 0.9])
  const valueOf = (schema: JsonSchema): string =>
    random.chance(wrong) ? hostileText(random) : String(fittingValue(schema, schemas, known, random))

  let isAtItsPath = true
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'path') {
      isAtItsPath = false
      return Array.from({ length: random.int(1, 3) }, () => valueOf({}).replaceAll(/[?#]/g, '')).join('/')
    }
    const value = valueOf(operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {})
    const isRaw = random.chance(wrong / 4)
    if (isRaw || value === '' || value === '.' || value === '..') isAtItsPath = false
    return isRaw ? value.replaceAll(/[?#]/g, '') : encode(value)
  })

  const asked = operation.parameters.filter((one) => one.in === 'query' && random.chance(0.7))
  const query = asked.map(({ name, schema }) => `${name}=${encode(valueOf(schema))}`)
  if (random.chance(wrong)) query.push(`${encode(hostileText(random))}=${encode(hostileText(random))}`)
  if (random.chance(wrong) && query[0]) query.push(query[0])
  if (random.chance(wrong / 4)) query.push(hostileText(random).replaceAll('#', ''))

  const method = random.chance(wrong / 4) ? random.pick(METHODS) : operation.method
  const headers: Record<string, string> = { accept: random.pick(['*/*', 'application/json', 'text/html', 'x;q=,']) }
  const token = random.chance(wrong / 3) ? hostileText(random) : random.pick(tokens)
  if (random.chance(0.9)) headers.authorization = headerText(`Bearer ${token}`)
  for (const name of [
    'host',
    'x-region',
    'origin',
    'cookie',
    'if-none-match',
    'accept-encoding',
    'idempotency-key',
    'range',
    'x-forwarded-for',
  ])
    if (random.chance(name === 'host' ? wrong / 3 : wrong / 6)) headers[name] = headerText(hostileText(random))

  const body = bodyOf(operation, { schemas, known, random, wrong })
  if (body) headers['content-type'] = random.chance(wrong / 4) ? random.pick(TYPES) : (operation.body?.type ?? 'application/json')
  else if (random.chance(0.3)) headers['content-type'] = 'application/json'
  // Two leading slashes look like the start of a host name.
  const slash = random.chance(wrong / 8) ? '/' : ''
  if (slash) isAtItsPath = false
  const target = sendable(slash + path + (query.length > 0 ? `?${query.join('&')}` : ''))
  return { method, target: target.startsWith('/') ? target : `/${target}`, headers, body, isAtItsPath }
}

const bodyOf = (
  { body }: Operation,
  { schemas, known, random, wrong }: Pick<RequestSource, 'schemas' | 'known' | 'random'> & { wrong: number },
): Buffer | null => {
  if (random.chance(wrong / 2)) return hostileBody(random)
  if (!body) return null
  const value = random.chance(wrong / 2) ? hostileValue(random) : fittingValue(body.schema, schemas, known, random)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = value as Record<string, unknown>
    for (const name of Object.keys(fields)) if (random.chance(wrong)) fields[name] = hostileValue(random)
  }
  return Buffer.from(body.type.includes('form') ? formOf(value) : JSON.stringify(value))
}

const formOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, field]) => `${encode(name)}=${encode(typeof field === 'string' ? field : JSON.stringify(field))}`)
        .join('&')
    : String(value)
