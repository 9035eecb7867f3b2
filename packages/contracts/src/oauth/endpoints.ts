import { z } from 'zod'
import {
  CONSENT_COVERAGES,
  clientPublicSchema,
  consentStatusSchema,
  tokenInfoSchema,
  tokenRequestSchema,
  tokenSchema,
} from './schemas.ts'
import { page, submit } from '../core/account-pages.ts'
import { ACCOUNT, ANYONE, endpoint } from '../core/endpoint.ts'
import { WRITES, done, params } from '../core/accounts-calls.ts'
import { signedIn } from '../core/product-calls.ts'

export const authorize = page(
  'authorize',
  '/',
  'Authorization: answers an iframe or a popup by a message, a redirect by a redirect',
)

export const giveConsent = submit('giveConsent', '/consent', 'Agrees to what a client asks for, or refuses', 60)

export const getOpenIdConfiguration = endpoint({
  id: 'getOpenIdConfiguration',
  api: 'accountsSite',
  method: 'GET',
  path: '/.well-known/openid-configuration',
  access: ANYONE,
  summary: 'OpenID Connect discovery',
  ok: { description: 'The addresses of the accounts server', contentType: 'application/json' },
})

export const issueToken = endpoint({
  id: 'issueToken',
  api: 'accounts',
  method: 'POST',
  path: '/token',
  access: ANYONE,
  summary: 'A token for a code or for a refresh token; form and JSON bodies',
  body: tokenRequestSchema,
  ok: { description: 'The token', body: tokenSchema },
  errors: ['INVALID_PARAMETERS', 'INVALID_GRANT', 'UNSUPPORTED_GRANT_TYPE', 'INVALID_CLIENT', 'TOO_MANY_REQUESTS'],
  limit: { max: 120, windowSeconds: 60 },
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  api: 'accounts',
  method: 'DELETE',
  path: '/token',
  access: ACCOUNT,
  summary: 'Revokes the token of the request and the refresh token that came with it',
  ok: done,
  errors: [...signedIn, 'TOO_MANY_REQUESTS'],
  limit: WRITES,
})

export const getTokenInfo = endpoint({
  id: 'getTokenInfo',
  api: 'accounts',
  method: 'GET',
  path: '/info',
  access: ANYONE,
  summary: 'Describes a token, sent as Bearer or as ?code=, or a code that is not used yet',
  query: z.object({ code: z.string().max(500).optional() }),
  ok: { description: 'The token', body: tokenInfoSchema },
  errors: ['TOKEN_INVALID', 'MISDIRECTED_REQUEST'],
})

export const getPublicClient = endpoint({
  id: 'getPublicClient',
  api: 'accounts',
  method: 'GET',
  path: '/clients/{id}/public',
  access: ANYONE,
  summary: 'The public facts about a client',
  params,
  ok: { description: 'The client', body: clientPublicSchema },
  errors: ['CLIENT_NOT_FOUND'],
})

const coverage = z.enum(CONSENT_COVERAGES)

export const getConsentStatus = endpoint({
  id: 'getConsentStatus',
  api: 'accounts',
  method: 'GET',
  path: '/clients/{id}/consent/status',
  access: ACCOUNT,
  summary: 'Whether the account, or its organization, has agreed to what a client asks for',
  params,
  query: z.object({ coverage: coverage.default('account') }),
  ok: { description: 'The status', body: consentStatusSchema },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'CLIENT_NOT_FOUND', 'FORBIDDEN'],
})

export const removeConsent = endpoint({
  id: 'removeConsent',
  api: 'accounts',
  method: 'DELETE',
  path: '/clients/{id}/consent',
  access: ACCOUNT,
  summary: 'Takes a consent back, and revokes the tokens that depend on it',
  params,
  body: z.object({ coverage }),
  ok: done,
  errors: [
    ...signedIn,
    'INVALID_PARAMETERS',
    'CLIENT_NOT_FOUND',
    'FORBIDDEN',
    'INSTALL_NOT_ALLOWED',
    'INSTALL_OWNER_ONLY',
    'INSTALL_NEEDS_BILLING',
    'CONSENT_IN_USE',
    'TOO_MANY_REQUESTS',
  ],
  limit: WRITES,
})
