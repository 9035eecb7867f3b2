import { z } from 'zod'
import {
  accountSchema,
  clientPublicSchema,
  CONSENT_COVERAGES,
  consentStatusSchema,
  ghostSchema,
  organizationSchema,
  roleSchema,
  tokenInfoSchema,
  tokenRequestSchema,
  tokenSchema,
} from '../accounts.ts'
import { html, page, submit } from '../account-pages.ts'
import { ACCOUNT, ANYONE, endpoint, accountWith } from '../endpoint.ts'
import { PRODUCTS } from '../enumerations.ts'
import type { ErrorCode } from '../errors.ts'

const done = { description: 'Done', body: z.object({}) }
const params = z.object({ id: z.string().min(1).max(200) })
const signedIn: readonly ErrorCode[] = ['UNAUTHORIZED', 'TOKEN_INVALID']
/** Changes that an account may make in a minute, for each endpoint. */
const WRITES = { max: 60, windowSeconds: 60 } as const

export const authorize = page(
  'authorize',
  '/',
  'Authorization: answers an iframe or a popup by a message, a redirect by a redirect',
)
export const signInPage = page('signInPage', '/signin', 'The form to sign in, which goes on with the authorization in its query')
export const signUpPage = page('signUpPage', '/signup', 'The form to sign up')
/** The address that the published SDK opens for a sign-up in its manual form. */
export const signUpBesidePage = page(
  'signUpBesidePage',
  '/signin/signup',
  'The form to sign up, at the address that the published SDK opens',
)
export const signIn = submit('signIn', '/signin', 'Signs in with e-mail and password', 60)
export const signUp = submit(
  'signUp',
  '/signup',
  'Mails a link that makes an account and an organization with a trial of both products; the same answer where there is one',
  30,
)
export const openSignUpLink = page(
  'openSignUpLink',
  '/signup/finish',
  'Makes the account in the browser that signed up, and goes on with the authorization; asks others for the password',
)
export const finishSignUp = submit('finishSignUp', '/signup/finish', 'Makes the account, by the mailed link and the password', 60)
export const giveConsent = submit('giveConsent', '/consent', 'Agrees to what a client asks for, or refuses', 60)

export const accountPage = page(
  'accountPage',
  '/account',
  'Your account: password, sessions and applications; asks to sign in first',
)
export const signInToAccount = submit('signInToAccount', '/account/signin', 'Signs in, and shows the account', 60)
export const changePassword = submit('changePassword', '/account/password', 'Changes the password, and ends everything else', 60)
export const endOwnSessions = submit('endOwnSessions', '/account/sessions', 'Ends one session, or all others', 60)
export const takeBackAccess = submit('takeBackAccess', '/account/applications', 'Takes back the consent to an application', 60)

export const forgotPage = page('forgotPage', '/forgot', 'The form to ask for a new password')
export const askForReset = submit(
  'askForReset',
  '/forgot',
  'Mails a link to set a new password, if the e-mail has an account',
  30,
)
export const resetPage = page('resetPage', '/reset', 'The form to set a new password, by a mailed link')
export const submitReset = submit('submitReset', '/reset', 'Sets a new password, and ends every session', 30)
export const showOutbox = endpoint({
  id: 'showOutbox',
  api: 'accountsSite',
  method: 'GET',
  path: '/outbox/{id}',
  access: ANYONE,
  summary: 'A mail of the demo, for the browser that asked for it',
  params,
  ok: html,
  errors: ['NOT_FOUND'],
})

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

export const listAccounts = endpoint({
  id: 'listAccounts',
  api: 'accounts',
  method: 'GET',
  path: '/accounts',
  access: ACCOUNT,
  summary: 'The accounts of the organization',
  ok: { description: 'Accounts by name', body: z.array(accountSchema) },
  errors: signedIn,
})

export const getOwnAccount = endpoint({
  id: 'getOwnAccount',
  api: 'accounts',
  method: 'GET',
  path: '/accounts/me',
  access: ACCOUNT,
  summary: 'The account that the token stands for',
  ok: { description: 'The account', body: accountSchema },
  errors: signedIn,
})

export const getAccount = endpoint({
  id: 'getAccount',
  api: 'accounts',
  method: 'GET',
  path: '/accounts/{id}',
  access: ACCOUNT,
  summary: 'One account of the organization',
  params,
  ok: { description: 'The account', body: accountSchema },
  errors: [...signedIn, 'ACCOUNT_NOT_FOUND'],
})

export const requestInvitation = endpoint({
  id: 'requestInvitation',
  api: 'accounts',
  method: 'POST',
  path: '/accounts/me/send_request_for_invitation',
  access: ACCOUNT,
  summary: 'Asks the administrators of the licence to install an application, or for access to a product',
  body: z.object({ product: z.enum(PRODUCTS), application_id: z.string().min(1).max(100).optional() }),
  ok: done,
  errors: [
    ...signedIn,
    'INVALID_PARAMETERS',
    'APPLICATION_NOT_FOUND',
    'ACCESS_REQUEST_NOT_NEEDED',
    'ACCESS_REQUEST_IMPOSSIBLE',
    'ALREADY_INSTALLED',
    'TOO_MANY_REQUESTS',
  ],
  limit: { max: 10, windowSeconds: 60 },
})

export const listOrganizations = endpoint({
  id: 'listOrganizations',
  api: 'accounts',
  method: 'GET',
  path: '/organizations',
  access: ACCOUNT,
  summary: 'The organizations that the account belongs to',
  ok: { description: 'Organizations by name', body: z.array(organizationSchema) },
  errors: signedIn,
})

export const listRoles = endpoint({
  id: 'listRoles',
  api: 'accounts',
  method: 'GET',
  path: '/roles',
  access: ACCOUNT,
  summary: 'Every role of every product',
  ok: { description: 'Roles, the widest first', body: z.array(roleSchema) },
  errors: signedIn,
})

export const endSessions = endpoint({
  id: 'endSessions',
  api: 'accounts',
  method: 'DELETE',
  path: '/sessions',
  access: ACCOUNT,
  summary: 'Signs out: ends the session that the token came from, and all of its tokens',
  ok: { description: 'No content', contentType: 'text/plain' },
  errors: [...signedIn, 'TOO_MANY_REQUESTS'],
  limit: WRITES,
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

export const startGhostLogin = endpoint({
  id: 'startGhostLogin',
  api: 'accounts',
  method: 'POST',
  path: '/accounts/{id}/ghost',
  access: accountWith('operate'),
  summary: 'A token to browse as another account, for staff',
  params,
  ok: { description: 'The token, and an address that opens the storefront with it', body: ghostSchema },
  errors: [...signedIn, 'FORBIDDEN', 'ACCOUNT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  limit: WRITES,
})
