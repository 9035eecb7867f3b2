import { CallError, createClient } from '@marketplace/contracts/client'
import { SESSION_TEXTS } from '@marketplace/contracts/session'
import type { Granted } from './state.ts'

/** A token that is none, any more or at all: whoever holds it has to sign in again. */
export class InvalidToken extends Error {}

const send: typeof fetch = (address, init) => fetch(address, { ...init, credentials: 'omit', cache: 'no-store' })

/** What the session asks the accounts server. Nothing of it is sent with a cookie. */
export const accountsClient = (accountsUrl: string) => {
  const baseUrl = `${accountsUrl}/v2`
  const as = (token: string) => createClient({ baseUrl, send: (url, request) => send(url, request), token })
  const remove = async (path: string, token: string): Promise<void> => {
    const { ok, status } = await send(baseUrl + path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    // A token that is gone already is what was wanted.
    if (!ok && status !== 401) throw new Error(`The accounts server answered with status ${status}`)
  }
  return {
    /** Who a token stands for. Throws InvalidToken, and the browser's error where the server cannot be reached. */
    info: async (token: string): Promise<Granted> => {
      try {
        const { account_id, organization_id, scope, actor } = await as(token)('GET /info')
        if (!account_id || !organization_id) throw new InvalidToken(SESSION_TEXTS.tokenInvalid)
        return {
          token,
          accountId: account_id,
          organizationId: organization_id,
          permissions: scope.split(',').filter(Boolean),
          actorEmail: actor?.email ?? null,
        }
      } catch (error) {
        throw error instanceof CallError && error.status < 500 ? new InvalidToken(SESSION_TEXTS.tokenInvalid) : error
      }
    },
    account: async (token: string, id: string) => {
      const { name, email, avatar_url } = await as(token)('GET /accounts/{id}', { params: { id } })
      return { name, email, avatar: avatar_url }
    },
    organizationName: async (token: string, id: string): Promise<string | undefined> =>
      (await as(token)('GET /organizations')).find(({ organization_id }) => organization_id === id)?.name,
    requestAccess: async (token: string, body: { product: 'livechat' | 'helpdesk'; application_id: string }) => {
      await as(token)('POST /accounts/me/send_request_for_invitation', { body })
    },
    endSessions: (token: string) => remove('/sessions', token),
    endToken: (token: string) => remove('/token', token),
  }
}
export type AccountsClient = ReturnType<typeof accountsClient>
