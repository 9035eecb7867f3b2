import { CallError, createClient } from '@marketplace/contracts/api/client'
import { ACCOUNTS_TIMEOUT_MS, SESSION_CLIENT_ID, SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { takeEarly } from './early-reads.ts'
import type { Granted } from './state.ts'

/** The token is unknown, expired or revoked: the person has to sign in again. */
export class InvalidToken extends Error {}
/** The accounts server did not answer, or failed: the state of the session is unknown. */
export class Unreachable extends Error {
  constructor() {
    super(SESSION_TEXTS.unreachable)
  }
}

/** Whether the answer is final; false for server errors, timeouts and rate limits. */
const isSettled = (status: number): boolean => status < 500 && status !== 408 && status !== 429

const send = async (address: string, init?: RequestInit, early: Promise<Response> | null = null): Promise<Response> => {
  const signal = AbortSignal.timeout(ACCOUNTS_TIMEOUT_MS)
  const response = await (early ?? fetch(address, { ...init, credentials: 'omit', cache: 'no-store', signal })).catch(() => {
    throw new Unreachable()
  })
  if (!isSettled(response.status)) throw new Unreachable()
  return response
}

/** The calls to the accounts server. They send no cookies. */
export const accountsClient = (accountsUrl: string, redirectUri: string) => {
  const baseUrl = `${accountsUrl}/v2`
  const as = (token: string) =>
    createClient<'accounts'>({ baseUrl, send: (url, request) => send(url, request, takeEarly(url, token)), token })
  const remove = async (path: string, token: string): Promise<void> => {
    // The person may leave the page at once, which must not keep them signed in.
    const request = { method: 'DELETE', headers: { authorization: `Bearer ${token}` }, keepalive: true }
    const { ok, status } = await send(baseUrl + path, request)
    // 401: the token is already gone, which is what the caller wanted.
    if (!ok && status !== 401) throw new Error(`The accounts server answered with status ${status}`)
  }
  return {
    /** Whether the server can be reached. */
    answers: (): Promise<boolean> =>
      send(`${accountsUrl}/.well-known/openid-configuration`).then(
        () => true,
        () => false,
      ),
    /**
     * Exchanges a code for a token; null if the code is refused. The refresh token is ignored: the session is renewed by the accounts
     * server's own cookie.
     */
    exchange: async ({ code, verifier }: { code: string; verifier: string }): Promise<string | null> => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: SESSION_CLIENT_ID,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      })
      // A form body makes this a simple request, which needs no CORS preflight.
      const response = await send(`${baseUrl}/token`, { method: 'POST', body })
      if (!response.ok) return null
      const { access_token } = (await response.json()) as { access_token?: unknown }
      return typeof access_token === 'string' && access_token ? access_token : null
    },
    /** Whom a token belongs to. Throws InvalidToken, or Unreachable if it cannot be found out. */
    info: async (token: string): Promise<Granted> => {
      try {
        const { account_id, organization_id, scope, actor, expires_in } = await as(token)('GET /info')
        if (!account_id || !organization_id) throw new InvalidToken(SESSION_TEXTS.tokenInvalid)
        return {
          token,
          endsAt: Date.now() + expires_in * 1000,
          accountId: account_id,
          organizationId: organization_id,
          permissions: scope.split(',').filter(Boolean),
          actorEmail: actor?.email ?? null,
        }
      } catch (error) {
        throw error instanceof CallError ? new InvalidToken(SESSION_TEXTS.tokenInvalid) : error
      }
    },
    account: async (token: string, id: string) => {
      const { name, email, avatar_url } = await as(token)('GET /accounts/{id}', { params: { id } })
      return { name, email, avatar: avatar_url }
    },
    organizationName: async (token: string, id: string): Promise<string | undefined> =>
      (await as(token)('GET /organizations')).find(({ organization_id }) => organization_id === id)?.name,
    /** Sends a request with this token. */
    ask: (token: string, url: string, init: RequestInit & { headers?: Record<string, string> }) =>
      send(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
    baseUrl,
    endSessions: (token: string) => remove('/sessions', token),
    endToken: (token: string) => remove('/token', token),
  }
}
export type AccountsClient = ReturnType<typeof accountsClient>
