import type { ResponseType } from '../../../db/schema.ts'
import type { Query } from '../../accounts/index.ts'
import type { OAuthClient } from '../../clients/index.ts'
import { type Challenge, readChallenge } from './challenge.ts'
import { isRedirectAllowed } from './redirect-uri.ts'
import type { Refusal } from './refusal.ts'

/** The destination of an answer, and the way: a message to the window that waits (of a frame or a popup), or a redirect. */
export type ReturnPath = { client: OAuthClient; redirectUri: string; by: 'message' | 'redirect'; state: string | null }

export type Prompt = 'none' | 'login' | 'consent' | 'select_account'

export type AuthorizeRequest = ReturnPath & {
  responseType: ResponseType
  /** Null if the request names no scopes. It then asks for all scopes for which the client is registered. */
  scopes: readonly string[] | null
  organizationId: string | null
  prompts: ReadonlySet<Prompt>
  email: string | null
  challenge: Challenge | null
}

export type Reading =
  /** The client or the address is not valid, so no answer may be sent to an address. */
  | { kind: 'unusable'; refusal: Refusal; byMessage: boolean }
  | { kind: 'refused'; refusal: Refusal; to: ReturnPath }
  | { kind: 'request'; request: AuthorizeRequest }

/** The parameters of an authorization. Others, such as utm_source, are ignored. */
const KNOWN = [
  'client_id',
  'organization_id',
  'redirect_uri',
  'state',
  'response_type',
  'scope',
  'prompt',
  'flow',
  'email',
  'code_challenge',
  'code_challenge_method',
] as const
type Known = (typeof KNOWN)[number]

const PROMPTS = new Set<string>(['none', 'login', 'consent', 'select_account'])

/** Some clients separate lists by commas, others by spaces. */
const listOf = (text: string | null): string[] => [...new Set((text ?? '').split(/[ ,]+/).filter(Boolean))]

/** The value of a parameter; null if it is missing, repeated, or empty, as in `flow=` of the published SDK. */
const textOf = (query: Query, name: Known): string | null => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The id of the client that a query names, if any. */
export const askingClientId = (query: Query): string | null => textOf(query, 'client_id')

/** Whether the window that sent the request waits for a message. */
export const waitsForMessage = (query: Query): boolean => query.flow === 'button'

/** Reads an authorization request. The kind of error decides whether anything may be sent back. */
export const readRequest = (query: Query, client: OAuthClient | null): Reading => {
  const text = (name: Known) => textOf(query, name)
  const byMessage = waitsForMessage(query)
  const unusable = (refusal: Refusal): Reading => ({ kind: 'unusable', refusal, byMessage })
  if (!client) return unusable({ oauth_exception: 'unauthorized_client', exception_details: 'client_id_not_found' })
  const isRepeated = (name: Known) => Array.isArray(query[name])
  const redirectUri = text('redirect_uri')
  if (redirectUri === null && !isRepeated('redirect_uri'))
    return unusable({ oauth_exception: 'invalid_request', exception_details: 'redirect_uri_not_set' })
  if (redirectUri === null || !isRedirectAllowed(redirectUri, client))
    return unusable({ oauth_exception: 'invalid_request', exception_details: 'invalid_redirect_uri' })

  const to: ReturnPath = { client, redirectUri, by: byMessage ? 'message' : 'redirect', state: text('state') }
  const refused = (oauth_exception: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope'): Reading => ({
    kind: 'refused',
    refusal: { oauth_exception },
    to,
  })
  if (KNOWN.some(isRepeated)) return refused('invalid_request')
  const responseType = text('response_type')
  if (responseType !== 'code' && responseType !== 'token') return refused('unsupported_response_type')
  // Tokens of server applications must never pass through a browser.
  if (responseType === 'token' && client.type === 'server_side_app') return refused('unsupported_response_type')
  if (!client.responseTypes.includes(responseType)) return refused('unsupported_response_type')

  const scopes = text('scope') === null ? null : listOf(text('scope'))
  if (scopes?.some((scope) => !client.scopes.includes(scope))) return refused('invalid_scope')
  const prompts = new Set(listOf(text('prompt')).filter((prompt): prompt is Prompt => PROMPTS.has(prompt)))
  if (prompts.has('none') && prompts.size > 1) return refused('invalid_request')

  const given = responseType === 'code' ? text('code_challenge') : null
  const challenge = given === null ? null : readChallenge(given, text('code_challenge_method'), client.challengeForms)
  const needsChallenge = responseType === 'code' && client.pkceRequired
  if (challenge === null && (given !== null || needsChallenge)) return refused('invalid_request')

  const rest = {
    responseType,
    scopes,
    organizationId: text('organization_id'),
    prompts,
    email: text('email'),
    challenge,
  } as const
  return { kind: 'request', request: { ...to, ...rest } }
}
