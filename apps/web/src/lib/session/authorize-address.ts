import { SESSION_CLIENT_ID } from '@marketplace/contracts/session'

type Asked = { accountsUrl: string; redirectUri: string; state: string; flow: 'button' | 'redirect' }

/** Where the accounts server is asked for a token: in a frame or a popup by `button`, by a redirect with an empty flow (clients.md). */
export const authorizeAddress = ({ accountsUrl, redirectUri, state, flow }: Asked): string =>
  `${accountsUrl}/?${new URLSearchParams({
    client_id: SESSION_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'token',
    flow: flow === 'button' ? 'button' : '',
    state,
  })}`

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export type Answer = { token: string; state: string } | { error: string }

/** What a message of the accounts server says; null for one that is no answer. */
export const readAnswer = (message: unknown): Answer | null => {
  if (!isFields(message)) return null
  const { data, error } = message
  if (error) {
    const named = isFields(error) ? textOf(error.identity_exception) || textOf(error.oauth_exception) : textOf(error)
    return { error: named || 'server_error' }
  }
  if (!isFields(data)) return null
  const token = textOf(data.access_token)
  return token ? { token, state: textOf(data.state) } : null
}
