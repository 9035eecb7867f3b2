// Tests the accounts server with a certified third-party client library.
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, REDIRECT, SERVER_SECRET } from '../../../test/accounts.ts'

const ISSUER = new URL('https://accounts.test')
let accounts: Accounts
let server: oauth.AuthorizationServer
beforeAll(async () => {
  accounts = await openAccounts()
  server = await oauth.processDiscoveryResponse(
    ISSUER,
    await oauth.discoveryRequest(ISSUER, { algorithm: 'oidc', ...byInject() }),
  )
})
afterAll(() => accounts.close())

/** Sends the library's requests to the application without a socket. */
const byInject = () => ({
  [oauth.customFetch]: async (
    url: string,
    { method, headers, body }: { method: string; headers: ConstructorParameters<typeof Headers>[0]; body?: unknown },
  ) => {
    const { pathname, search } = new URL(url)
    const answer = await accounts.app.accounts.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { payload: String(body) }),
    })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  },
})

/** Completes an authorization in the browser, and returns the parameters of the final address. */
const authorize = async (client: oauth.Client, parameters: Record<string, string>, state: string) => {
  const url = new URL(server.authorization_endpoint ?? '')
  for (const [name, value] of Object.entries({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    state,
    ...parameters,
  }))
    url.searchParams.set(name, value)
  const visitor = await accounts.visitor('owner@acme.test')
  const { headers } = await visitor.get(url.pathname + url.search)
  return oauth.validateAuthResponse(server, client, new URL(headers.location ?? 'none:'), state)
}

describe('oauth4webapi', () => {
  test('discovers all endpoints', () => {
    expect(server).toMatchObject({ issuer: 'https://accounts.test', token_endpoint: 'https://accounts.test/v2/token' })
    expect(server.code_challenge_methods_supported).toEqual(['S256'])
  })

  test('signs a JavaScript application in with S256, refreshes, and gets an error for a reused refresh token', async () => {
    const client: oauth.Client = { client_id: 'ours' }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const challenge = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    const parameters = await authorize(client, challenge, state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      REDIRECT,
      verifier,
      byInject(),
    )
    const first = await oauth.processAuthorizationCodeResponse(server, client, response)
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 28_800 })
    const refresh = async (token: string | undefined) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? '', byInject()),
      )
    const second = await refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await accounts.isGood(second.access_token)).toBe(true)
    await expect(refresh(first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    expect(await accounts.isGood(second.access_token)).toBe(false)
  })

  test.each([
    ['in the body', oauth.ClientSecretPost],
    ['in the header', oauth.ClientSecretBasic],
  ])('signs a server application in with its secret %s', async (_, authentication) => {
    const client: oauth.Client = { client_id: 'server' }
    const state = oauth.generateRandomState()
    const verifier = oauth.generateRandomCodeVerifier()
    const challenge = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    const parameters = await authorize(client, challenge, state)
    const ask = (secret: string) =>
      oauth.authorizationCodeGrantRequest(server, client, authentication(secret), parameters, REDIRECT, verifier, byInject())
    await expect(oauth.processAuthorizationCodeResponse(server, client, await ask('wrong'))).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    })
    const token = await oauth.processAuthorizationCodeResponse(server, client, await ask(SERVER_SECRET))
    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication(SERVER_SECRET),
      token.refresh_token ?? '',
      byInject(),
    )
    expect((await oauth.processRefreshTokenResponse(server, client, again)).refresh_token).toBe(token.refresh_token)
  })

  test('gets an error for a refused request', async () => {
    await expect(authorize({ client_id: 'ours' }, { response_type: 'token', prompt: 'none' }, 's')).rejects.toThrow()
    const visitor = await accounts.visitor()
    const query = accounts.codeQuery({ prompt: 'none', state: 's' })
    const { headers } = await visitor.get(`/?${query}`)
    expect(() => oauth.validateAuthResponse(server, { client_id: 'ours' }, new URL(headers.location ?? ''), 's')).toThrow(
      oauth.AuthorizationResponseError,
    )
  })
})
