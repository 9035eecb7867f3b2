// A request with the content type JSON and an empty body must count as one without a body.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { ACCOUNTS } from '../src/http/accounts-site.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { bearer, createToken } from './people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'Application/JSON']

test.each(JSON_TYPES)('installing and uninstalling work with Content-Type: %s and no body', async (type) => {
  const headers = { ...bearer(market.acme.people.owner.token), 'content-type': type }
  const ask = (method: Method) => market.app.server.inject({ method, url: market.pathOf('plain'), headers })
  expect((await ask('PUT')).statusCode).toBe(200)
  expect((await ask('DELETE')).statusCode).toBe(200)
})

test('they also work with an empty body of length 0 or of chunks', async () => {
  const headers = { ...bearer(market.acme.people.owner.token), 'content-type': 'application/json' }
  const ask = (method: Method, more: object, payload?: string) =>
    market.app.server.inject({
      method,
      url: market.pathOf('plain'),
      headers: { ...headers, ...more },
      ...(payload !== undefined && { payload }),
    })
  expect((await ask('PUT', { 'content-length': '0' })).statusCode).toBe(200)
  expect((await ask('DELETE', { 'transfer-encoding': 'chunked' }, '')).statusCode).toBe(200)
})

const changing = (Object.values(ENDPOINTS) as Endpoint[]).filter(({ method }) => method !== 'GET')
test.each(changing.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s answers as it does without the header',
  async (_, endpoint) => {
    const server = ACCOUNTS.apis.includes(endpoint.api) ? market.app.accounts : market.app.server
    for (const mount of API_MOUNTS[endpoint.api]) {
      const url = mount + endpoint.path.replaceAll(/\{\w+\}/g, 'nothing')
      const ask = async (headers: Record<string, string>) => {
        // A new token, because the request may end its token.
        const token = await createToken(market.store, market.globex.people.viewer)
        const { statusCode, body } = await server.inject({
          method: endpoint.method,
          url,
          headers: { ...bearer(token), origin: 'http://localhost:3001', ...headers },
        })
        return [statusCode, body.replaceAll(/"request_?[iI]d":"[^"]*"/g, '')]
      }
      const without = await ask({})
      expect(await ask({ 'content-type': 'application/json' })).toEqual(without)
    }
  },
)

test('a preflight with a body that is not JSON is refused in our own shape', async () => {
  const answer = await market.app.server.inject({
    method: 'OPTIONS',
    url: '/favicon.ico',
    headers: { 'content-type': 'application/json', origin: 'https://a.example' },
    payload: '{',
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST'])
})

test('invalid JSON is still malformed, and 401 comes first', async () => {
  const ask = (payload: string, headers: object) =>
    market.app.server.inject({
      method: 'DELETE',
      url: market.pathOf('plain'),
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  const signedIn = bearer(market.acme.people.owner.token)
  for (const payload of ['{', ' ', 'null x', '{"__proto__": {}}']) expect((await ask(payload, signedIn)).statusCode).toBe(400)
  expect((await ask('{', {})).statusCode).toBe(401)
})
