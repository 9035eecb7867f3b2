import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsClient, InvalidToken, Unreachable } from './accounts-client.ts'

const REDIRECT = 'http://shop.test/sign-in/'
let answer: { status: number; body: object } = { status: 200, body: {} }
const received: string[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  received.push(`${request.method} ${request.url} ${body}`)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const client = () => accountsClient(url, REDIRECT)

describe('whose a token is', () => {
  it('comes with the instant at which it ends', async () => {
    answer = {
      status: 200,
      body: { account_id: 'a1', organization_id: 'o1', scope: 'one,two', expires_in: 60, actor: null },
    }
    const before = Date.now()
    const { endsAt, ...granted } = await client().info('dal:x')
    expect(granted).toEqual({
      token: 'dal:x',
      accountId: 'a1',
      organizationId: 'o1',
      permissions: ['one', 'two'],
      actorEmail: null,
    })
    expect(endsAt).toBeGreaterThanOrEqual(before + 60_000)
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it.each([400, 401, 403, 404])('is refused with %d: the token is no good', async (status) => {
    answer = { status, body: { code: 'TOKEN_INVALID', message: 'no' } }
    await expect(client().info('dal:x')).rejects.toThrow(InvalidToken)
  })

  it.each([408, 429, 500, 502, 503])('is not known after %d: nothing was said of the token', async (status) => {
    answer = { status, body: {} }
    await expect(client().info('dal:x')).rejects.toThrow(Unreachable)
    expect(await client().answers()).toBe(false)
  })

  it('is not known where nobody listens', async () => {
    const nobody = accountsClient('http://127.0.0.1:1', REDIRECT)
    await expect(nobody.info('dal:x')).rejects.toThrow(Unreachable)
    expect(await nobody.answers()).toBe(false)
  })
})

describe('a code', () => {
  it('is exchanged with all that it is bound to, as a form', async () => {
    answer = { status: 200, body: { access_token: 'dal:new', refresh_token: 'long-lived' } }
    received.length = 0
    expect(await client().exchange({ code: 'c', verifier: 'v' })).toBe('dal:new')
    expect(received).toEqual([
      `POST /v2/token ${new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'marketplace',
        redirect_uri: REDIRECT,
        code: 'c',
        code_verifier: 'v',
      })}`,
    ])
  })

  it.each([
    [400, { code: 'INVALID_GRANT' }],
    [200, {}],
    [200, { access_token: 5 }],
  ])('gives nothing where the answer is %d %j', async (status, body) => {
    answer = { status, body }
    expect(await client().exchange({ code: 'c', verifier: 'v' })).toBeNull()
  })

  it('may be tried anew where the server is in trouble', async () => {
    answer = { status: 503, body: {} }
    await expect(client().exchange({ code: 'c', verifier: 'v' })).rejects.toThrow(Unreachable)
  })
})
