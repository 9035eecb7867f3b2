import { describe, expect, test } from 'vitest'
import { CallError, createClient, refusalOf } from './client.ts'

type Sent = { url: string; method: string; headers: Record<string, string>; body?: string }
/** A client of the product API that answers so, and what it was sent. */
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

  test('carries the token of who is signed in', async () => {
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
  const refused = (status: number, json: () => Promise<unknown>) => refusalOf({ status, json })

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

  test('that is no JSON is one all the same', async () => {
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
