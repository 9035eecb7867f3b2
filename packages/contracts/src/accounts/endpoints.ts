import { z } from 'zod'
import { accountSchema, ghostSchema, organizationSchema, roleSchema } from './schemas.ts'
import { ACCOUNT, accountWith, endpoint } from '../core/endpoint.ts'
import { WRITES, params } from '../core/accounts-calls.ts'
import { signedIn } from '../core/product-calls.ts'

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
