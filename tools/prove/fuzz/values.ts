import type { Random } from '../../../bench/catalogue/random.ts'
import type { JsonSchema } from './operations.ts'

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '..\\..\\',
  '//[',
  'http://[',
  'javascript:alert(1)',
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '\u0000',
  'a\u0000b',
  '\r\nSet-Cookie: a=b',
  '\u2028\u2029',
  '\u202e\u200b\ufeff',
  '\ud800',
  '\udc00\ud800',
  '\ufdfa\u0130\u1e9e',
  '\u{1f4a5}'.repeat(50),
  'e\u0301'.repeat(200),
  "' or 1=1; --",
  '"; drop table applications; --',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'a'.repeat(300),
  'a,'.repeat(1_000),
  '('.repeat(1_000),
  'a:b AND (c:d OR NOT',
  '"'.repeat(99),
  '2026-13-45T99:99:99Z',
  '1970-01-01',
  'owner@acme.test',
  'Bearer x',
]
/** Texts that caused errors here before. */
const PROVEN = ['__proto__', 'constructor', 'toString', '//[', '/[', '\u0000', '%0a']
const NUMBERS = [0, -0, -1, 1, 0.1, 2 ** 31, 2 ** 53 + 1, -(2 ** 63), 1e308, 5e-324]

/** A text of the kind that an attacker tries. */
export const hostileText = (random: Random): string => {
  if (random.chance(0.05)) return 'x'.repeat(random.int(1_000, 6_000))
  return random.pick(random.chance(0.3) ? PROVEN : TEXTS)
}

/** A JSON value of any type. */
export const hostileValue = (random: Random, depth = 0): unknown => {
  const kind = random.int(0, depth > 3 ? 3 : 5)
  if (kind === 0) return random.pick([null, true, false])
  if (kind === 1) return random.pick(NUMBERS)
  if (kind <= 3) return hostileText(random)
  const inner = () => hostileValue(random, depth + 1)
  if (kind === 4) return Array.from({ length: random.pick([0, 1, 2, 70]) }, inner)
  return Object.fromEntries(Array.from({ length: random.int(0, 4) }, () => [hostileText(random), inner()]))
}

/** Bodies as bytes: most are invalid JSON, or JSON that careless parsers fail on. */
export const hostileBody = (random: Random): Buffer => {
  const deep = random.int(10, 20_000)
  const bodies = [
    '',
    ' ',
    '{',
    'null',
    '1e999',
    '"text"',
    '[]',
    '{}',
    '\ufeff{}',
    '{"__proto__": {"isAdmin": true}}',
    '{"constructor": {"prototype": {"isAdmin": true}}}',
    '{"a": 1, "a": 2}',
    '{"scopes": {"length": 1e9}}',
    '['.repeat(deep),
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    `a=${'&a='.repeat(random.int(1, 3_000))}`,
    '__proto__=1&__proto__[a]=2&constructor=3',
    '%=%&%ff=%zz',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ]
  const place = random.int(0, bodies.length + 1)
  if (place === bodies.length) return Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xc0, 0xaf, 0x7d])
  if (place === bodies.length + 1) return Buffer.alloc(random.chance(0.2) ? 1_200_000 : 20_000, 0x20)
  return Buffer.from(bodies[place] ?? '')
}

/** What an attacker can learn from public pages: ids and slugs of applications, and other names. */
export type KnownNames = { ids: readonly string[]; names: readonly string[] }

/** A value that matches the types and formats of a schema, but need not make sense. */
export const fittingValue = (
  given: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  known: KnownNames,
  random: Random,
): unknown => {
  const fit = (inner: unknown) => fittingValue((inner ?? {}) as JsonSchema, schemas, known, random)
  const named = typeof given.$ref === 'string' ? schemas[given.$ref.split('/').at(-1) ?? ''] : undefined
  if (named) return fit(named)
  if ('const' in given) return given.const
  if (Array.isArray(given.enum)) return random.pick(given.enum as unknown[])
  const options = given.anyOf ?? given.oneOf
  if (Array.isArray(options)) return fit(random.pick(options as unknown[]))
  if (Array.isArray(given.allOf)) return Object.assign({}, ...(given.allOf as unknown[]).map(fit)) as unknown
  const type = Array.isArray(given.type) ? random.pick(given.type as unknown[]) : given.type
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = given as { properties?: Record<string, unknown>; required?: string[] }
      const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5))
      return Object.fromEntries(wanted.map(([name, inner]) => [name, fit(inner)]))
    }
    case 'array':
      return Array.from({ length: random.int(0, 2) }, () => fit(given.items))
    case 'integer':
    case 'number':
      return random.int(Number(given.minimum ?? 0), Math.min(Number(given.maximum ?? 20), 1_000))
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return given.format === 'email' ? 'somebody@example.test' : random.pick(random.chance(0.5) ? known.ids : known.names)
  }
}
