// The inputs of all endpoints: everything is bounded, OpenAPI describes what is enforced, and unknown properties are dropped.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { letters, verdictOf } from '../core/test-shapes.ts'
import { ENDPOINTS } from './endpoints.ts'

// A valid input of each endpoint with a query or a JSON body, with all declared fields. Tests change one field at a time.
const INSTANT = '2026-11-22T10:00:00.000Z'
const SENDER = {
  email: 'ada@acme.example',
  userEmail: 'ada@acme.example',
  name: 'Ada',
  website: 'https://acme.example',
  fax: '',
}
const PAGE = { page: '2' }
const ACTIVITY = { application: 'a', person: 'p', kind: 'access', from: '2026-01-31', to: '2026-02-28', before: '7' }
const NEW_CHARGE = {
  name: 'Pro',
  price: 900,
  return_url: 'https://app.example',
  order_client_id: 'c',
  per_account: true,
  test: true,
}
const TRACKING = { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_content: 'd', utm_term: 'e' }

/** The values of a query are texts, as in an address. */
const QUERIES: Readonly<Record<string, object>> = {
  passkeyScript: { v: 'abc' },
  listApplicationEvents: { from: '2026-01-31', to: '2026-02-28' },
  previewPrice: { price: '900', country: 'DE', zip: '10115' },
  listInvoices: PAGE,
  listSales: { ...PAGE, organization_id: 'o', developer_id: 'd', invoice: 'INV-000123' },
  listDeveloperPayouts: PAGE,
  listPayouts: { ...PAGE, state: 'held' },
  listStatements: PAGE,
  listWebhookEvents: { state: 'failed', before: '7' },
  addSeveralToCart: { id: 'a,b' },
  listPublishedApplications: { limit: '10', offset: '20' },
  listRecurrentCharges: { ...PAGE, status: 'active', order_client_id: 'c' },
  listDirectCharges: { ...PAGE, status: 'success', order_client_id: 'c' },
  previewChargeChange: { plan_id: 'p', quantity: '3' },
  listEstate: { find: 'chat', product: 'livechat', show: 'paid', sort: '-monthly', page: '2', limit: '50' },
  listActivity: ACTIVITY,
  exportActivity: ACTIVITY,
  listReceipts: PAGE,
  listInstalledApplications: { product: 'helpdesk' },
  getTokenInfo: { code: 'dal:abc' },
  getConsentStatus: { coverage: 'organization' },
  getSitemap: { part: '1' },
  listProspects: { unclaimed: 'true' },
  listExpertComments: { state: 'verified', limit: '10', offset: '20' },
  listExpertInquiries: { limit: '10', offset: '20' },
  listReviews: { sort: 'oldest', rate: '5', limit: '10', offset: '20' },
  listQueuedReviews: { queue: 'reported', limit: '10', offset: '20' },
  searchMarketplace: { query: 'chat', limit: '10', variant: 'base' },
}

const BODIES: Readonly<Record<string, object>> = {
  requestInvitation: { product: 'livechat', application_id: 'a' },
  countEvents: { variant: 'base', events: [{ event: 'app_viewed', application: 'a', detail: 'd' }] },
  changeApplicationRules: { mode: 'allow', reason: 'Ask us.', applications: ['a'], revision: 3 },
  saveCard: { payment_method: 'pm_1' },
  changeBillingAddress: {
    name: 'Acme',
    country: 'DE',
    zip: '10115',
    city: 'Berlin',
    street: 'Am Markt 1',
    vat_id: 'DE123456789',
  },
  refundSale: { sale_id: 's', cents: 100, note: 'A mistake.' },
  requestPayout: { cents: 100 },
  movePayout: { command: 'pay', reference: 'r', note: 'n' },
  chooseCartAgents: { agents: ['a'] },
  startCheckout: { country: 'DE', zip: '10115', vat_id: 'DE123456789' },
  purchaseCart: { checksum: '0'.repeat(64) },
  acceptRecurrentCharge: { total_price: 106_25 },
  activateRecurrentCharge: { total_price: 106_25 },
  acceptDirectCharge: { total_price: 106_25 },
  activateDirectCharge: { total_price: 106_25 },
  payOverdueCharge: { total_price: 106_25 },
  createPlanCharge: { plan_id: 'p', coupon: 'TEN' },
  createRecurrentCharge: { ...NEW_CHARGE, trial_days: 14, months: 12 },
  createDirectCharge: { ...NEW_CHARGE, quantity: 3 },
  changeRecurrentCharge: { plan_id: 'p', quantity: 3, as_of: INSTANT, checksum: '0'.repeat(64) },
  installApplication: { source_path: '/apps/', ...TRACKING },
  uninstallApplication: { reason: 'Not needed.' },
  changeInstance: { setup: 'done' },
  changeInstanceAgents: { agents: ['a'] },
  awaitApplication: { application_id: 'a', email: 'ada@acme.example' },
  issueToken: {
    grant_type: 'authorization_code',
    code: 'c',
    refresh_token: 'r',
    client_id: 'i',
    client_secret: 's',
    code_verifier: 'v',
    redirect_uri: 'https://app.example',
  },
  removeConsent: { coverage: 'account' },
  sendExpertMessage: { ...SENDER, surname: 'King', message: 'Can you help us?' },
  commentOnExpert: { ...SENDER, comment: 'They helped us.' },
  requestFromCampaign: { ...SENDER, surname: 'King', message: 'Can you help us?', experts: ['e'] },
  joinWaitingList: { email: 'ada@acme.example', fax: '' },
  visitExpert: { expert_id: 'e', visited_at: INSTANT },
  visitProspect: { prospect_id: 'p', visited_at: INSTANT },
  rateApplication: { rate: 4, review: 'It does what it says.', name: 'Ada', mail: false },
  answerReview: { answer: 'Thank you.' },
  reportReview: { reason: 'spam', note: 'Look.' },
  rotateWebhookSecret: { stop_previous: true },
  replayWebhookEvents: { since: INSTANT, events: 'failed' },
  decideReview: { of: 'answer', decision: 'reject', reason: 'Rude.', writtenAt: INSTANT },
}

/** The values of path parameters that are not ids. */
const PARAMETERS: Readonly<Record<string, string>> = { product: 'livechat', month: '2026-11', coupon: 'WELCOME10' }

type Part = 'params' | 'query' | 'body'
/** One part of an endpoint's request, with a valid value. */
type Input = { id: string; part: Part; schema: z.ZodType; right: Readonly<Record<string, unknown>> }

/**
 * Excluded are the pages of the accounts server, which accept any form and show its errors in a page, and the hosted-index protocol, which
 * has its own tests.
 */
const isLenient = ({ api }: Endpoint): boolean => api === 'accountsSite' || api === 'search'

const rightOf = (id: string, part: Part, schema: z.ZodType): object | undefined => {
  if (part !== 'params') return (part === 'query' ? QUERIES : BODIES)[id]
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return Object.fromEntries(names.map((name) => [name, PARAMETERS[name] ?? 'x1']))
}

/** All parts that endpoints read from requests, except files and signed bytes. */
const INPUTS: readonly Input[] = Object.entries(ENDPOINTS as Record<string, Endpoint>)
  .filter(([id, endpoint]) => !isLenient(endpoint) || Object.hasOwn(QUERIES, id))
  .flatMap(([id, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      if (!schema || 'kind' in schema) return []
      const right = rightOf(id, part, schema)
      if (endpoint.api === 'accountsSite' && right === undefined) return []
      return [{ id, part, schema, right: (right ?? {}) as Input['right'] }]
    }),
  )

type Declared = {
  type?: string
  properties?: Record<string, Declared>
  items?: Declared
  anyOf?: Declared[]
  enum?: unknown[]
  maxLength?: number
  minLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  minItems?: number
}
type Path = readonly (string | number)[]
type Field = { path: Path; declared: Declared; nullable: boolean }

/** The OpenAPI schema of an input without `null`, and whether `null` is allowed. */
const withoutNull = (declared: Declared): { declared: Declared; nullable: boolean } => {
  const [other, ...more] = (declared.anyOf ?? []).filter(({ type }) => type !== 'null')
  return other && more.length === 0 ? { declared: { ...declared, ...other }, nullable: true } : { declared, nullable: false }
}

const fieldsOf = (given: Declared, path: Path = []): Field[] => {
  const { declared, nullable } = withoutNull(given)
  const own = path.length === 0 ? [] : [{ path, declared, nullable }]
  const below = Object.entries(declared.properties ?? {}).flatMap(([name, field]) => fieldsOf(field, [...path, name]))
  return [...own, ...below, ...(declared.items ? fieldsOf(declared.items, [...path, 0]) : [])]
}
const declaredOf = ({ schema }: Input): Field[] =>
  fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Declared)

const at = (value: unknown, path: Path): unknown => path.reduce<unknown>((inner, key) => (inner as never)?.[key], value)
/** The valid value with another value at a path. */
const withAt = (value: unknown, [key, ...rest]: Path, other: unknown): unknown => {
  if (key === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  return Object.assign(copy, { [key]: withAt(at(value, [key]), rest, other) })
}
const dotted = (path: Path): string => path.join('.')

/** Whether a value is refused at a path, or inside of it. */
const isRefused = ({ schema, right }: Input, path: Path, other: unknown): boolean => {
  const verdict = verdictOf(schema, withAt(right, path, other))
  return 'refused' in verdict && verdict.refused.some((field) => `${field}.`.startsWith(`${dotted(path)}.`))
}
const isTaken = ({ schema, right }: Input, path: Path, other: unknown): boolean =>
  'taken' in verdictOf(schema, withAt(right, path, other))

/** A number in the form that this part needs: in a query, numbers are texts. */
const numberIn = (part: Part, value: number): unknown => (part === 'body' ? value : String(value))

const rows = INPUTS.map((input): [string, Input] => [`the ${input.part} of ${input.id}`, input])
const eachField = (fits: (field: Field, input: Input) => boolean): [string, Input, Field][] =>
  INPUTS.flatMap((input) =>
    declaredOf(input)
      .filter((field) => fits(field, input))
      .map((field): [string, Input, Field] => [`${input.id} ${dotted(field.path)}`, input, field]),
  )

describe('each input', () => {
  test('is among these tests', () => {
    expect(INPUTS.length).toBeGreaterThan(120)
    for (const part of ['params', 'query', 'body'])
      expect(INPUTS.filter((input) => input.part === part).length).toBeGreaterThan(25)
  })

  test.each(rows)('%s: the valid example has every declared field, and is accepted', (_, input) => {
    for (const { path } of declaredOf(input)) expect([dotted(path), at(input.right, path)]).not.toEqual([dotted(path), undefined])
    expect(verdictOf(input.schema, input.right)).toHaveProperty('taken')
  })

  test.each(rows)('%s is refused, without an exception, if it is a value of another kind', (_, { schema, part }) => {
    for (const value of ['text', 7, true, [], [{}]]) expect(verdictOf(schema, value)).toHaveProperty('refused')
    // Some bodies are optional; queries and parameters are not.
    if (part !== 'body') for (const value of [null, undefined]) expect(verdictOf(schema, value)).toHaveProperty('refused')
  })

  /** saveCard searches every field for card numbers, so it reads all fields. */
  const readsAll = new Set(['saveCard'])
  test.each(rows.filter(([, { id }]) => !readsAll.has(id)))('%s: undeclared fields are dropped', (_, input) => {
    const names = new Set(declaredOf(input).map(({ path }) => path[0]))
    const more = { isAdmin: true, organizationId: 'other', constructor: 'x', toString: 'x', price: undefined }
    const sent = { ...more, ...JSON.parse('{"__proto__": {"staff": true}}'), ...input.right }
    const verdict = verdictOf(input.schema, sent)
    expect(verdict).toHaveProperty('taken')
    const taken = 'taken' in verdict ? (verdict.taken as object) : {}
    for (const name of Object.keys(taken)) expect(names).toContain(name)
    expect('staff' in taken).toBe(false)
  })
})

/**
 * Texts that are limited elsewhere: the server limits the length of addresses, and a card's id is checked only after all fields were
 * searched for card numbers.
 */
const BOUNDED_ELSEWHERE = new Set([
  'getPageData *',
  'getSliceData *',
  'getPage *',
  'getAsset *',
  'getPicture id',
  'getPicture file',
  'getSocialPicture id',
  'searchMarketplace query',
  'saveCard payment_method',
])

describe('each input value has a bound', () => {
  const texts = eachField(({ declared: { type } }) => type === 'string')
  test('each name in BOUNDED_ELSEWHERE is a declared text', () => {
    const names = new Set(texts.map(([name]) => name))
    for (const name of BOUNDED_ELSEWHERE) expect(names).toContain(name)
  })

  test.each(texts.filter(([name]) => !BOUNDED_ELSEWHERE.has(name)))('%s', (_, input, { path }) => {
    const right = String(at(input.right, path))
    const long = [
      letters(20_000),
      '1'.repeat(20_000),
      `${right}${letters(20_000)}`,
      right.replace(/(?:\.\d+)?Z$/, `.${'0'.repeat(20_000)}Z`),
      right.padEnd(20_000, right),
    ]
    // Only a field with a valid instant accepts one with many digits.
    const taken = long.filter((text) => text.length > 10_000 && !isRefused(input, path, text))
    expect(taken.map((text) => text.slice(0, 40))).toEqual([])
  })

  test.each(eachField(({ declared: { type, items } }) => type === 'array' && items !== undefined))(
    '%s, a list',
    (_, input, { path, declared: { maxItems } }) => {
      expect(maxItems).toBeGreaterThan(0)
      const [one] = at(input.right, path) as unknown[]
      const list = (count: number) => Array.from({ length: count }, () => one)
      expect(isTaken(input, path, list(maxItems ?? 0))).toBe(true)
      expect(isRefused(input, path, list((maxItems ?? 0) + 1))).toBe(true)
    },
  )

  test.each(eachField(({ declared: { type } }) => type === 'integer'))('%s, a number', (_, input, field) => {
    const { minimum = Number.NaN, maximum = Number.NaN } = field.declared
    for (const value of [minimum, maximum]) {
      expect(Number.isSafeInteger(value)).toBe(true)
      expect([value, isTaken(input, field.path, numberIn(input.part, value))]).toEqual([value, true])
    }
    for (const value of [minimum - 1, maximum + 1, minimum + 0.5, Infinity, Number.NaN])
      expect([value, isRefused(input, field.path, numberIn(input.part, value))]).toEqual([value, true])
  })
})

test.each(eachField(({ declared: { type } }, { part }) => type === 'integer' && part !== 'body'))(
  '%s is written in decimal digits',
  (_, input, { path, declared: { minimum = 0 } }) => {
    const right = minimum + 1
    expect(isTaken(input, path, String(right))).toBe(true)
    const others = [
      `0x${right.toString(16)}`,
      `${right}e0`,
      `${right}.0`,
      `+${right}`,
      ` ${right}`,
      `${right} `,
      [String(right)],
      '',
    ]
    for (const other of others) expect([other, isRefused(input, path, other)]).toEqual([other, true])
  },
)

describe('declared limits are enforced', () => {
  test.each(eachField(({ declared: { maxLength } }) => maxLength !== undefined))('%s: its length', (_, input, field) => {
    const { maxLength = 0, minLength = 0, pattern, format } = field.declared
    expect(isRefused(input, field.path, letters(maxLength + 1))).toBe(true)
    if (minLength > 0) expect(isRefused(input, field.path, letters(minLength - 1))).toBe(true)
    // Texts that people write have stricter rules of their own.
    if (pattern === undefined && format === undefined && maxLength <= 500 && field.path[0] !== 'website')
      expect(isTaken(input, field.path, letters(maxLength)) || field.path[0] === 'fax').toBe(true)
  })

  test.each(eachField(({ declared: { enum: words } }) => words !== undefined))('%s: its words', (_, input, field) => {
    for (const word of field.declared.enum ?? []) expect([word, isTaken(input, field.path, word)]).toEqual([word, true])
    for (const word of ['', 'else', 'constructor', '__proto__', `${String(field.declared.enum?.[0])} `])
      expect([word, isRefused(input, field.path, word)]).toEqual([word, true])
  })

  test.each(eachField((field, { id }) => field.declared.type !== undefined && id !== 'saveCard'))(
    '%s: its type',
    (_, input, field) => {
      const { declared, path, nullable } = field
      const isSameType = (value: unknown) => (Array.isArray(value) ? declared.type === 'array' : typeof value === declared.type)
      // In a query every value is a text, and a list is a repeated parameter.
      const others = input.part === 'body' ? [{}, { a: 1 }, ['a', 'b'], [[]], 7.5, true, 'x', Symbol.iterator] : [['a', 'b'], {}]
      for (const value of others.filter((value) => !isSameType(value)))
        expect([value, isRefused(input, path, value)]).toEqual([value, true])
      if (input.part === 'body') expect([null, isTaken(input, path, null)]).toEqual([null, nullable])
    },
  )
})

describe('required fields', () => {
  const required = ({ schema }: Input): string[] => {
    const declared = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
      required?: string[]
      anyOf?: { required?: string[] }[]
    }
    return declared.required ?? declared.anyOf?.find((each) => each.required)?.required ?? []
  }
  test.each(rows.filter(([, input]) => required(input).length > 0))(
    '%s is refused without one of them, and the error names it',
    (_, input) => {
      for (const name of required(input)) {
        const { [name]: _left, ...rest } = input.right
        const verdict = verdictOf(input.schema, rest)
        expect([name, 'refused' in verdict && verdict.refused]).toEqual([name, [name]])
      }
    },
  )

  test.each(rows.filter(([, { part }]) => part === 'query'))('%s: all other fields are optional', (_, input) => {
    const asked = Object.fromEntries(Object.entries(input.right).filter(([name]) => required(input).includes(name)))
    expect(verdictOf(input.schema, asked)).toHaveProperty('taken')
  })

  test.each(rows.filter(([, { part }]) => part === 'params'))('%s: an empty parameter is refused', (_, input) => {
    for (const name of Object.keys(input.right)) {
      if (BOUNDED_ELSEWHERE.has(`${input.id} ${name}`) || input.id.startsWith('search')) continue
      expect([name, isRefused(input, [name], '')]).toEqual([name, true])
    }
  })
})
