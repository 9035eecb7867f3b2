import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { ANYONE, endpoint, type Endpoint, streamedBodyOf } from '../core/endpoint.ts'
import { CallError, createClient, type OutputOf, readCallError } from './client.ts'
import { ENDPOINTS } from './endpoints.ts'

type Sent = { url: string; method: string; headers: Record<string, string>; body?: string }
/** A client of the product API with this answer, and a record of its requests. */
const open = (answer: { status?: number; body?: unknown } = {}, token?: string) => {
  const sent: Sent[] = []
  const { status = 200, body = {} } = answer
  const call = createClient<'product'>({
    baseUrl: 'https://shop.test/api/v2',
    ...(token !== undefined && { token }),
    send: async (url, request) => {
      sent.push({ url, ...request })
      return { ok: status < 300, status, json: async () => body }
    },
  })
  return { call, sent }
}

describe('a call', () => {
  test('is sent to the endpoint’s address, with its parameters encoded', async () => {
    const { call, sent } = open()
    await call('GET /applications/{slug}/published', { params: { slug: 'a b/c?d' } })
    expect(sent).toEqual([{ url: 'https://shop.test/api/v2/applications/a%20b%2Fc%3Fd/published', method: 'GET', headers: {} }])
  })

  test('has its query, without what is undefined', async () => {
    const { call, sent } = open()
    await call('GET /organizations/my/activity', { query: { kind: 'access', person: undefined, before: 7 } })
    expect(sent[0]?.url).toBe('https://shop.test/api/v2/organizations/my/activity?kind=access&before=7')
  })

  test('has a body as JSON, and says so', async () => {
    const { call, sent } = open()
    await call('PUT /products-carts/{id}/agents', { params: { id: 'c' }, body: { agents: null } })
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"agents":null}',
    })
  })

  test('without a body has no content type', async () => {
    const { call, sent } = open()
    await call('DELETE /products-carts/{id}', { params: { id: 'c' } })
    expect(sent[0]?.headers).toEqual({})
    expect(sent[0]?.body).toBeUndefined()
  })

  test('carries the Idempotency-Key that it is given', async () => {
    const { call, sent } = open()
    await call('PATCH /products-carts/{id}/purchase', { params: { id: 'c' }, idempotencyKey: 'k-1' })
    expect(sent[0]?.headers).toEqual({ 'idempotency-key': 'k-1' })
    // @ts-expect-error this endpoint does not accept an Idempotency-Key
    await call('PUT /products-carts/{id}/agents', { params: { id: 'c' }, body: { agents: null }, idempotencyKey: 'k-1' })
  })

  test('that is answered without content gives undefined', async () => {
    const call = createClient<'product'>({
      baseUrl: 'https://shop.test/api/v2',
      send: async () => new Response(null, { status: 204 }),
    })
    expect(await call('DELETE /products-carts/{id}', { params: { id: 'c' } })).toBeUndefined()
  })

  test('returns the body that is declared for each status', () => {
    const both = endpoint({
      id: 'both',
      api: 'product',
      method: 'POST',
      path: '/both',
      access: ANYONE,
      summary: 'Has three answers',
      ok: { description: 'Done', body: z.object({ done: z.literal(true) }) },
      also: { 202: { description: 'Later', body: z.object({ later: z.literal(true) }) }, 204: { description: 'Nothing' } },
    })
    expectTypeOf<OutputOf<typeof both>>().toEqualTypeOf<{ done: true } | { later: true } | undefined>()
    expect(both.idempotent).toBe(false)
  })

  test('sends the token of the signed-in person', async () => {
    const { call, sent } = open({}, 'dal:abc')
    await call('GET /agents')
    expect(sent[0]?.headers).toEqual({ authorization: 'Bearer dal:abc' })
  })

  test('answers with the JSON', async () => {
    const { call } = open({ body: [{ id: 'a' }] })
    expect(await call('GET /agents')).toEqual([{ id: 'a' }])
  })
})

describe('a refusal', () => {
  const refused = (status: number, json: () => Promise<unknown>) => readCallError({ status, json })

  test.each<[string, number, unknown, { code: string; message: string }]>([
    [
      'of the product API',
      422,
      { code: 'CART_EMPTY', message: 'The cart is empty.' },
      { code: 'CART_EMPTY', message: 'The cart is empty.' },
    ],
    [
      'of the accounts server',
      400,
      { error: 'invalid_grant', error_description: 'It was used.' },
      { code: 'INVALID_GRANT', message: 'It was used.' },
    ],
    [
      'of the accounts server, in more detail',
      401,
      { error: 'unauthorized', sub_error: 'token_invalid', error_description: 'Gone.' },
      { code: 'TOKEN_INVALID', message: 'Gone.' },
    ],
    ['without words', 500, {}, { code: 'UNEXPECTED_ERROR', message: 'HTTP 500' }],
    ['of nothing', 502, null, { code: 'UNEXPECTED_ERROR', message: 'HTTP 502' }],
  ])('%s', async (_, status, body, expected) => {
    const error = await refused(status, async () => body)
    expect(error).toBeInstanceOf(CallError)
    expect({ status: error.status, code: error.code, message: error.message }).toEqual({ status, ...expected })
  })

  test('without JSON still rejects as an API error', async () => {
    const error = await refused(503, async () => {
      throw new SyntaxError('Unexpected token <')
    })
    expect(error).toMatchObject({ status: 503, code: 'UNEXPECTED_ERROR', message: 'HTTP 503' })
  })

  test.each([['fields'], ['invalid_fields']])('names the fields, as %s', async (name) => {
    const fields = [{ field: 'zip', message: 'is missing' }]
    const error = await refused(400, async () => ({ code: 'INVALID_PARAMETERS', message: 'No.', [name]: fields }))
    expect(error.fields).toEqual(fields)
  })

  test('rejects the call', async () => {
    const { call } = open({ status: 404, body: { code: 'CART_NOT_FOUND', message: 'There is no such cart.' } })
    await expect(call('GET /products-carts/recent')).rejects.toMatchObject({ code: 'CART_NOT_FOUND', status: 404 })
  })
})

describe('every endpoint of an API', () => {
  type Call = (key: string, input: object) => Promise<unknown>
  const callable = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
    (endpoint) => 'body' in endpoint.ok && streamedBodyOf(endpoint) === null,
  )
  const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const anything = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' })

  test.each(callable.map(({ method, path }) => [method, path] as const))(
    '%s %s is called below its own address',
    async (method, path) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anything, { minLength: 3, maxLength: 3 }), async (values) => {
          fc.pre(values.every((value) => !/^\.{0,2}$/.test(value)))
          const { call, sent } = open()
          const params = Object.fromEntries(namesIn(path).map((name, index) => [name, values[index]]))
          await (call as unknown as Call)(`${method} ${path}`, { params })
          const url = new URL(sent[0]?.url ?? '')
          const parts = url.pathname.slice('/api/v2'.length).split('/')
          // The path has as many parts as the template. Fixed parts stay, and parameters decode to their values.
          expect(parts.map((part, index) => (path.split('/')[index]?.startsWith('{') ? decodeURIComponent(part) : part))).toEqual(
            path.split('/').map((part) => (part.startsWith('{') ? params[part.slice(1, -1)] : part)),
          )
          expect([sent[0]?.method, url.search, url.hash, url.origin]).toEqual([method, '', '', 'https://shop.test'])
        }),
        { numRuns: 8 },
      )
    },
  )

  test.each(['.', '..', ''])(
    'the parameter %j sends no request, because a browser would resolve it to another address',
    async (id) => {
      const { call, sent } = open()
      await expect(call('DELETE /products-carts/{id}/coupon', { params: { id } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        status: 404,
      })
      expect(sent).toEqual([])
    },
  )

  test('has a query that is read back as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, async (find, more) => {
        const { call, sent } = open()
        const query = { find, [more]: find } as object
        await (call as unknown as Call)('GET /organizations/my/applications', { query })
        expect(Object.fromEntries(new URL(sent[0]?.url ?? '').searchParams)).toEqual(query)
      }),
      { numRuns: 50 },
    )
  })
})
